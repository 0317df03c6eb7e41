import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../cli/testing/free-port.ts";
import { runEnvironment } from "../../cli/testing/run-environment.ts";
import { packPackages } from "../../scripts/packages.ts";
import { startProcess, stopProcess, until } from "./system.ts";

const run = promisify(execFile);
let place: string;
let made: string;
let assistant: string;
/** How this machine reaches the registry; what npm sets for its own scripts would send it to the wrong folder. */
const NETWORK =
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy|npm_config_(?:registry|cafile|cache|proxy|https_proxy|noproxy))$/i;
const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
/** As a shell elsewhere would have it, with this Node. */
const env = {
  ...Object.fromEntries(network),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
  HOME: process.env["HOME"] ?? "",
  LANG: "en",
  npm_config_loglevel: "error",
  ...runEnvironment(),
  // Of files that go with this run.
  NODE_COMPILE_CACHE: join(tmpdir(), "compiled"),
};
const inFolder = (cwd: string, program: string, ...args: string[]) =>
  run(program, args, { cwd, env: { ...env, ...ports } });
/** The program that `npx regente` finds, without the second that npx takes. */
const regente = (cwd: string, ...args: string[]) =>
  inFolder(cwd, join(place, "node_modules", ".bin", "regente"), ...args);
const ports: Record<string, string> = {};

/** Those that a setting chooses, as files. */
let chosen: string[];

/**
 * The packages as the registry would have them, what everyone needs of them installed in a folder that has nothing to do
 * with this one.
 */
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), "regente-packed-"));
  place = mkdtempSync(join(tmpdir(), "regente-elsewhere-"));
  const files = await packPackages(made);
  const isChosen = (file: string) => /-(?:a2a|restate)-[\d.]+\.tgz$/.test(file);
  chosen = files.filter(isChosen);
  const needed = files.filter((file) => !isChosen(file));
  await inFolder(place, "npm", "install", "--prefer-offline", ...needed);
  assistant = join(place, "my-assistant");
  const url = async () => `http://127.0.0.1:${await freePort()}`;
  Object.assign(ports, { PORT: String(await freePort()), PANTRY_URL: await url() });
  Object.assign(ports, { GARDEN_URL: await url() });
});
afterAll(() => {
  for (const folder of [place, made]) rmSync(folder, { recursive: true });
});

