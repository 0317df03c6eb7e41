import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Artifacts, artifacts } from "#shared/contracts/artifact.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { type FileLink, fileSchema } from "#shared/contracts/output.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { answer } from "../../turn/answer.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { type ArtifactNote, versionsOf, withNotes } from "./artifacts.ts";

const made = (text: string, at = 1): ArtifactNote => ({
  artifact: "garden.plan",
  text,
  content: { beds: 2 },
  sources: [],
  at,
});
const judged = (text: string, feedback: string): ArtifactNote => ({ ...made(text), feedback });
const shown = (kept: Artifacts) =>
  versionsOf(kept, "garden.plan").map(({ version, text, feedback }) => [
    `V${version}`,
    text,
    feedback?.text ?? null,
  ]);

it.each<[string, ArtifactNote[], unknown[]]>([
  [
    "counts versions",
    [made("Roses"), made("Tulips")],
    [
      ["V1", "Roses", null],
      ["V2", "Tulips", null],
    ],
  ],
  [
    "notes feedback on the version with its words",
    [made("Roses."), made("Tulips"), judged("róses", "Too red")],
    [
      ["V1", "Roses.", "Too red"],
      ["V2", "Tulips", null],
    ],
  ],
  [
    "has the last feedback",
    [made("Roses"), judged("Roses", "No"), judged("Roses", "Yes")],
    [["V1", "Roses", "Yes"]],
  ],
  [
    "makes a version of other words",
    [made("10 roses"), judged("30 roses", "Fine")],
    [
      ["V1", "10 roses", null],
      ["V2", "30 roses", "Fine"],
    ],
  ],
])("%s", (_habit, notes, expected) => expect(shown(withNotes({}, notes))).toEqual(expected));

it("keeps the newest twenty with their numbers, and nothing of it is too long to store", () => {
  const long = made("x".repeat(9000));
  const notes = [
    ...Array.from({ length: 25 }, (_, at) => made(`plan ${at}`)),
    { ...long, content: "y".repeat(9000) },
  ];
  const kept = artifacts.parse(withNotes({}, notes));
  const versions = versionsOf(kept, "garden.plan");
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 7),
  );
  expect(versions.at(-1)).toMatchObject({ content: null, text: "x".repeat(2000) });
});

it("keeps artifacts apart", () => {
  const kept = withNotes({}, [made("Roses"), { ...made("Loans"), artifact: "bank.plan" }]);
  expect(shown(kept)).toEqual([["V1", "Roses", null]]);
  expect(versionsOf(kept, "constructor")).toEqual([]);
});

const text = { type: "string" as const };
const takesFiles = {
  type: "object" as const,
  properties: {
    message: text,
    files: { type: "array" as const, items: { type: "object" as const, format: "file" as const } },
  },
};
const mapped = {
  message: { from_parameters: ["_step_explanation"] },
  files: { from_parameters: ["_step_files"] },
};

/** It develops photographs, frames them, and sends them away; frames need a yes. */
const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "darkroom",
  version: "1.0.0",
  description: { "pt-BR": "Laboratório de fotografia", en: "Darkroom" },
  goals: [
    {
      goal: "DEVELOP",
      description: { "pt-BR": "Revelar um filme", en: "Develop a film" },
      capability: "develop",
      hints: { templates: { "pt-BR": ["revele {film_text}"], en: ["develop {film_text}"] } },
      entities_schema: { film_text: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "develop",
      effect: "read",
      params_schema: { type: "object", properties: { film_text: text } },
    },
    {
      capability: "frame",
      effect: "write",
      repeat: "keyed",
      confirm: "always",
      gives_files: true,
      params_schema: takesFiles,
      metadata: {
        roles: ["framer"],
        followup: { hints: { "pt-BR": ["e emoldure"], en: ["and frame it"] } },
        composition: { followup_roles: ["framer"], param_map: mapped },
      },
    },
    {
      capability: "send",
      effect: "external",
      repeat: "keyed",
      confirm: "never",
      params_schema: takesFiles,
      metadata: {
        roles: ["sender"],
        followup: { hints: { "pt-BR": ["e manda"], en: ["and send it"] } },
        composition: { followup_roles: ["sender"], param_map: mapped },
      },
    },
  ],
};

/** What the last call of each capability was given. */
const received = new Map<string, FileLink[]>();
const opened: { close(): Promise<void> }[] = [];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  received.clear();
  const inline = (name: string, content: string) => ({
    name,
    media_type: "image/png",
    url: `data:image/png;base64,${Buffer.from(content).toString("base64")}`,
  });
  const take = (capability: string, files: unknown) =>
    void received.set(capability, fileSchema.array().parse(files ?? []));
  const domain = defineDomain(
    manifest,
    {
      async develop({ film_text }) {
        const film = String(film_text);
        const content = film === "panorama" ? "x".repeat(610 * 1024) : `photo of ${film}`;
        return success({
          explanation: `Revelei ${film}.`,
          metadata: { files: [inline(`${film}.png`, content)] },
        });
      },
      async frame({ files }) {
        take("frame", files);
        return success({
          explanation: "Emoldurei.",
          metadata: { files: [inline("framed.png", `framed ${contentsOf("frame")}`)] },
        });
      },
      async send({ files }) {
        take("send", files);
        return success({ explanation: "Mandei." });
      },
    },
    { log: silentLog },
  );
  deps = await openTurnDeps([domain]);
  opened.push(deps);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const contentsOf = (capability: string): string[] =>
  (received.get(capability) ?? []).map(({ url }) =>
    Buffer.from(url.replace(/^data:image\/png;base64,/, ""), "base64").toString(),
  );
