import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { domainManifest } from "#shared/contracts/console.ts";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { lintReport } from "#shared/contracts/lint.ts";
import { lastChange } from "#shared/contracts/routing.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { openBrowser, openPage, whyNoBrowser } from "./console/browser.ts";
import { builtOnce } from "./e2e/build-once.ts";
import { type Running, startProcess, stopProcess, until } from "./e2e/system.ts";

const manifest = (version: string, templates: string[]) => ({
  manifest_version: "1",
  domain: "tides",
  version,
  description: { en: "Tides" },
  goals: [
    {
      goal: "ASK_TIDE",
      description: { en: "Ask for the tide" },
      capability: "get_tide",
      hints: { templates: { en: templates }, examples: { en: ["tide table", "is the tide high"] } },
    },
  ],
  capabilities: [{ capability: "get_tide", effect: "read" }],
});

const folder = mkdtempSync(join(tmpdir(), "reviewed-"));
const write = (version: string, templates: string[]) =>
  writeFileSync(join(folder, "tides.json"), JSON.stringify(manifest(version, templates)));
let orchestrator: Running;
let url: string;
const get = async (path: string) => (await fetch(url + path)).json() as Promise<unknown>;
const reload = async () => {
  const response = await fetch(`${url}/v1/domains/reload`, { method: "POST" });
  return domainsResponse.parse(await response.json()).domains[0];
};

beforeAll(async () => {
  const domains = [
    { name: "tides", manifest: "tides.json", editable: true },
    { name: "moons", manifest: "moons.json" },
    { name: "rocks", url: "http://127.0.0.1:9" },
  ];
  const [goal] = manifest("1.0.0", ["which moon is it tonight"]).goals;
  const moons = {
    ...manifest("1.0.0", []),
    domain: "moons",
    description: { en: "Moons" },
    capabilities: [{ capability: "get_moon", effect: "read" }],
    goals: [
      {
        ...goal,
        goal: "ASK_MOON",
        capability: "get_moon",
        hints: { examples: { en: ["what moon is tonight"] } },
      },
    ],
  };
  writeFileSync(join(folder, "moons.json"), JSON.stringify(moons));
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains }));
  write("1.0.0", ["how high is the tide"]);
  url = `http://127.0.0.1:${await freePort()}`;
  await start();
});

async function start() {
  orchestrator = startProcess(builtOnce("orchestrator/main.ts"), {
    PORT: new URL(url).port,
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_DATA: join(folder, "data"),
    REGENTE_LINT: "background",
  });
  const isReady = async () => (await fetch(`${url}/ready`)).ok;
  await until("the orchestrator is ready", isReady, orchestrator.output);
}
afterAll(async () => {
  await stopProcess(orchestrator);
  rmSync(folder, { recursive: true, force: true });
});

it("a manifest with an error is held back and the last good one stays; the report tells both", async () => {
  write("2.0.0", ["how high is the {tide}"]);
  const held = await reload();
  expect(held).toMatchObject({ version: "1.0.0" });
  expect(held?.problem).toContain("{tide} is neither a list nor an entity");
  const report = lintReport.parse(await get("/v1/lint"));
  expect(report.held_back).toMatchObject([
    { domain: "tides", version: "2.0.0", findings: [{ level: "error", rule: "bad_template" }] },
  ]);
  expect(report.findings.map(({ rule }) => rule)).toContain("few_examples");
});

it("a manifest that is mended comes in, and what its change did is told after a while", async () => {
  await until(
    "the first look is over",
    async () => lintReport.parse(await get("/v1/lint")).complete,
    orchestrator.output,
  );
  expect(await get("/v1/diff")).toEqual({ change: null });
  write("3.0.0", ["when is low tide"]);
  expect(await reload()).toMatchObject({ version: "3.0.0", problem: null });
  expect(lintReport.parse(await get("/v1/lint")).held_back).toEqual([]);
  await until(
    "the change was compared",
    async () => lastChange.parse(await get("/v1/diff")).change !== null,
    orchestrator.output,
  );
  const { change } = lastChange.parse(await get("/v1/diff"));
  expect(change).toMatchObject({ examples: 3, recorded: 0 });
});

