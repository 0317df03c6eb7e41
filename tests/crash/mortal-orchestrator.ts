import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LONGEST_START_MS = 200_000;

/** An orchestrator that is killed and started again on the same port, over the same data. */
export type MortalOrchestrator = {
  readonly url: string;
  /** From each start until its endpoints were open, milliseconds. */
  readonly startsMs: readonly number[];
  start(): Promise<void>;
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; how long it took to go, milliseconds, and how it ended. */
  stop(): Promise<{ ms: number; code: number | null }>;
  /** Resident memory, bytes; only on Linux. */
  pid(): number;
};

export function mortalOrchestrator(port: number, env: Record<string, string>): MortalOrchestrator {
  const url = `http://127.0.0.1:${port}`;
  const startsMs: number[] = [];
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  process.once("exit", () => child?.kill("SIGKILL"));
  return {
    url,
    startsMs,
    async start() {
      const begun = performance.now();
      child = spawn(process.execPath, [resolve("orchestrator/main.ts")], {
        env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "error", PORT: String(port), ...env },
        stdio: ["ignore", "inherit", "inherit"],
      });
      while (!(await isReady(url))) {
        if (child.exitCode !== null)
          throw new Error(`the orchestrator ended with ${child.exitCode}`);
        if (performance.now() - begun > LONGEST_START_MS)
          throw new Error("it does not become ready");
        await pause(5);
      }
      startsMs.push(performance.now() - begun);
    },
    async kill() {
      await end("SIGKILL");
    },
    async stop() {
      const begun = performance.now();
      const code = await end("SIGTERM");
      return { ms: performance.now() - begun, code };
    },
    pid: () => child?.pid ?? 0,
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
