import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { runRegente } from "../testing/run-regente.ts";
import { nextPort } from "./plan-domain.ts";
import { type DomainNames, namesOf, withDomain, withService } from "./with-entry.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const bootstrap = readFileSync(join(ROOT, "domains.bootstrap.json"), "utf8");
const compose = readFileSync(join(ROOT, "docker-compose.yml"), "utf8");

function named(name: string): DomainNames {
  const names = namesOf(name);
  if (names === undefined) throw new Error(`${name} is no name`);
  return names;
}

it.each([
  ["garden", { snake: "garden", constant: "GARDEN", spoken: "garden" }],
  ["smart-home", { snake: "smart_home", constant: "SMART_HOME", spoken: "smart home" }],
  ["crm_2", { snake: "crm_2", constant: "CRM_2", spoken: "crm 2" }],
])("writes %s as goals, capabilities and people do", (name, written) => {
  expect(namesOf(name)).toEqual({ name, ...written });
});

it.each(["Garden", "smart home", "2crm", "-x", "a/b", "..", "", "x-", "postgres", "x".repeat(41)])(
  'takes no domain called "%s"',
  (name) => expect(namesOf(name)).toBeUndefined(),
);

it.each([
  ["the first one is 8101", [], [], 8101],
  ["the next one is after the highest", [8101, 8140, 8102], [], 8141],
  ["none is where the service behind it listens", [8101], [8102, 8103], 8104],
])("of ports %s", (_what, ports, taken, port) => {
  expect(nextPort(ports, taken)).toBe(port);
});

it("adds a domain to the bootstrap file and changes nothing else of it", () => {
  const text = withDomain(bootstrap, named("smart-home"), 8140) ?? "";
  const read = parseBootstrap(text, {}, "bootstrap").domains;
  expect(read.slice(0, -1)).toEqual(parseBootstrap(bootstrap, {}, "bootstrap").domains);
  expect(read.at(-1)).toMatchObject({
    name: "smart-home",
    url: "http://127.0.0.1:8140",
    start: "domains/smart-home/main.ts",
  });
  const there = parseBootstrap(text, { SMART_HOME_URL: "http://smart-home:8140" }, "bootstrap");
  expect(there.domains.at(-1)?.url).toBe("http://smart-home:8140");
  const lines = text.split("\n");
  expect(bootstrap.split("\n").filter((line) => !lines.includes(line))).toEqual([]);
});

it.each([
  ["an empty list", '{\n  "domains": []\n}\n'],
  ["a list alone", "[]"],
  ["a list in one line", '{"domains": [{"name": "a", "url": "http://a"}]}'],
  ["tabs", '{\n\t"domains": [\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"url": "http://a"\n\t\t}\n\t]\n}'],
])("adds a domain to %s", (_what, text) => {
  const added = withDomain(text, named("garden"), 8140) ?? "";
  expect(parseBootstrap(added, {}, "bootstrap").domains.at(-1)?.name).toBe("garden");
});

it("finds no place in a file without domains", () => {
  expect(withDomain('{"services": []}', named("garden"), 8140)).toBeUndefined();
});

/** One that has just been put together is a text. */
const composed = (text: string, name: string, port: number): string =>
  String(withService(text, named(name), port));

it("adds a service, its volume and where to find it to the compose file, and keeps every line", () => {
  const text = composed(compose, "smart-home", 8140);
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, unknown>;
    volumes: object;
  };
  expect(services["smart-home"]).toMatchObject({
    image: "regente",
    command: ["node", "domains/smart-home/main.ts"],
    environment: { HOST: "0.0.0.0", PORT: "8140" },
    volumes: ["smart-home-data:/data"],
    networks: ["domains"],
    read_only: true,
  });
  expect(services["orchestrator"]).toMatchObject({
    environment: { SMART_HOME_URL: "http://smart-home:8140" },
  });
  expect(volumes).toHaveProperty("smart-home-data");
  const rest = text.split("\n");
  for (const line of compose.split("\n"))
    expect(rest.splice(0, rest.indexOf(line) + 1).at(-1)).toBe(line);
});