describe("a manifest that is saved from the console", () => {
  const inForce = async () => domainManifest.parse(await get("/v1/domains/tides/manifest"));
  const onDisk = () => JSON.parse(readFileSync(join(folder, "tides.json"), "utf8")) as unknown;
  const save = async (domain: string, body: { manifest: string; digest: string }) => {
    const response = await fetch(`${url}/v1/domains/${domain}/manifest`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  it("stands in its file, is in force, and leaves nothing else beside it", async () => {
    const { yaml, digest } = await inForce();
    const changed = yaml.replace("when is low tide", "when is high tide");
    expect(await save("tides", { manifest: changed, digest })).toMatchObject({ status: 200 });
    expect((await inForce()).yaml).toBe(changed);
    expect(onDisk()).toEqual(manifest("3.0.0", ["when is high tide"]));
    expect(readdirSync(folder).filter((name) => name.startsWith("tides"))).toEqual(["tides.json"]);
  });

  it("keeps what was promoted, and what an operator gave, until it is taken out of the text", async () => {
    const give = async (example: string) => {
      const response = await fetch(`${url}/v1/promotions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ domain: "tides", goal: "ASK_TIDE", locale: "en", example }),
      });
      expect({ status: response.status, text: await response.text() }).toMatchObject({
        status: 200,
      });
    };
    const given = ["is the sea rising", "has the water gone out"];
    const first = await inForce();
    for (const each of given) await give(each);
    const before = await inForce();
    for (const each of given) expect(before.yaml).toContain(each);
    const changed = before.yaml.replace("Ask for the tide", "Ask how the tide is");
    expect(await save("tides", { manifest: changed, digest: before.digest })).toMatchObject({
      status: 200,
    });
    for (const each of given) expect((await inForce()).yaml).toContain(each);
    await stopProcess(orchestrator);
    await start();
    const after = await inForce();
    expect(after.yaml).toContain("Ask how the tide is");
    for (const each of given) expect(after.yaml).toContain(each);
    const without = after.yaml.replace(/^.*has the water gone out.*\n/m, "");
    expect(await save("tides", { manifest: without, digest: after.digest })).toMatchObject({
      status: 200,
    });
    const last = await inForce();
    expect(last.yaml).not.toContain("has the water gone out");
    expect(JSON.stringify(onDisk())).toContain("is the sea rising");
    await save("tides", { manifest: first.yaml, digest: last.digest });
    expect((await inForce()).yaml).toBe(first.yaml);
  });

  it("is refused with its reason, and changes nothing, where it has an error, is another's, or was begun with an older one", async () => {
    const { yaml, digest } = await inForce();
    const before = onDisk();
    const broken = yaml.replace("when is high tide", "how high is the {tide}");
    const tried = [
      await save("tides", { manifest: broken, digest }),
      await save("tides", { manifest: `${yaml}surprise: 1\n`, digest }),
      await save("tides", { manifest: yaml.replace("domain: tides", "domain: moons"), digest }),
      await save("tides", { manifest: yaml.replace("Tides", "The tides"), digest: "0" }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([422, 422, 422, 409]);
    expect(tried.map(({ text }) => text).join()).toMatch(
      /neither a list nor an entity.*unknown field.*manifest of .*moons.*not of .*tides.*has changed since/s,
    );
    expect(onDisk()).toEqual(before);
  });

  it("is saved only where the operator's own file allows it, and never where a service serves it", async () => {
    const moons = domainManifest.parse(await get("/v1/domains/moons/manifest"));
    const kept = await save("moons", { manifest: moons.yaml, digest: moons.digest });
    expect(kept).toMatchObject({ status: 403 });
    expect(kept.text).toContain('\\"editable\\": true');
    const rocks = moons.yaml.replace("domain: moons", "domain: rocks");
    const served = await save("rocks", { manifest: rocks, digest: "" });
    expect(served).toMatchObject({ status: 403 });
    expect(served.text).toContain("serves its manifest at http://127.0.0.1:9");
    const { domains } = domainsResponse.parse(await get("/v1/domains"));
    expect(domains.filter(({ editable }) => editable).map(({ name }) => name)).toEqual(["tides"]);
  });

  it.skipIf(whyNoBrowser !== undefined)(
    "is written and saved on the page, which says how many sentences it changes",
    async () => {
      const browser = await openBrowser();
      const { page, faults } = await openPage(browser, { locale: "en" });
      await page.goto(`${url}/#/diff?of=tides`);
      const editor = page.locator(".cm-content");
      await editor.getByText("when is high tide").click();
      const save = page.getByRole("button", { name: "Save and activate" });
      expect(await save.isDisabled()).toBe(true);
      await page.keyboard.press("End");
      await page.keyboard.type(" today");
      const state = page.locator(".edit-state");
      await state.getByText(/sentences? would change/).waitFor({ timeout: 60_000 });
      await save.click();
      await state.getByText("Saved in the domain's files and activated.").waitFor();
      expect(onDisk()).toEqual(manifest("3.0.0", ["when is high tide today"]));
      expect(await save.isDisabled()).toBe(true);
      await page.goto(`${url}/#/diff?of=moons`);
      await editor.getByText("what moon is tonight").click();
      await page.keyboard.type("x");
      await page.getByText('add "editable": true').waitFor();
      expect(await save.count()).toBe(0);
      expect(faults).toEqual([]);
      await browser.close();
    },
  );
});
