import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../cli/testing/free-port.ts";
import { mortalOrchestrator } from "./crash/mortal-orchestrator.ts";

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(MB / 4, "a");
/** What a hundred bodies of 3 MB, which an endpoint takes, may add to the memory of the process. */
const MOST_MB = 300;

let folder: string;
let orchestrator: ReturnType<typeof mortalOrchestrator>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "regente-bodies-"));
  const bootstrap = join(folder, "domains.bootstrap.json");
  writeFileSync(bootstrap, '{"domains":[]}');
  orchestrator = mortalOrchestrator(await freePort(), {
    ...{ REGENTE_DATA: folder, REGENTE_BOOTSTRAP: bootstrap, LOG_LEVEL: "silent" },
  });
  await orchestrator.start();
});
afterAll(async () => {
  await orchestrator.stop();
  rmSync(folder, { recursive: true });
});

const megabytes = (): number => {
  const status = readFileSync(`/proc/${orchestrator.pid()}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/** A right request of so many bytes in pieces, with or without saying how long it is. Gives its status, or "cut". */
function send(path: string, key: string, bytes: number, saysLength: boolean) {
  const head = `{"model":"regente",${key}`;
  const tail = key.endsWith('"') ? '"}' : '"}]}';
  function* pieces() {
    yield Buffer.from(head);
    for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE;
    yield Buffer.from(tail);
  }
  const length = head.length + Math.ceil(bytes / PIECE.length) * PIECE.length + tail.length;
  return new Promise<number | "cut">((resolve) => {
    const asked = request(
      `${orchestrator.url}${path}`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(saysLength && { "content-length": length }),
        },
      },
      (response) => {
        response.resume().on("error", () => undefined);
        resolve(response.statusCode ?? 0);
        asked.destroy();
      },
    );
    // Who is answered before all of it was sent is cut off.
    asked.on("error", () => resolve("cut"));
    Readable.from(pieces())
      .on("error", () => undefined)
      .pipe(asked);
  });
}

const CHAT = ["/v1/chat/completions", '"messages":[{"role":"user","content":"'] as const;
const RESPONSES = ["/v1/responses", '"input":"'] as const;

/** Asks for /ready again and again for as long as the others take. */
async function whileReady(others: Promise<unknown>): Promise<number[]> {
  const seen: number[] = [];
  let isOver = false;
  void others.finally(() => {
    isOver = true;
  });
  do {
    const response = await fetch(`${orchestrator.url}/ready`);
    await response.text();
    seen.push(response.status);
  } while (!isOver);
  return seen;
}

it.each([
  [10, 14, true],
  [10, 14, false],
  [100, 3, false],
])(
  "%i bodies of %i MB at once (said before: %s): refused or read, and the process watches and answers on",
  async (count, size, saysLength) => {
    const before = megabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, megabytes());
    }, 10);
    const sent = Promise.all(
      Array.from({ length: count }, (_, at) => {
        const [path, key] = at % 2 === 0 ? CHAT : RESPONSES;
        return send(path, key, size * MB, saysLength);
      }),
    );
    const ready = await whileReady(sent);
    clearInterval(watch);
    const told = new Set(await sent);
    for (const status of told) expect([400, 413, 503, "cut"]).toContain(status);
    if (size > 8) expect([...told].filter((status) => status === 400)).toEqual([]);
    expect(new Set(ready)).toEqual(new Set([200]));
    expect(most - before).toBeLessThan(MOST_MB);
  },
);
