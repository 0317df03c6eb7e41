import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type Terminal, wordsIn } from "../terminal.ts";
import { freePort } from "../testing/free-port.ts";
import type { Restarts } from "./keep-running.ts";
import type { Standing } from "./report.ts";
import { openReview } from "./review-change.ts";
import { frugalNode, type Supervision, supervise } from "./supervise.ts";

/** A service that says what it sees and stops when it is told to. */
const SERVICE = `
import { createServer } from "node:http";
const say = (msg, more) => console.log(JSON.stringify({ level: 30, msg, ...more }));
const answers = {
  "/ready": {},
  "/v1/models": { data: [{ id: "regente" }] },
  "/v1/domains": { digest: "d", domains: [] },
  "/v1/domains/reload": { digest: "d", domains: [] },
};
const server = createServer((request, response) => {
  if (request.url === "/crash") process.exit(3);
  const answer = answers[request.url];
  response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? {}));
}).listen(Number(process.env.PORT), process.env.HOST, () => say("listening", { env: Object.keys(process.env) }));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => { say("bye"); server.close(); process.disconnect(); });
`;
const CRASHES = `console.error("no such table"); process.exit(1);`;
const REFUSES = `console.error("PORT is wrong"); process.exit(2);`;
/** As long as a busy machine may need. */
const PATIENT = { timeout: 60_000 };
const quick: Restarts = { firstMs: 10, mostMs: 40, wellAfterMs: 60_000, crashes: 3 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "supervise-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const writeBootstrap = (domains: Record<string, number>) =>
  write(
    "domains.bootstrap.json",
    JSON.stringify({
      domains: Object.entries(domains).map(([name, port]) => ({
        name,
        url: `http://127.0.0.1:${port}`,
        start: `${name}.mjs`,
      })),
    }),
  );

/** A supervisor under way, and everything that it said and relayed, as "who: words". */
async function start(
  orchestrator = SERVICE,
  given: Record<string, string> = {},
  openReview?: Supervision["openReview"],
) {
  const log: string[] = [];
  const standing: Standing[] = [];
  const stopping = new AbortController();
  const env = {
    PATH: process.env["PATH"] ?? "",
    PORT: String(await freePort()),
    REGENTE_DATA: join(folder, "data"),
    REGENTE_BOOTSTRAP: join(folder, "domains.bootstrap.json"),
    ...given,
  };
  const ended = supervise({
    orchestratorFile: write("orchestrator.mjs", orchestrator),
    env,
    words: wordsIn("en"),
    report: {
      relay: (service, line) => {
        const words = line.startsWith("{")
          ? (JSON.parse(line) as { msg: string; env?: string[] })
          : { msg: line };
        log.push(
          [
            `${service}: ${words.msg}`,
            ...("env" in words ? [words.env?.toSorted().join()] : []),
          ].join(" "),
        );
      },
      say: (_level, message) => log.push(`supervisor: ${message}`),
    },
    announce: (found) => standing.push(found),
    signal: stopping.signal,
    backoff: quick,
    openReview,
  });
  const stop = () => {
    stopping.abort();
    return ended;
  };
  onTestFinished(() => void stop());
  return {
    log,
    ended,
    stop,
    url: `http://127.0.0.1:${env.PORT}`,
    announced: () =>
      vi.waitFor(() => expect(standing).toHaveLength(1), PATIENT).then(() => standing[0]),
    sees: (words: string) => vi.waitFor(() => expect(log.join("\n")).toContain(words), PATIENT),
  };
}

it("starts each domain and the orchestrator, says where they stand, and stops the orchestrator first", async () => {
  const ports = { weather: await freePort(), library: await freePort() };
  write("weather.mjs", SERVICE);
  write("library.mjs", SERVICE);
  writeBootstrap(ports);
  const { announced, stop, log, url, sees } = await start();
  expect(await announced()).toEqual({ url, model: "regente", domains: [] });
  for (const name of ["weather", "library", "orchestrator"]) await sees(`${name}: listening`);
  for (const port of Object.values(ports))
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).ok).toBe(true);
  expect(await stop()).toBe(0);
  const byes = log.filter((line) => line.endsWith(": bye"));
  expect(byes[0]).toBe("orchestrator: bye");
  expect(byes.toSorted()).toEqual(["library: bye", "orchestrator: bye", "weather: bye"]);
  expect(log.at(-1)).toBe("supervisor: stopped");
  for (const port of Object.values(ports))
    await expect(fetch(`http://127.0.0.1:${port}/ready`)).rejects.toThrow();
});