it("begins an assistant in an empty folder, runs it, answers, takes one more domain, and its tests pass", async () => {
  const begun = await inFolder(place, "npx", "regente", "init", "my-assistant");
  expect(begun.stdout).toContain("npx regente up");
  // What is needed is installed around it.
  expect(begun.stdout).not.toContain("npm install");
  expect(readFileSync(join(assistant, "README.md"), "utf8")).not.toContain("npm install");

  const up = spawn("npx", ["regente", "up", "--watch"], {
    cwd: assistant,
    env: { ...env, ...ports },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [up.stdout, up.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  onTestFinished(async () => {
    if (up.exitCode !== null || up.pid === undefined) return;
    const ended = once(up, "exit");
    process.kill(-up.pid, "SIGTERM");
    await ended;
  });
  await until(
    "it is ready",
    async () => said.includes("● pantry"),
    () => said,
  );
  const ask = (text: string) => regente(assistant, "ask", text);
  expect((await ask("find black beans in pantry")).stdout).toContain("I found: black beans.");

  // What is changed is in force at once; what is wrong is named, and what was there goes on.
  await until(
    "the files are watched",
    async () => said.includes("watching the domains' files"),
    () => said,
  );
  const edit = (file: string, before: string, after: string) => {
    const place = join(assistant, "domains/pantry", file);
    writeFileSync(place, readFileSync(place, "utf8").replace(before, after));
  };
  edit("manifest.yaml", "goals:", "goalz:");
  await until(
    "the fault is named",
    async () => said.includes("manifest.yaml:7: goalz: unknown field"),
    () => said,
  );
  edit("domain.ts", "I found: ", "Here: ");
  edit("manifest.yaml", "goalz:", "goals:");
  edit("manifest.yaml", "- I am looking for", "- whatever became of");
  await until(
    "the change is in force",
    async () => said.includes("the change to pantry took effect"),
    () => said,
  );
  expect((await ask("find black beans in pantry")).stdout).toContain("Here: black beans.");

  // Its page comes along.
  const headers = { accept: "text/html" };
  const page = await fetch(`http://127.0.0.1:${ports["PORT"]}/`, { headers });
  expect(await page.text()).toContain('<div id="console">');

  await regente(assistant, "new-domain", "garden");
  await until(
    "the new domain answers",
    async () => (await ask("procura alface em garden")).stdout.includes("Encontrei: alface."),
    () => said,
  );

  const { stdout } = await inFolder(assistant, "npm", "test");
  expect(stdout).toMatch(/pass 8\n.*fail 0/);
});

it("takes along what no registry has: the project can be installed elsewhere", async () => {
  await regente(place, "init", "begun", "--with=a2a");
  const moved = mkdtempSync(join(tmpdir(), "regente-moved-"));
  onTestFinished(() => rmSync(moved, { recursive: true }));
  cpSync(join(place, "begun"), moved, { recursive: true });
  await inFolder(moved, "npm", "install", "--prefer-offline");
  const { stdout } = await inFolder(moved, "npm", "test");
  expect(stdout).toMatch(/fail 0/);
  const a2a = "console.log(typeof (await import('@regente/a2a')).openA2aServer)";
  const opened = await inFolder(moved, process.execPath, "--input-type=module", "-e", a2a);
  expect(opened.stdout.trim()).toBe("function");
  for (const file of [".github/workflows/domains.yml", ".github/actions/domain/action.yml"])
    expect(existsSync(join(moved, file)), file).toBe(true);
});

it("has types that a strict compiler takes", async () => {
  await regente(place, "init", "typed");
  const settings = {
    extends: "./tsconfig.json",
    compilerOptions: {
      skipLibCheck: false,
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    },
    include: ["domains"],
  };
  const file = join(place, "typed", "tsconfig.strict.json");
  writeFileSync(file, JSON.stringify(settings));
  const tsc = await run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", file]);
  expect(tsc.stdout).toBe("");
});

it("begins nothing in a folder that has something in it", async () => {
  mkdirSync(join(place, "full"));
  writeFileSync(join(place, "full", "note.txt"), "mine");
  const refused = regente(place, "init", "full");
  await expect(refused).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not empty") as string,
  });
});

describe("what a setting chooses", () => {
  /** The installed orchestrator over no domain. */
  const start = async (settings: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), "regente-chosen-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const REGENTE_BOOTSTRAP = join(folder, "domains.json");
    writeFileSync(REGENTE_BOOTSTRAP, '{ "domains": [] }');
    const PORT = String(await freePort());
    const own = { REGENTE_BOOTSTRAP, REGENTE_DATA: folder, PORT, ...settings };
    const file = join(place, "node_modules/regente/.build/orchestrator-main.mjs");
    const running = startProcess(file, own);
    return { running, url: `http://127.0.0.1:${PORT}` };
  };
  const restate = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    REGENTE_RUN_HOST: "restate",
    REGENTE_RESTATE_KEYS: `publickeyv1_${"1".repeat(44)}`,
  };

  it.each([
    ["REGENTE_A2A=true", "@regente/a2a", { REGENTE_A2A: "true" }],
    ["REGENTE_RUN_HOST=restate", "@regente/restate", restate],
  ])("%s says that %s is missing, and how it is had", async (setting, name, settings) => {
    const { running } = await start(settings);
    await until("it has ended", async () => running.child.exitCode !== null, running.output);
    expect(running.child.exitCode).toBe(2);
    const why = `${setting} needs the package ${name}, which is not installed beside Regente`;
    expect(running.output()).toContain(why);
    expect(running.output()).toContain("Install it there");
  });

  it("works once it is installed", async () => {
    await inFolder(place, "npm", "install", "--prefer-offline", ...chosen);
    const { running, url } = await start({ REGENTE_A2A: "true" });
    onTestFinished(() => stopProcess(running));
    const card = async () => fetch(`${url}/.well-known/agent-card.json`);
    await until("it serves its card", async () => (await card()).ok, running.output);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await (await card()).json()).toMatchObject({ name: "Regente", version });
    const open = "console.log(typeof (await import('@regente/restate')).openRestateHost)";
    const told = await inFolder(place, process.execPath, "--input-type=module", "-e", open);
    expect(told.stdout.trim()).toBe("function");
  });
});

it("is described for the registry of MCP servers as it is packed", () => {
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { name, version, description, packages } = read("server.json");
  const packed = read(join(place, "node_modules/regente/package.json"));
  expect(packed).toMatchObject({ mcpName: name, version });
  expect(packages).toMatchObject([{ identifier: packed["name"], version: packed["version"] }]);
  expect(String(description).length).toBeLessThanOrEqual(100);
});

it("brings its pages, and whole domains in other languages to copy", () => {
  for (const page of [
    "docs/wire.md",
    "docs/wire.schema.json",
    "docs/bring-in.md",
    "examples/python/wire.py",
  ])
    expect(readFileSync(join(place, "node_modules/regente", page), "utf8")).toBe(
      readFileSync(page, "utf8"),
    );
});

it("carries the licences of what is bundled", () => {
  const notices = readFileSync(join(place, "node_modules/regente/THIRD-PARTY.txt"), "utf8");
  for (const name of ["hono", "zod", "kysely", "preact"]) expect(notices).toMatch(`\n${name} `);
});

it.each([
  ["the terminal", ["node_modules/regente/bin/regente.mjs"]],
  ["what domains are made with", ["-e", "import('@regente/domain')"]],
  ["a project's tests", ["-e", "import('@regente/domain/check-node')"]],
])("says plainly that a Node is too old for %s", async (_what, args) => {
  const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})`;
  await expect(inFolder(place, process.execPath, "--import", older, ...args)).rejects.toMatchObject(
    {
      code: 1,
      stderr: expect.stringMatching(
        /^Regente needs Node 24\.\S+ or newer; this is 20\.1\.0/,
      ) as string,
    },
  );
});