const say = (input_text: string, user_id = "ana") =>
  answer(
    { session_id: "s", user_id, input_text, channel: "test", metadata: {}, locale: "pt-BR" },
    deps.turnDeps(),
  );
const sends = (files: Json, user_id = "ana") =>
  executePlan(
    {
      plan: {
        execution_mode: "dag",
        combine_mode: "report",
        max_concurrency: 1,
        steps: [
          {
            id: 1,
            domain: "darkroom",
            capability: "send",
            params: { files },
            depends_on: [],
            required: true,
          },
        ],
      },
      entry: { session_id: "p", user_id, input_text: "p", channel: "test", metadata: {} },
    },
    deps.turnDeps(),
  );

describe("a file that one step made", () => {
  it("reaches the next domain as its bytes, and is a link everywhere else", async () => {
    const told = await say("revele o cais e manda");
    expect(told.status).toBe("success");
    expect(contentsOf("send")).toEqual(["photo of o cais"]);
    const [file] = told.files;
    expect(file?.name).toBe("o cais.png");
    expect(file?.url).toMatch(/^\/v1\/files\//);
    expect(told.trace.plan?.steps[1]?.params).toEqual({
      message: "${1.explanation}",
      files: "${1.files}",
    });
    expect(JSON.stringify(told)).not.toContain("base64");
    const { store } = deps.turnDeps();
    const kept = await store.runs.steps({ user_id: "ana" }, told.run_id);
    expect(JSON.stringify(kept)).not.toContain("base64");
  });

  it("goes through what follows it, also when that has to wait for a yes and a restart comes between", async () => {
    const asked = await say("revele o cais e manda e emoldure");
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
    expect(received.has("send")).toBe(false);
    await deps.reopen();
    expect((await say("sim")).status).toBe("success");
    expect(contentsOf("frame")).toEqual(["photo of o cais"]);
    expect(contentsOf("send")).toEqual(["framed photo of o cais"]);
  });

  it("may be given again by its owner, in a plan of theirs", async () => {
    const [file] = (await say("revele o cais")).files;
    expect((await sends([file ?? null])).status).toBe("success");
    expect(contentsOf("send")).toEqual(["photo of o cais"]);
  });

  it("that is someone else's is none, and nothing is sent", async () => {
    const [file] = (await say("revele o cais")).files;
    const refused = await sends([file ?? null], "rui");
    const unknown = await sends([{ ...file, url: `/v1/files/${"0".repeat(48)}` }], "rui");
    expect(refused).toMatchObject({ status: "failure", steps: [{ status: "failure" }] });
    expect(refused.output.explanation).toBe(
      "Não consegui: o serviço darkroom não recebeu o arquivo, que expirou ou é grande demais.",
    );
    expect(refused.output.metadata).toEqual(unknown.output.metadata);
    expect(received.has("send")).toBe(false);
  });

  it("that has expired is not sent, and that is said", async () => {
    const [file] = (await say("revele o cais")).files;
    deps.pass(25 * 60 * 60 * 1000);
    const told = await sends([file ?? null]);
    expect(told).toMatchObject({
      status: "failure",
      steps: [{ output: { metadata: { fault: "file" } } }],
    });
    expect(received.has("send")).toBe(false);
  });

  it("that cannot be kept fails its step, and no one hears where it would have been", async () => {
    const { files, ...others } = deps.turnDeps();
    const full = async () => {
      throw new Error("ENOSPC: no space left on device, open '/var/lib/regente/files/0f'");
    };
    const entry = { session_id: "s", user_id: "ana", input_text: "revele o cais" };
    const told = await answer(
      { ...entry, channel: "test", metadata: {}, locale: "pt-BR" },
      { ...others, files: { ...files, put: full } },
    );
    expect(told.status).toBe("failure");
    expect(JSON.stringify(told)).not.toMatch(/ENOSPC|regente/);
  });

  it("that is too large to be handed on fails that step only", async () => {
    const told = await say("revele panorama e manda");
    expect(told.trace.steps.map(({ status }) => status)).toEqual(["success", "failure"]);
    expect(told.answer).toMatch(/Revelei panorama.*grande demais/s);
    expect(told.files).toHaveLength(1);
  });

  it.each<[what: string, url: string]>([
    ["at another address", "https://example.org/a.png"],
    ["that the caller brings along", "data:image/png;base64,YQ=="],
  ])("%s is passed as it is; nothing is fetched", async (_what, url) => {
    const file = { name: "a.png", media_type: "image/png", url };
    expect((await sends([file])).status).toBe("success");
    expect(received.get("send")).toEqual([file]);
  });
});