it("lets a domain see only what it needs", async () => {
  write("weather.mjs", SERVICE);
  writeBootstrap({ weather: await freePort() });
  const { sees, stop } = await start(SERVICE, { ANTHROPIC_API_KEY: "secret" });
  await sees(
    "weather: listening HOST,MALLOC_ARENA_MAX,NODE_COMPILE_CACHE,NODE_OPTIONS,PATH,PORT,REGENTE_DATA,REGENTE_DOMAIN_KEY",
  );
  await sees("ANTHROPIC_API_KEY");
  await stop();
});

it.each([
  ["in the data folder", {}, ["data", "compile-cache"]],
  ["where it is told to", { NODE_COMPILE_CACHE: "mine" }, ["mine"]],
])("keeps what Node compiled %s", async (_where, given, place) => {
  writeBootstrap({});
  const absolute = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, join(folder, value)]),
  );
  const { announced, stop } = await start(SERVICE, absolute);
  await announced();
  await stop();
  expect(readdirSync(join(folder, ...place))).not.toEqual([]);
});

it("starts what crashed again", async () => {
  const port = await freePort();
  write("weather.mjs", SERVICE);
  writeBootstrap({ weather: port });
  const { announced, sees, stop, log } = await start();
  await announced();
  await sees("weather: listening");
  await expect(fetch(`http://127.0.0.1:${port}/crash`)).rejects.toThrow();
  await sees("supervisor: weather crashed (exit code 3); restarting in 0.01 s");
  await vi.waitFor(
    () => expect(log.filter((line) => line.startsWith("weather: listening"))).toHaveLength(2),
    PATIENT,
  );
  expect(await stop()).toBe(0);
});

it("gives up a domain that always crashes, with its last words, and goes on without it", async () => {
  write("weather.mjs", CRASHES);
  writeBootstrap({ weather: await freePort() });
  const { announced, sees, stop, log } = await start();
  await announced();
  await sees("supervisor: weather crashed too often (exit code 1)");
  expect(log.filter((line) => line === "weather: no such table")).toHaveLength(3);
  expect(await stop()).toBe(0);
});

it("ends with 1 when the orchestrator cannot keep running", async () => {
  writeBootstrap({});
  const { ended, log } = await start(CRASHES);
  expect(await ended).toBe(1);
  expect(log.filter((line) => line === "orchestrator: no such table")).toHaveLength(3);
});

it("does not start again what says that its settings are wrong", async () => {
  writeBootstrap({});
  const { ended, log } = await start(REFUSES);
  expect(await ended).toBe(1);
  expect(log.filter((line) => line === "orchestrator: PORT is wrong")).toHaveLength(1);
});

it("follows the bootstrap file: who joins is started, who leaves is stopped, the others stay", async () => {
  const ports = { weather: await freePort(), library: await freePort() };
  write("weather.mjs", SERVICE);
  write("library.mjs", SERVICE);
  writeBootstrap({ weather: ports.weather });
  const { announced, sees, stop, log } = await start();
  await announced();
  writeBootstrap(ports);
  await sees("library: listening");
  writeBootstrap({ library: ports.library });
  await sees("weather: bye");
  expect(log.filter((line) => line.startsWith("library: "))).toHaveLength(1);
  await stop();
});

it("says why a change of the bootstrap file is not taken, and keeps what runs", async () => {
  write("weather.mjs", SERVICE);
  writeBootstrap({ weather: await freePort() });
  const { announced, sees, stop, log } = await start();
  await announced();
  write("domains.bootstrap.json", "{");
  await sees("the change to the bootstrap file was not accepted");
  expect(log).not.toContain("weather: bye");
  await stop();
});

it.each([
  [
    "the orchestrator's",
    "orchestrator",
    /The orchestrator needs 127\.0\.0\.1:\d+, .*PORT=8090 npm start/,
  ],
  [
    "a domain's",
    "weather",
    /The domain weather needs 127\.0\.0\.1:\d+, .*change the url of weather/,
  ],
])(
  "says who needs a port that is taken, and how to change it: %s",
  async (_whose, who, message) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    writeBootstrap({ weather: who === "weather" ? port : await freePort() });
    const { ended, log } = await start(SERVICE, who === "weather" ? {} : { PORT: String(port) });
    expect(await ended).toBe(2);
    expect(log).toEqual([expect.stringMatching(message)]);
  },
);