it("adds one service after the other", () => {
  const text = composed(composed(compose, "garden", 8140), "kitchen", 8141);
  const before = Object.keys((parse(compose, { merge: true }) as { services: object }).services);
  const after = Object.keys((parse(text, { merge: true }) as { services: object }).services);
  expect(after.filter((name) => !before.includes(name))).toEqual(["garden", "kitchen"]);
});

it.each<[string, string, "taken" | undefined]>([
  ["has a service of that name", composed(compose, "garden", 1), "taken"],
  [
    "is not built like ours",
    "services:\n  orchestrator: {environment: {A: b}}\nvolumes: {}\n",
    undefined,
  ],
  ["is empty", "", undefined],
])("leaves a compose file alone that %s", (_why, text, result) => {
  expect(withService(text, named("garden"), 8140)).toBe(result);
});

/** A project with a bootstrap file, a compose file and one domain. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "new-domain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["domains.bootstrap.json", "docker-compose.yml"])
    cpSync(join(ROOT, file), join(folder, file));
  mkdirSync(join(folder, "domains", "orphan"), { recursive: true });
  return folder;
}
const contentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

it("writes a domain, and says what to do next", async () => {
  const folder = project();
  const ran = await runRegente(["new-domain", "garden", "--port=8140", `--dir=${folder}`]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain("O domínio garden está pronto, na porta 8140:\n  domains/garden/");
  expect(ran.out).toMatch(/check-domain http:\/\/127\.0\.0\.1:8140/);
  const manifest = readFileSync(join(folder, "domains/garden/manifest.yaml"), "utf8");
  expect(manifest).toContain("procura [tomate](item_text) em garden");
  const texts = readdirSync(join(folder, "domains/garden")).map((file) =>
    readFileSync(join(folder, "domains/garden", file), "utf8"),
  );
  expect(texts.filter((text) => /new[-_ ]domain|8199/i.test(text))).toEqual([]);
});

it("says what was written as JSON, and takes the next free port", async () => {
  const folder = project();
  const { out } = await runRegente(["new-domain", "garden", "--json", `--dir=${folder}`]);
  const ports = parseBootstrap(bootstrap, {}, "bootstrap").domains.flatMap(({ url }) =>
    url === undefined ? [] : [Number(new URL(url).port)],
  );
  const said = JSON.parse(out) as { port: number; files: string[] };
  expect(said.port).toBe(Math.max(...ports) + 1);
  for (const file of said.files) expect(contentsOf(folder)).toContain(file);
});

it.each([
  ["a name that is none", ["My Garden"], /"My Garden" não serve como nome/],
  ["a domain that there is", ["finance"], /Já existe um domínio "finance"/],
  ["a folder that there is", ["orphan"], /Já existe um domínio "orphan"/],
  ["a port that is none", ["garden", "--port=garden"], /não "garden"/],
  ["another domain's port", ["garden", "--port=8101"], /A porta 8101 já é de outro domínio/],
])("writes nothing, given %s", async (_what, args, why) => {
  const folder = project();
  const before = contentsOf(folder);
  const ran = await runRegente(["new-domain", ...args, `--dir=${folder}`]);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(why);
  expect(contentsOf(folder)).toEqual(before);
  expect(readFileSync(join(folder, "domains.bootstrap.json"), "utf8")).toBe(bootstrap);
});

it("says so when there is no project", async () => {
  const folder = mkdtempSync(join(tmpdir(), "new-domain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ran = await runRegente(["new-domain", "garden", `--dir=${folder}`]);
  expect(ran.code).toBe(2);
  expect(ran.err).toMatch(/Não há domains\.bootstrap\.json em .*--dir/);
});
