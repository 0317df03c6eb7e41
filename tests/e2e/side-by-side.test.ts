import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { domainsResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { readConfig } from "../../orchestrator/config/config.ts";
import { startOrchestrator } from "../../orchestrator/start/start-orchestrator.ts";

// Two domains that offer one capability, and two versions of one domain, as an operator has them side by side.

type Entry = {
  name: string;
  url: string;
  versions?: string[];
  provides?: string[];
  preferred?: boolean;
};

/** An orchestrator over a bootstrap file that may change, and that can be started again over what it left. */
async function over(entries: Entry[]) {
  const folder = mkdtempSync(join(tmpdir(), "side-by-side-"));
  const bootstrap = join(folder, "domains.json");
  const env = { REGENTE_DATA: folder, REGENTE_BOOTSTRAP: bootstrap, LLM_PROVIDER: "none" };
  const config = readConfig({ PORT: "0", REGENTE_CHANGE_POLICY: "accept", ...env });
  const write = (domains: Entry[]) => writeFileSync(bootstrap, JSON.stringify({ domains }));
  const open = async () => {
    const opened = await startOrchestrator(config, pino({ level: "silent" }));
    await expect.poll(async () => (await fetch(`${opened.url}/ready`)).ok).toBe(true);
    return opened;
  };
  write(entries);
  let orchestrator = await open();
  onTestFinished(async () => {
    await orchestrator.close(0);
    rmSync(folder, { recursive: true, force: true });
  });
  const domains = async () =>
    domainsResponse.parse(await (await fetch(`${orchestrator.url}/v1/domains`)).json()).domains;
  return {
    domains,
    /** The bootstrap file says this from now on; resolves when it is in force. */
    async change(changed: Entry[], isInForce: () => Promise<boolean>) {
      write(changed);
      await fetch(`${orchestrator.url}/v1/domains/reload`, { method: "POST" });
      await expect.poll(isInForce).toBe(true);
    },
    async restart(changed = entries) {
      await orchestrator.close(0);
      write(changed);
      orchestrator = await open();
    },
    async say(input_text: string, session_id = "s") {
      const response = await fetch(`${orchestrator.url}/v1/turns`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ input_text, session_id, locale: "en" }),
      });
      return turnResponse.parse(await response.json());
    },
  };
}

/** A domain that listens until it is stopped; what it was asked stands in `asked`. */
async function serve(manifest: ManifestSource, says = manifest.domain) {
  const asked: string[] = [];
  const [{ capability } = { capability: "" }] = manifest.capabilities;
  const handler = async (params: Record<string, unknown>) => {
    asked.push(Object.values(params).join(" "));
    return success({ explanation: `${says}: ${Object.values(params).join(" ")}` });
  };
  const domain = defineDomain(manifest, { [capability]: handler }, { log: silentLog });
  const served = await domain.serve({ port: 0 });
  let isServed = true;
  const stop = async () => {
    if (isServed) await served.close();
    isServed = false;
  };
  onTestFinished(stop);
  return { url: served.url, asked, stop };
}

describe("versions side by side", () => {
  /** The second version has its capability by another name, so a plan of the first one cannot go on under it. */
  const press = (version: string, capability: string): ManifestSource => ({
    manifest_version: "1",
    domain: "press",
    version,
    description: { en: "A printing press" },
    goals: [
      {
        goal: "PRINT",
        description: { en: "Print a line" },
        capability,
        entities_schema: { line_text: { required: true } },
        hints: { templates: { en: ["print {line_text}"] } },
      },
    ],
    capabilities: [
      {
        capability,
        effect: "write",
        repeat: "keyed",
        confirm: "always",
        params_schema: {
          type: "object",
          properties: { line_text: { type: "string" } },
          required: ["line_text"],
        },
      },
    ],
  });

  async function waiting() {
    const old = await serve(press("1.0.0", "print_line"), "old press");
    const system = await over([{ name: "press", url: old.url }]);
    const asked = await system.say("print chapter seven");
    expect(asked.pending?.kind).toBe("confirm");
    const fresh = await serve(press("2.0.0", "set_line"), "new press");
    const entry = { name: "press", url: fresh.url, versions: [old.url] };
    return { old, fresh, system, entry };
  }

  it.each(["at once", "after a restart"])(
    "a run that waits goes on %s under the manifest it began with, at the version that it is of",
    async (when) => {
      const { old, fresh, system, entry } = await waiting();
      if (when === "after a restart") await system.restart([entry]);
      else
        await system.change([entry], async () => (await system.domains())[0]?.version === "2.0.0");
      const done = await system.say("yes");
      expect(done).toMatchObject({ status: "success", answer: "old press: chapter seven" });
      expect([old.asked, fresh.asked]).toEqual([["chapter seven"], []]);
      // What begins now begins with the new one.
      await system.say("print chapter nine");
      expect((await system.say("yes")).answer).toBe("new press: chapter nine");
    },
  );

  it.each(["at once", "after a restart"])(
    "and not %s where that version is gone: nothing is sent to the other one by a plan that it does not know",
    async (when) => {
      const { old, fresh, system, entry } = await waiting();
      await old.stop();
      if (when === "after a restart") await system.restart([entry]);
      else
        await system.change([entry], async () => (await system.domains())[0]?.version === "2.0.0");
      const done = await system.say("yes");
      expect(done.status).toBe("failure");
      expect(done.answer).toMatch(/ask .*again/i);
      expect([old.asked, fresh.asked]).toEqual([[], []]);
    },
  );
});

