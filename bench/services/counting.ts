import { createHook } from "node:async_hooks";
import { Session } from "node:inspector";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import { isMainThread } from "node:worker_threads";

// Loaded in front of the process that is counted (`--import`). What is counted does not depend on how busy the machine
// is. Each kind is counted for itself: a hook on promises makes objects, and counted calls are compiled in another way.

/** What is counted at once: bytes by where they were asked for, objects of Node, or calls of each function. */
export type Kind = "bytes" | "objects" | "calls";
export type Ask = { count: Kind } | { end: Kind };
export type Counted = Readonly<Record<string, number>>;

/** Bytes between two samples, on the average. */
const SAMPLED_BYTES = 512;

type Node = { selfSize: number; callFrame: Frame; children: Node[] };
type Frame = { functionName: string; url: string; lineNumber: number };

const session = new Session();
const made: Record<string, number> = {};
const count = (what: string) => {
  made[what] = (made[what] ?? 0) + 1;
};
const hook = createHook({ init: (_id, type) => count(type) });

/** The session answers within the call. */
function ask<T>(method: string, params: object = {}): T {
  let answer: T | undefined;
  session.post(method, params, (error, result) => {
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    answer = result as T;
  });
  return answer as T;
}

const nameOf = ({ functionName, url, lineNumber }: Frame): string =>
  `${url.replace(/^.*\/(?=(?:orchestrator|shared|node_modules)\/)/, "")}:${functionName || lineNumber + 1}`;

const begin: Record<Kind, () => void> = {
  bytes: () =>
    ask("HeapProfiler.startSampling", {
      samplingInterval: SAMPLED_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    }),
  objects() {
    for (const what of Object.keys(made)) delete made[what];
    hook.enable();
  },
  calls: () => ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false }),
};

const end: Record<Kind, () => Counted> = {
  bytes() {
    const { profile } = ask<{ profile: { head: Node } }>("HeapProfiler.stopSampling");
    const sums: Record<string, number> = {};
    addTo(sums, profile.head, "");
    return sums;
  },
  objects() {
    hook.disable();
    return { ...made };
  },
  calls() {
    type Script = { url: string; functions: { functionName: string; ranges: Range[] }[] };
    type Range = { count: number; startOffset: number };
    const { result } = ask<{ result: Script[] }>("Profiler.takePreciseCoverage");
    ask("Profiler.stopPreciseCoverage");
    const sums: Record<string, number> = {};
    for (const { url, functions } of result)
      for (const { functionName, ranges } of functions) {
        const [{ count: calls, startOffset } = { count: 0, startOffset: 0 }] = ranges;
        if (calls === 0) continue;
        const name = nameOf({ functionName, url, lineNumber: startOffset });
        sums[name] = (sums[name] ?? 0) + calls;
      }
    return sums;
  },
};

/** Functions of the engine's own count for who called them. */
function addTo(sums: Record<string, number>, node: Node, caller: string): void {
  const name = node.callFrame.url === "" ? caller : nameOf(node.callFrame);
  sums[name] = (sums[name] ?? 0) + node.selfSize;
  for (const child of node.children) addTo(sums, child, name);
}

/** Functions of Node's that make no object of which the hook hears. */
function countCallsOf(module: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const own = module[name] as (...given: unknown[]) => unknown;
    module[name] = (...given: unknown[]) => {
      count(name);
      return own(...given);
    };
  }
}

function countHeaders(): void {
  const Own = globalThis.Headers;
  globalThis.Headers = class Headers extends Own {
    constructor(...given: ConstructorParameters<typeof Own>) {
      super(...given);
      count("Headers");
    }
  };
}

if (isMainThread && resolve(process.argv[1] ?? "").endsWith("orchestrator/main.ts")) {
  session.connect();
  ask("HeapProfiler.enable");
  ask("Profiler.enable");
  const require = createRequire(import.meta.url);
  countCallsOf(require("node:crypto") as Record<string, unknown>, [
    "hash",
    "createHash",
    "createHmac",
    "randomUUID",
    "randomBytes",
  ]);
  syncBuiltinESMExports();
  countHeaders();
  process.on("message", (asked: Ask) => {
    if ("count" in asked) begin[asked.count]();
    process.send?.("end" in asked ? end[asked.end]() : {});
  });
}
