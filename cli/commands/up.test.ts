import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openClient } from "../client.ts";
import { freePort } from "../testing/free-port.ts";
import { runEnvironment } from "../testing/run-environment.ts";
import { runRegente } from "../testing/run-regente.ts";

const REGENTE = join(import.meta.dirname, "..", "regente.ts");
const PATIENT = { timeout: 120_000 };

type Up = {
  child: ChildProcess;
  url: string;
  env: Record<string, string>;
  out: () => string;
  err: () => string;
  says: (words: string) => Promise<void>;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** The real thing: a supervisor and its orchestrator, without domains, in a folder of their own. */
async function up(args: string[] = [], { under = [] as string[], more = {} } = {}): Promise<Up> {
  const folder = mkdtempSync(join(tmpdir(), "up-"));
  const bootstrap = join(folder, "domains.bootstrap.json");
  writeFileSync(bootstrap, '{"domains":[]}');
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"] ?? "",
    LANG: "pt_BR.UTF-8",
    ...runEnvironment(),
    PORT: String(port),
    REGENTE_DATA: join(folder, "data"),
    REGENTE_BOOTSTRAP: bootstrap,
    ...more,
  };
  const child = spawn(process.execPath, [...under, REGENTE, "up", ...args], { env });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await ended)[0];
  };
  onTestFinished(async () => {
    await end("SIGTERM");
    rmSync(folder, { recursive: true });
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    env,
    out: () => out,
    err: () => err,
    says: (words) =>
      vi.waitFor(() => expect(`${out}\n${err}`, `${out}\n${err}`).toContain(words), PATIENT),
    end,
  };
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  );
const jsonLines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)));

it("says where to talk and how, in words; the logs are JSON lines beside it", async () => {
  const { url, says, out, err, end } = await up();
  await says(`O Regente está pronto em ${url}`);
  await says("Ctrl+C");
  for (const words of ["npx regente chat", `base_url ${url}/v1`, "Não há nenhum domínio"])
    expect(out()).toContain(words);
  expect(jsonLines(err()).map(({ msg }) => msg)).toContain("listening");
  const body = /-d '(.*)'/.exec(out())?.[1] ?? "";
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status, err()).toBe(200);
  expect(await end("SIGINT")).toBe(0);
  expect(await answers(url)).toBe(false);
});

it("shows a turn's events while it runs, and then the turn", async () => {
  const { url, says, end } = await up();
  await says("está pronto");
  const seen: string[] = [];
  const turn = await openClient(url).turn(
    { input_text: "cancela", session_id: "mine" },
    AbortSignal.timeout(60_000),
    ({ type }) => seen.push(type),
  );
  expect(seen).toEqual(["reply"]);
  expect(turn).toMatchObject({ session_id: "mine", trace: { intent: { tier: "control" } } });
  await end("SIGTERM");
});

it("says everything as JSON lines with --json", async () => {
  const { url, says, out, end } = await up(["--json"]);
  await says('"ready"');
  expect(jsonLines(out()).find(({ msg }) => msg === "ready")).toMatchObject({
    url,
    model: "regente",
    domains: [],
  });
  await end("SIGTERM");
});

it("is one in a folder: the second one says where the first one is", async () => {
  const { url, child, env, says, end } = await up();
  await says("está pronto");
  const second = await runRegente(["up"], { env: { ...env, PORT: String(await freePort()) } });
  expect(second.code).toBe(2);
  expect(second.err).toContain(
    `O Regente já está rodando nesta pasta em ${url} (processo ${child.pid})`,
  );
  await end("SIGTERM");
});

it("leaves no orphans when it is killed", async () => {
  const { url, says, end } = await up();
  await says("está pronto");
  await end("SIGKILL");
  await vi.waitFor(async () => expect(await answers(url)).toBe(false), PATIENT);
});

it("stops when the npm that started it is gone", async () => {
  // Stands for npm: starts what follows, and passes no signal on.
  const npm =
    'require("child_process").spawn(process.execPath, process.argv.slice(1), {stdio: "inherit"})';
  const { url, says, out, err, end } = await up([], {
    under: ["--eval", npm, "--"],
    more: { npm_lifecycle_event: "start" },
  });
  await says("está pronto");
  await end("SIGKILL");
  await says("parado");
  expect(await answers(url), `${out()}${err()}`).toBe(false);
});

it("gives up at once when the orchestrator refuses its settings, and shows why", async () => {
  const bootstrap = join(import.meta.dirname, "..", "..", "domains.bootstrap.json");
  // All domains are elsewhere: none takes a port that something else may have on this machine.
  const variables = readFileSync(bootstrap, "utf8").matchAll(/\$\{(\w+_URL):-/g);
  const elsewhere: Record<string, string> = {};
  for (const [, name = ""] of variables) elsewhere[name] = "http://elsewhere.invalid";
  expect(elsewhere).toHaveProperty("FINANCE_URL");
  const data = mkdtempSync(join(tmpdir(), "up-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const ran = await runRegente(["up"], {
    env: {
      REGENTE_BOOTSTRAP: bootstrap,
      REGENTE_DATA: data,
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      REGENTE_DEADLINE_MS: "soon",
      ...elsewhere,
    },
  });
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("REGENTE_DEADLINE_MS");
});

it.runIf(existsSync("/dev/full"))("keeps running when its log cannot be written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "up-full-"));
  writeFileSync(join(folder, "domains.bootstrap.json"), '{"domains":[]}');
  const full = openSync("/dev/full", "w");
  const port = await freePort();
  const env = {
    ...{ PATH: process.env["PATH"] ?? "", ...runEnvironment(), PORT: String(port) },
    REGENTE_DATA: join(folder, "data"),
    REGENTE_BOOTSTRAP: join(folder, "domains.bootstrap.json"),
  };
  const child = spawn(process.execPath, [REGENTE, "up"], { env, stdio: ["ignore", full, full] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
    closeSync(full);
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect(await answers(url)).toBe(true), PATIENT);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
