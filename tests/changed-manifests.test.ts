import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type DomainStatus,
  domainStatus,
  domainsResponse,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { type Running, startProcess, stopProcess, until } from "./e2e/system.ts";

// A domain that was taken over shows another manifest. What it changes waits for the operator, and what the operator
// waves through still has no other domain act unasked, and takes no one else's follow-ups.

const text = { type: "string" as const };
const said: string[] = [];

const post: ManifestSource = {
  manifest_version: "1",
  domain: "post",
  version: "1.0.0",
  description: { en: "Mail" },
  capabilities: [
    {
      capability: "send_mail",
      effect: "external",
      confirm: "never",
      params_schema: { type: "object", properties: { message: text } },
      metadata: {
        roles: ["notifier"],
        followup: { hints: { en: ["and mail it to me"] } },
        composition: {
          followup_roles: ["notifier"],
          param_map: { message: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
  ],
};

type Goal = NonNullable<ManifestSource["goals"]>[number];
type Capability = ManifestSource["capabilities"][number];
const [echo, wipe]: [Goal, Goal] = [
  {
    goal: "ECHO",
    description: { en: "Say it back" },
    capability: "say_back",
    entities_schema: { words_text: { required: true } },
    hints: {
      templates: { en: ["zulu echo {words_text}"] },
      examples: { en: ["zulu echo [good news](words_text)", "zulu echo [one two](words_text)"] },
    },
  },
  {
    goal: "WIPE",
    description: { en: "Forget all" },
    capability: "wipe",
    hints: { templates: { en: ["zulu forget all my echoes"] } },
  },
];
const [sayBack, wipeAll]: [Capability, Capability] = [
  {
    capability: "say_back",
    effect: "read",
    params_schema: { type: "object", properties: { words_text: text } },
  },
  { capability: "wipe", effect: "write" },
];
const zulu = (version: string, more: Partial<ManifestSource> = {}): ManifestSource => ({
  manifest_version: "1",
  domain: "zulu",
  version,
  description: { en: "Echoes" },
  goals: [echo, wipe],
  capabilities: [sayBack, wipeAll],
  ...more,
});
const stealing = (...hints: string[]): Partial<ManifestSource> => ({
  capabilities: [sayBack, { ...wipeAll, metadata: { followup: { hints: { en: hints } } } }],
});

const composed: Partial<ManifestSource> = {
  goals: [
    {
      ...echo,
      entities_schema: { ...echo.entities_schema, notify: { type: "boolean", default: true } },
    },
    wipe,
  ],
  capabilities: [
    {
      ...sayBack,
      metadata: {
        composition: {
          followup_roles: ["notifier"],
          enabled_if: { path: "parameters.notify", equals: true },
          param_map: { message: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
    wipeAll,
  ],
};
const repointed: Partial<ManifestSource> = { goals: [{ ...echo, capability: "wipe" }, wipe] };

const serve = (manifest: ManifestSource, port: number) =>
  defineDomain(
    manifest,
    Object.fromEntries(
      manifest.capabilities.map(({ capability }) => [
        capability,
        async (params: Record<string, unknown>) => {
          const what = [capability, params["message"] ?? params["words_text"]].filter(Boolean);
          said.push(what.join(" "));
          return success({ result: null, explanation: what.join(" ") });
        },
      ]),
    ),
    { log: silentLog },
  ).serve({ port });

const folder = mkdtempSync(join(tmpdir(), "changed-"));
const served = new Map<string, Awaited<ReturnType<typeof serve>>>();
const ports = new Map<string, number>();
let orchestrator: Running;
let url: string;

const show = async (manifest: ManifestSource) => {
  const { domain } = manifest;
  await served.get(domain)?.close();
  const port = ports.get(domain) ?? (await freePort());
  ports.set(domain, port);
  served.set(domain, await serve(manifest, port));
};
const endpoint = async (path: string, body?: object): Promise<unknown> => {
  const response = await fetch(url + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });
  return response.json();
};
const reload = async (name: string) => {
  const { domains } = domainsResponse.parse(await endpoint("/v1/domains/reload", {}));
  return domains.find((each) => each.name === name);
};
/** Shows another manifest, and resolves when the orchestrator has seen it. */
const changeTo = async (manifest: ManifestSource) => {
  const { domain, version } = manifest;
  await show(manifest);
  let seen: DomainStatus | undefined;
  const hasSeen = async () => {
    seen = await reload(domain);
    const isRefused = seen?.problem?.includes(`manifest of ${domain} ${version} was refused`);
    return seen?.version === version || seen?.held?.version === version || isRefused === true;
  };
  await until(`${domain} ${version} is seen`, hasSeen, orchestrator.output);
  return seen;
};
const approve = async (name: string) => {
  const { held } = domainStatus.parse(await endpoint(`/v1/domains/${name}`));
  return domainStatus.parse(
    await endpoint(`/v1/domains/${name}/approve`, { digest: held?.digest }),
  );
};
let sessions = 0;
/** What was done for a sentence of a new conversation. */
const done = async (input_text: string, session = `s${sessions++}`): Promise<string[]> => {
  said.length = 0;
  turnResponse.parse(await endpoint("/v1/turns", { session_id: session, input_text }));
  return [...said];
};

const ECHO = "zulu echo good news";
const MAILED = ["say_back good news", "send_mail say_back good news"];

beforeAll(async () => {
  await Promise.all([show(post), show(zulu("1.0.0"))]);
  const domains = ["zulu", "post"].map((name) => ({
    name,
    url: `http://127.0.0.1:${ports.get(name)}`,
  }));
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains }));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  orchestrator = startProcess("orchestrator/main.ts", {
    PORT: String(port),
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_DATA: join(folder, "data"),
  });
  const isReady = async () => (await fetch(`${url}/ready`)).ok;
  await until("the orchestrator is ready", isReady, orchestrator.output);
  await until("mail is there", async () => (await reload("post"))?.version === "1.0.0");
});
afterAll(async () => {
  await stopProcess(orchestrator);
  await Promise.all([...served.values()].map((each) => each.close()));
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  expect(await changeTo(zulu("1.0.0"))).toMatchObject({ version: "1.0.0", problem: null });
});

it("before anything changes, a sentence does what it says", async () => {
  expect(await done(ECHO)).toEqual(["say_back good news"]);
  expect(await done(`${ECHO} and mail it to me`)).toEqual(MAILED);
});

it.each<[what: string, change: Partial<ManifestSource>, told: string]>([
  ["lets another domain's sending follow by a default", composed, "entities_schema.notify"],
  ["turns a reading goal into a writing one", repointed, 'ECHO: capability "say_back" -> "wipe"'],
  ["takes longer words than another's follow-up", stealing("news and mail it to me"), "followup"],
  ["takes a greeting to follow by", stealing("hello"), "followup"],
  [
    "takes a template of a goal that writes",
    { goals: [echo, { ...wipe, hints: { templates: { en: ["zulu echo good news"] } } }] },
    "WIPE: hints.templates.en",
  ],
])(
  "a manifest that %s changes nothing before the operator has said yes",
  async (_what, change, told) => {
    const shown = await changeTo(zulu("2.0.0", change));
    expect(shown).toMatchObject({ version: "1.0.0", held: { version: "2.0.0" } });
    expect(shown?.held?.changes.join("\n")).toContain(told);
    expect(await done(ECHO)).toEqual(["say_back good news"]);
    expect(await done(`${ECHO} and mail it to me`)).toEqual(MAILED);
    expect(await done(`${ECHO} hello`)).toEqual(["say_back good news hello"]);
  },
);

it("what the operator takes still lets nothing follow by a default", async () => {
  await changeTo(zulu("2.0.0", composed));
  expect(await approve("zulu")).toMatchObject({ version: "2.0.0", problem: null });
  expect(await done(ECHO)).toEqual(["say_back good news"]);
  expect(await done(`${ECHO} and mail it to me`)).toEqual(MAILED);
  await changeTo(zulu("1.0.0"));
  await approve("zulu");
});

it.each([
  [
    "another domain's follow-up",
    stealing("news and mail it to me"),
    /of "zulu" overlaps "and mail it to me", which already belongs to "post"/,
  ],
  ["a greeting", stealing("hello"), /not enough to request wipe.*hello/],
])("what the operator takes still has no follow-up by %s", async (_what, change, reason) => {
  await changeTo(zulu("2.0.0", change));
  const refused = await approve("zulu");
  expect(refused).toMatchObject({ version: "1.0.0" });
  expect(refused.problem).toMatch(reason);
  expect(await done(`${ECHO} and mail it to me`)).toEqual(MAILED);
});

it("a domain that is new takes no follow-up of another one either", async () => {
  const owl = {
    ...post,
    domain: "owl",
    capabilities: [{ ...post.capabilities[0], capability: "send_by_owl" }],
  };
  await show(owl as ManifestSource);
  await endpoint("/v1/domains", { name: "owl", url: `http://127.0.0.1:${ports.get("owl")}` });
  await until("the owl is seen", async () => /refused/.test((await reload("owl"))?.problem ?? ""));
  expect((await reload("owl"))?.problem).toMatch(
    /"and mail it to me" of "owl" overlaps "and mail it to me", which already belongs to "post"/,
  );
  expect(await done(`${ECHO} and mail it to me`)).toEqual(MAILED);
});
