import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { runRegente } from "../cli/testing/run-regente.ts";
import { frugalNode } from "../cli/up/supervise.ts";
import { readCompose } from "./deploy/read-compose.ts";
import { learnOnce } from "./e2e/learn-together.ts";
import { startProcess, stopProcess, until } from "./e2e/system.ts";

const compose = readCompose();
const { postgres, ...ours } = compose.services;
const { orchestrator, ...domains } = ours;
const bootstrapText = readFileSync("domains.bootstrap.json", "utf8");
const started = parseBootstrap(bootstrapText, {}, "bootstrap").domains.filter(
  ({ enabled, start }) => enabled && start !== undefined,
);

it("has a service for each domain that is started, and none besides", () => {
  expect(Object.keys(domains).toSorted()).toEqual(started.map(({ name }) => name).toSorted());
});

describe.each(started)("$name", ({ name, start, url, env }) => {
  const service = domains[name];
  const port = new URL(url ?? "").port;

  it("runs the file that npm start runs, on the same port", () => {
    expect(service?.command).toEqual(["node", start]);
    expect(service?.environment).toMatchObject({ HOST: "0.0.0.0", PORT: port });
  });

  it("is given every variable that it may see", () => {
    expect(Object.keys(service?.environment ?? {})).toEqual(expect.arrayContaining(env));
  });

  it("is where the orchestrator looks for it", () => {
    const there = parseBootstrap(bootstrapText, orchestrator?.environment ?? {}, "bootstrap");
    const found = there.domains.find((domain) => domain.name === name);
    expect(found?.url).toBe(`http://${name}:${port}`);
  });
});

it("gives each domain a key of its own, and the secret that they are made from to the orchestrator only", () => {
  const told = (name: string) => ours[name]?.environment["REGENTE_DOMAIN_KEY"] ?? "";
  for (const [name, { environment }] of Object.entries(domains)) {
    expect(told(name)).toContain(`\${${name.toUpperCase()}_DOMAIN_KEY:?`);
    expect(JSON.stringify(environment)).not.toContain("REGENTE_DOMAIN_SECRET");
  }
  expect(orchestrator?.environment).toHaveProperty("REGENTE_DOMAIN_SECRET");
});

it("asks for nothing that `domains key --new` does not make", async () => {
  const { out } = await runRegente(["domains", "key", "--new"]);
  const needed = [...readFileSync("docker-compose.yml", "utf8").matchAll(/\$\{(\w+):\?/g)];
  expect(needed.length).toBeGreaterThan(6);
  expect(Object.keys(parseEnv(out)).toSorted()).toEqual(
    [...new Set(needed.map(([, name]) => name))].toSorted(),
  );
});

it("gives the orchestrator every variable that .env has, and a domain only what it may see", () => {
  expect(orchestrator?.env_file).toEqual([{ path: ".env", required: false }]);
  for (const { env_file } of Object.values(domains)) expect(env_file).toEqual([]);
});

it("holds the orchestrator back for its store only, and nobody for a domain", () => {
  expect(orchestrator?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  for (const service of Object.values({ postgres, ...domains }))
    expect(service?.depends_on).toEqual({});
});

it("publishes one port, on this machine's loopback; the store is on a network of its own", () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(published).toEqual(["orchestrator 127.0.0.1:${PORT:-8080}:8080"]);
  expect(postgres?.networks).toEqual(["store"]);
  expect(compose.networks["store"]).toMatchObject({ internal: true });
  for (const domain of Object.values(domains)) expect(domain.networks).toEqual(["domains"]);
});

it("starts without a key and lets nobody in who shows none, other containers among them", async () => {
  const { REGENTE_API_KEYS, REGENTE_OPEN } = orchestrator?.environment ?? {};
  expect([REGENTE_API_KEYS, REGENTE_OPEN]).toEqual(["/data/keys.json", undefined]);
  const folder = mkdtempSync(join(tmpdir(), "compose-"));
  writeFileSync(join(folder, "domains.json"), '{"domains":[]}');
  const env = {
    ...{ HOST: "0.0.0.0", PORT: String(await freePort()), REGENTE_DATA: folder },
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_API_KEYS: join(folder, "keys.json"),
  };
  const running = startProcess("orchestrator/main.ts", env);
  onTestFinished(async () => {
    await stopProcess(running);
    rmSync(folder, { recursive: true });
  });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${env.PORT}${path}`, { headers })).status;
  await until("it is ready", async () => (await ask("/ready")) === 200, running.output);
  expect(await ask("/v1/models")).toBe(401);
  // The first key is made while it runs.
  const { out } = await runRegente(["keys", "add", "--user=me", "--scopes=*"], { env });
  const authorization = `Bearer ${out.trim()}`;
  await until(
    "the key opens",
    async () => (await ask("/v1/models", { authorization })) === 200,
    running.output,
  );
  expect(await ask("/v1/models")).toBe(401);
});

describe.each(Object.entries(compose.services))("%s", (_name, service) => {
  it("cannot take all the machine's memory, nor fill its disk with a log", () => {
    expect(service.mem_limit).toMatch(/^(512m|1g)$/);
    expect(service.logging).toEqual({
      driver: "json-file",
      options: { "max-size": "10m", "max-file": "5" },
    });
  });

  it("writes only where it must, gains no rights, and has time to stop", () => {
    expect(service.read_only).toBe(true);
    expect(service.tmpfs).toContain("/tmp");
    expect(service.security_opt).toContain("no-new-privileges:true");
    // What is under way has ten seconds to finish.
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(10);
    for (const volume of service.volumes)
      expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
  });
});

describe.each(Object.entries(ours))("%s", (name, service) => {
  it("starts by its command, and then its health check passes", async () => {
    const [command, file = ""] = service.command;
    expect(command).toBe("node");
    const folder = mkdtempSync(join(tmpdir(), "compose-"));
    learnOnce(folder, "shipped");
    const env = {
      PORT: String(await freePort()),
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_SECRET: "a-secret-that-is-long-enough",
      REGENTE_DOMAIN_KEY: "a-key-of-its-own",
    };
    const check = () => {
      const [kind, program = "", ...args] = service.healthcheck.test;
      expect([kind, program]).toEqual(["CMD", "node"]);
      return spawnSync(process.execPath, args, { env }).status;
    };
    expect(check()).toBe(1);
    const running = startProcess(file, env);
    onTestFinished(async () => {
      await stopProcess(running);
      rmSync(folder, { recursive: true });
    });
    const health = `http://127.0.0.1:${env.PORT}/health`;
    await until(`${name} is healthy`, async () => (await fetch(health)).ok, running.output);
    // The orchestrator first gives the domains of its bootstrap file their time to come up. A domain is no more than healthy.
    const ready = health.replace("health", "ready");
    await until(
      `${name} is ready`,
      async () => [200, 404].includes((await fetch(ready)).status),
      running.output,
    );
    expect(check()).toBe(0);
  });
});