describe("two domains that offer one capability", () => {
  const sky = (
    domain: string,
    effect: "read" | "write",
    more: Partial<ManifestSource["capabilities"][number]> = {},
  ): ManifestSource => ({
    manifest_version: "1",
    domain,
    version: "1.0.0",
    description: { en: "The sky" },
    goals:
      domain === "weather"
        ? [
            {
              goal: "ASK_SKY",
              description: { en: "How the sky is" },
              capability: "see_sky",
              entities_schema: { town_text: { required: true } },
              hints: { templates: { en: ["how is the sky over {town_text}"] } },
            },
          ]
        : [],
    capabilities: [
      {
        capability: "see_sky",
        effect,
        repeat: "keyed",
        params_schema: {
          type: "object",
          properties: { town_text: { type: "string" } },
          required: ["town_text"],
        },
        ...(domain === "mirror" && { provides: "weather.see_sky" }),
        ...more,
      },
    ],
  });
  async function both(effect: "read" | "write", more = {}, entry: Partial<Entry> = {}) {
    const weather = await serve(sky("weather", effect));
    const mirror = await serve(sky("mirror", effect, more));
    const provides = { provides: ["weather.see_sky"], preferred: true };
    const system = await over([
      { name: "weather", url: weather.url },
      { name: "mirror", url: mirror.url, ...provides, ...entry },
    ]);
    return { weather, mirror, system };
  }
  const providers = ({ trace }: Awaited<ReturnType<Awaited<ReturnType<typeof over>>["say"]>>) =>
    trace.steps.map(({ domain, output }) => [domain, output?.metadata["provided_by"]]);

  it("the preferred one is asked, the answer says so, and a read that fails goes to the other one", async () => {
    const { mirror, system } = await both("read");
    const first = await system.say("how is the sky over Recife");
    expect(first.answer).toBe("mirror: Recife");
    expect(providers(first)).toEqual([["weather", "mirror"]]);
    await mirror.stop();
    const second = await system.say("how is the sky over Natal");
    expect(second).toMatchObject({ status: "success", answer: "weather: Natal" });
    expect(providers(second)).toEqual([["weather", undefined]]);
  });

  it("one that is not preferred is asked when the domain itself is down", async () => {
    const { weather, mirror, system } = await both("read", {}, { preferred: false });
    expect((await system.say("how is the sky over Recife")).answer).toBe("weather: Recife");
    await weather.stop();
    expect((await system.say("how is the sky over Natal")).answer).toBe("mirror: Natal");
    expect(mirror.asked).toEqual(["Natal"]);
  });

  it("an effect that fails goes nowhere else", async () => {
    const { weather, mirror, system } = await both("write");
    await mirror.stop();
    expect((await system.say("how is the sky over Recife")).status).toBe("failure");
    expect(weather.asked).toEqual([]);
  });

  it("what the operator did not allow is not asked, and what promises less says why", async () => {
    const alone = await both("read", {}, { provides: [] });
    expect((await alone.system.say("how is the sky over Recife")).answer).toBe("weather: Recife");
    expect((await alone.system.domains())[1]?.problem).toBe(
      'cannot stand in for weather.see_sky: its entry does not allow this in "provides"',
    );
    const weaker = await both("read", { trust: "untrusted" });
    expect((await weaker.system.say("how is the sky over Recife")).answer).toBe("weather: Recife");
    const [, mirror] = await weaker.system.domains();
    expect(mirror?.problem).toBe(
      "cannot stand in for weather.see_sky: its answers count as outside text",
    );
  });
});