it("tells a second supervisor of the same folder where the first one is", async () => {
  writeBootstrap({});
  const first = await start();
  await first.announced();
  const second = await start();
  expect(await second.ended).toBe(2);
  expect(second.log).toEqual([
    expect.stringContaining(
      `already running in this folder at ${first.url} (process ${process.pid})`,
    ),
  ]);
  await first.stop();
  const third = await start();
  await third.announced();
  expect(await third.stop()).toBe(0);
});

it.each([
  [
    "no bootstrap file",
    undefined,
    /Cannot start: there is no .*domains\.bootstrap\.json; use REGENTE_BOOTSTRAP/,
  ],
  ["a wrong bootstrap file", '{"domains":[{"name":"weather"}]}', /domains\.0: needs a url/],
])("ends with 2 and the reason, given %s", async (_what, text, message) => {
  if (text !== undefined) write("domains.bootstrap.json", text);
  const { ended, log } = await start();
  expect(await ended).toBe(2);
  expect(log).toEqual([expect.stringMatching(message)]);
});

const document = {
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: { "/books": { get: { operationId: "listBooks" } } },
};
const overlay = (notes: object) =>
  JSON.stringify({
    overlay: "1.1.0",
    info: { title: "library", version: "1" },
    actions: [{ target: "$.paths['/books'].get", update: { "x-regente": notes } }],
  });
/** What the files say, and nothing of what a change means for sentences. */
const faultsAlone: Supervision["openReview"] = (bootstrapFile, folder) => ({
  ...openReview({
    bootstrapFile,
    folder: join(folder, "review"),
    env: {},
    terminal: {} as Terminal,
    program: "",
    write: () => undefined,
    show: { lint: () => "", diff: () => "" },
  }),
  remember: async () => undefined,
  tell: async () => undefined,
});

it("goes on with the last right overlay, and takes one that is right again, also when it had given the domain up", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  write("openapi.json", JSON.stringify(document));
  write("overlay.json", overlay({ effect: "nothing" }));
  const from = { openapi: "openapi.json", overlay: "overlay.json", base: "http://127.0.0.1:9" };
  write("domains.bootstrap.json", JSON.stringify({ domains: [{ name: "library", url, from }] }));
  const { sees, stop } = await start(SERVICE, {}, faultsAlone);
  await sees("supervisor: library crashed too often");
  await sees("will not be restarted until its files are fixed");
  await sees("supervisor: watching");
  const shown = async () => {
    const response = await fetch(`${url}/manifest`);
    const { capabilities } = (await response.json()) as { capabilities: { capability: string }[] };
    return capabilities.map(({ capability }) => capability);
  };
  write("overlay.json", overlay({ capability: "find_books" }));
  await sees("supervisor: the change to library took effect");
  expect(await shown()).toEqual(["find_books"]);
  write("overlay.json", overlay({ capability: "Find books" }));
  await sees("supervisor: the change to library was not activated: ");
  await sees("x-regente: capability: must look like");
  expect(await shown()).toEqual(["find_books"]);
  expect(await stop()).toBe(0);
});

/** How large Node lets the young generation grow, in MB, with these variables. */
function largestYoungGeneration(env: Record<string, string>): number {
  const script = `
    const kept = [];
    for (let i = 0; i < 3e6; i++) { kept.push({ i }); if (kept.length > 4e5) kept.length = 0; }
    const { getHeapSpaceStatistics } = require("node:v8");
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);
  `;
  const told = execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
  return Number(told) / 1024 / 1024;
}

it("keeps what is young small", () => {
  expect(largestYoungGeneration(frugalNode({}))).toBeLessThanOrEqual(32);
});

it("leaves the last word to the operator", () => {
  const given = { NODE_OPTIONS: "--no-warnings --max-semi-space-size=1", MALLOC_ARENA_MAX: "8" };
  const env = frugalNode(given);
  expect(largestYoungGeneration(env)).toBeLessThanOrEqual(2);
  expect(env).toEqual({
    NODE_OPTIONS:
      "--disable-sigusr1 --max-semi-space-size=16 --no-warnings --max-semi-space-size=1",
    MALLOC_ARENA_MAX: "8",
  });
});