describe("the image", () => {
  const lines = readFileSync("Dockerfile", "utf8").split("\n");
  const words = (instruction: string) =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.split(/\s+/).slice(1));
  /** What comes from the folder; the first stage hands on what it has built. */
  const copied = [
    ...new Set(
      words("COPY")
        .filter(([first]) => first?.startsWith("--from=") !== true)
        .flatMap((paths) => paths.slice(0, -1)),
    ),
  ];

  it("is as frugal with memory as what the supervisor starts", () => {
    const said = words("ENV").map((each) => each.join(" "));
    const pairs = said.flatMap((line) => [...line.matchAll(/([A-Z_]+)=(?:"([^"]*)"|(\S*))/g)]);
    const set = Object.fromEntries(
      pairs.map(([, name = "", quoted, plain]): [string, string | undefined] => [
        name,
        quoted ?? plain,
      ]),
    );
    expect(set).toMatchObject(frugalNode({}));
  });

  it("has a Node that the project accepts", () => {
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync("package.json", "utf8")));
    const [floor, version] = [engines.node, words("FROM")[0]?.[0] ?? ""].map((text) =>
      (/\d+\.\d+\.\d+/.exec(text)?.[0] ?? "").split(".").map(Number),
    );
    expect(version?.[0]).toBe(floor?.[0]);
    expect(version?.[1]).toBeGreaterThan(floor?.[1] ?? Number.NaN);
  });

  it("copies what there is, and nothing that is kept out of the build", () => {
    const allowed = readFileSync(".dockerignore", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    expect(copied.map((path) => path.replace(/^\.\//, "")).toSorted()).toEqual(allowed.toSorted());
    for (const path of copied) expect(existsSync(path), path).toBe(true);
  });

  it("holds every file that a service starts", () => {
    for (const { command } of Object.values(ours))
      expect(copied).toContain((command[1] ?? "").split("/")[0]);
  });

  it("does not run as root", () => {
    expect(words("USER")).toEqual([["node"]]);
  });
});

const hasCompose = spawnSync("docker", ["compose", "version"]).status === 0;
it.runIf(hasCompose)("is a compose file to docker itself", () => {
  const env = { ...process.env, POSTGRES_PASSWORD: "a", REGENTE_DOMAIN_SECRET: "b" };
  for (const name of Object.keys(domains))
    Object.assign(env, { [`${name.toUpperCase()}_DOMAIN_KEY`]: "c" });
  execFileSync("docker", ["compose", "config", "--quiet"], { env });
});
