import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { domainServices, followDomains, orchestratorService } from "./services.ts";

const shared = {
  REGENTE_DATA: "/data",
  NODE_COMPILE_CACHE: "/data/compile-cache",
  NODE_OPTIONS: "--disable-sigusr1 --max-semi-space-size=16",
  MALLOC_ARENA_MAX: "2",
};
const SECRET = "the secret of all domains";
const services = (entry: object, env: Record<string, string> = {}) => {
  const file = JSON.stringify({
    domains: [{ name: "weather", start: "weather/main.ts", ...entry }],
  });
  return domainServices(parseBootstrap(file, env, "domains.json"), "/home/me", env, shared, SECRET);
};

it("listens where its url says, and starts from the bootstrap file's folder", () => {
  expect(services({ url: "http://127.0.0.1:8101/" })).toEqual([
    {
      name: "weather",
      file: "/home/me/weather/main.ts",
      host: "127.0.0.1",
      port: 8101,
      env: {
        ...shared,
        REGENTE_DOMAIN_KEY: domainKey(SECRET, "weather"),
        HOST: "127.0.0.1",
        PORT: "8101",
      },
    },
  ]);
});

it.each([
  ["http://localhost:1", "localhost", 1],
  ["http://[::1]:2", "::1", 2],
  ["http://127.0.0.1", "127.0.0.1", 80],
])("understands %s", (url, host, port) => {
  expect(services({ url })).toMatchObject([{ host, port }]);
});

it.each([
  ["is disabled", { url: "http://127.0.0.1:1", enabled: false }],
  ["runs on another machine", { url: "http://weather:8101" }],
  ["only has a manifest", { manifest: "weather.yaml" }],
  ["is started by somebody else", { url: "http://127.0.0.1:1", start: undefined }],
])("does not start a domain that %s", (_why, entry) => {
  expect(services(entry)).toEqual([]);
});

it("sees the common variables and those that its entry names, and no other domain's", () => {
  const env = {
    PATH: "/bin",
    TZ: "America/Recife",
    LOG_LEVEL: "debug",
    WEATHER_KEY: "mine",
    LIBRARY_KEY: "another's",
    ANTHROPIC_API_KEY: "the orchestrator's",
    REGENTE_JWT_SECRET: "the orchestrator's",
    REGENTE_DOMAIN_SECRET: "the orchestrator's",
  };
  const [service] = services({ url: "http://127.0.0.1:1", env: ["WEATHER_KEY", "NOT_SET"] }, env);
  expect(service?.env).toEqual({
    PATH: "/bin",
    TZ: "America/Recife",
    LOG_LEVEL: "debug",
    WEATHER_KEY: "mine",
    ...shared,
    REGENTE_DOMAIN_KEY: domainKey(SECRET, "weather"),
    HOST: "127.0.0.1",
    PORT: "1",
  });
});

it("gives the orchestrator the whole environment, with what the supervisor decided", () => {
  const env = { ANTHROPIC_API_KEY: "key", REGENTE_BOOTSTRAP: "relative.json" };
  expect(orchestratorService("/main.ts", "/home/me/relative.json", env, shared, SECRET)).toEqual({
    name: "orchestrator",
    file: "/main.ts",
    host: "127.0.0.1",
    port: 8080,
    env: {
      ANTHROPIC_API_KEY: "key",
      ...shared,
      REGENTE_DOMAIN_SECRET: SECRET,
      REGENTE_BOOTSTRAP: "/home/me/relative.json",
      HOST: "127.0.0.1",
      PORT: "8080",
    },
  });
});

it.each(["0", "70000", "http"])("refuses PORT=%s", (PORT) => {
  expect(() => orchestratorService("/main.ts", "/b.json", { PORT }, shared, SECRET)).toThrow(
    `PORT must be a number from 1 to 65535, not "${PORT}"`,
  );
});

/** As long as a busy machine may need. */
const PATIENT = { timeout: 120_000 };

function follow() {
  const folder = mkdtempSync(join(tmpdir(), "follow-"));
  mkdirSync(join(folder, "garden", "goals"), { recursive: true });
  const heard: string[] = [];
  const followed = followDomains(async (name) => void heard.push(name));
  const places = [join(folder, "garden")];
  followed.follow([
    { name: "garden", places },
    { name: "herbs", places: [join(folder, "herbs.yaml")] },
  ]);
  onTestFinished(async () => {
    await followed.close();
    rmSync(folder, { recursive: true });
  });
  const write = (name: string) => writeFileSync(join(folder, name), "x");
  return { folder, heard, followed, places, write };
}

it("tells once of several files of a domain, again when one is replaced, and of folders inside it", async () => {
  const { folder, heard, write } = follow();
  write("garden/manifest.yaml");
  write("garden/main.ts");
  await vi.waitFor(() => expect(heard).toEqual(["garden"]), PATIENT);
  write("new");
  renameSync(join(folder, "new"), join(folder, "garden/manifest.yaml"));
  await vi.waitFor(() => expect(heard).toEqual(["garden", "garden"]), PATIENT);
  write("garden/goals/one.yaml");
  await vi.waitFor(() => expect(heard).toHaveLength(3), PATIENT);
});

it("misses nothing that is written while it is told what to follow, and follows a folder that was made again", async () => {
  const { folder, heard, followed, places, write } = follow();
  write("garden/manifest.yaml");
  followed.follow([{ name: "garden", places }]);
  await vi.waitFor(() => expect(heard).toEqual(["garden"]), PATIENT);
  rmSync(join(folder, "garden/goals"), { recursive: true });
  mkdirSync(join(folder, "garden/goals"));
  followed.follow([{ name: "garden", places }]);
  write("garden/goals/one.yaml");
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), PATIENT);
});

it("tells nothing of what a domain writes itself, of tests, and of what is hidden", async () => {
  const { heard, write } = follow();
  for (const name of ["items.db", "domain.test.ts", ".swap.ts"]) write(`garden/${name}`);
  await sleep(300);
  expect(heard).toEqual([]);
});
