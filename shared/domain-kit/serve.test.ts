import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { libraryDomain } from "../testing/library-domain.ts";

const LIBRARY = JSON.stringify(new URL("../testing/library-domain.ts", import.meta.url).href);
const ANSWERS = JSON.stringify(new URL("./answers.ts", import.meta.url).href);
const RECEIPTS = JSON.stringify(new URL("./receipts.ts", import.meta.url).href);
const KIT = JSON.stringify(new URL("./define-domain.ts", import.meta.url).href);

/** Serves the library and prints its url. */
const service = `
  const { libraryDomain } = await import(${LIBRARY});
  console.log((await libraryDomain().domain.serve()).url);`;
/** Lends a book only after a line on stdin. */
const slowService = `
  import { once } from "node:events";
  const { libraryManifest } = await import(${LIBRARY});
  const { success } = await import(${ANSWERS});
  const { defineDomain } = await import(${KIT});
  const { fileReceipts } = await import(${RECEIPTS});
  const receipts = fileReceipts(process.env.RECEIPTS ?? ":memory:");
  const lend_book = async () => {
    console.log("lending");
    await once(process.stdin, "data");
    return success({ result: { loan: 1, days: 1 }, explanation: "Emprestei." });
  };
  const domain = defineDomain(libraryManifest, { find_book: lend_book, lend_book }, { receipts });
  console.log((await domain.serve()).url);`;

const children: ChildProcess[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function node(script: string, stdio: "ignore" | "pipe" = "ignore") {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: [stdio, "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const read = lines[Symbol.asyncIterator]();
  const line = async () => String((await read.next()).value);
  return { child, line };
}

const lend = {
  intent: {
    domain: "library",
    capability: "lend_book",
    parameters: { title: "Iracema" },
    confidence: 1,
    original_query: "",
  },
  context: {
    session_id: "s",
    user_id: "u",
    locale: "pt-BR",
    timezone: "UTC",
    run_id: "r",
    step_id: "1",
    attempt: 1,
    deadline_at: Date.now() + 60_000,
  },
};
const post = (url: string) =>
  fetch(`${url}/execute`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "k" },
    body: JSON.stringify(lend),
  });

it("does not listen where others can reach it without a secret", async () => {
  const { domain } = libraryDomain();
  await expect(domain.serve({ host: "0.0.0.0" })).rejects.toThrow(
    "Not listening on 0.0.0.0: without REGENTE_DOMAIN_KEY anyone",
  );
});

it("listens on the port of the environment, and on any free one for 0", async () => {
  const { domain } = libraryDomain();
  const first = await domain.serve();
  const { port } = new URL(first.url);
  vi.stubEnv("PORT", port);
  const other = await libraryDomain().domain.serve({ port: 0 });
  await other.close();
  await expect(libraryDomain().domain.serve({ port: 8102 })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the port is taken`,
  );
  await first.close();
  vi.stubEnv("PORT", "http");
  await expect(libraryDomain().domain.serve({ port: 8102 })).rejects.toThrow(
    'PORT must be a number from 0 to 65535, not "http"',
  );
});

it("a start that cannot work is one line that says why, and exit code 1", async () => {
  const first = await libraryDomain().domain.serve();
  const { port } = new URL(first.url);
  const starts = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `const { libraryDomain } = await import(${LIBRARY});
       const { startDomain } = await import(${KIT});
       await startDomain(() => libraryDomain().domain, { port: ${port} });`,
    ],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  children.push(starts);
  const [said, exit] = await Promise.all([text(starts.stderr), once(starts, "exit")]);
  expect(said).toBe(
    `Cannot listen on 127.0.0.1:${port}: the port is taken: stop what listens there, or set PORT to another one\n`,
  );
  expect(exit).toEqual([1, null]);
  await first.close();
});

it.each([
  ["library.example", 403],
  ["127.0.0.1.example:80", 403],
  ["localhost:1234", 200],
  ["[::1]:1234", 200],
])("open, a request for the host %s is answered %d", async (host, status) => {
  const library = await libraryDomain().domain.serve();
  const sent = request(`${library.url}/health`, { headers: { host } }).end();
  const [response] = (await once(sent, "response")) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(status);
  await library.close();
});

it("told to stop twice, it says so, takes nothing new, finishes what is under way, and leaves with 0", async () => {
  const { child, line } = node(slowService, "pipe");
  const url = await line();
  const underWay = post(url);
  expect(await line()).toBe("lending");
  child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(503), {
    timeout: 60_000,
  });
  child.kill("SIGINT");
  const refused = await post(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  child.stdin?.write("go on\n");
  expect(await (await underWay).json()).toMatchObject({ explanation: "Emprestei." });
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("ends with the supervisor that started it, even when that is killed", async () => {
  const { child, line } = node(`
    import { spawn } from "node:child_process";
    const stdio = ["ignore", "inherit", "inherit", "ipc"];
    spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(service)}], { stdio });
    setInterval(() => {}, 1000);`);
  const url = await line();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill("SIGKILL");
  // The service holds the other end of this pipe: it closes when the last of the two has ended.
  await once(child, "close");
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});

it("killed in the middle of an effect, it does not do it again, and says that it cannot tell", async () => {
  vi.stubEnv("RECEIPTS", join(mkdtempSync(join(tmpdir(), "receipts-")), "receipts.db"));
  const first = node(slowService, "pipe");
  const lost = post(await first.line());
  expect(await first.line()).toBe("lending");
  first.child.kill("SIGKILL");
  await expect(lost).rejects.toThrow("fetch failed");

  const second = node(slowService, "pipe");
  const answer = await post(await second.line());
  expect(await answer.json()).toMatchObject({ metadata: { code: "OUTCOME_UNKNOWN" } });
});
