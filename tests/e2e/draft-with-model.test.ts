import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { openLoopbackProvider } from "../../orchestrator/adapters/language-model/loopback-provider.fixture.ts";

const LINES = ["find a book by title"];

async function withModel(says: object) {
  const { baseUrl, key, plan, asked } = await openLoopbackProvider(chatCompletions);
  plan({ says: JSON.stringify(says) });
  const env = { LLM_PROVIDER: "openai", OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl };
  return { asked, env: { ...env, REGENTE_MODEL_FAST: "small", REGENTE_MODEL_SMART: "large" } };
}

it("shows what a model's sentences would add as a diff, which makes the draft the one with them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "draft-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { asked, env } = await withModel({
    "pt-BR": ["vocês têm [Dom Casmurro](title)?", "quero ler [Iracema](title)"],
    en: ["got [Emma](title)?", "is [Dune](title) on the shelf"],
  });
  const draft = await runRegente(["draft", "library", ...LINES]);
  writeFileSync(join(folder, "manifest.yaml"), draft.out);
  const ran = await runRegente(["draft", "library", ...LINES, "--model"], { env });
  expect(ran).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^4 frases .* 0 não servem/) as string,
  });
  expect(asked().flat().join("\n")).toContain("LIBRARY_READ_BOOK");

  // Nothing is written by the command: a person takes it.
  expect(readFileSync(join(folder, "manifest.yaml"), "utf8")).toBe(draft.out);
  execFileSync("patch", ["manifest.yaml"], { cwd: folder, input: ran.out });
  const patched = manifestSchema.parse(parse(readFileSync(join(folder, "manifest.yaml"), "utf8")));
  const [before] = manifestSchema.parse(parse(draft.out)).goals;
  expect(patched.goals[0]?.hints.examples).toEqual({
    "pt-BR": [
      ...(before?.hints.examples?.["pt-BR"] ?? []),
      "vocês têm [Dom Casmurro](title)?",
      "quero ler [Iracema](title)",
    ],
    en: [
      ...(before?.hints.examples?.en ?? []),
      "got [Emma](title)?",
      "is [Dune](title) on the shelf",
    ],
  });
});

it("takes no sentence that is there already, names a value that the goal does not have, or hides something", async () => {
  const { env } = await withModel({
    "pt-BR": [
      "mostra livro",
      "acha [Dune](isbn)",
      "acha [x]({title})",
      "a",
      "tem\u202e[Dune](title)",
    ],
    en: [
      "any [Emma](title) here?",
      "Any [Dune](title), here",
      "delete | everything {all}",
      "find\n[x](title)",
    ],
  });
  const ran = await runRegente(["draft", "library", ...LINES, "--model"], { env });
  expect(ran.err).toMatch(/^2 frases .* 7 não servem/);
  expect(
    ran.out
      .split("\n")
      .filter((line) => /^\+ /.test(line))
      .map((line) => line.slice(1).trim()),
  ).toEqual(["- any [Emma](title) here?", "- Any [Dune](title), here"]);
});

it("asks for the sentences of an overlay too, and says plainly where no model is configured", async () => {
  const folder = mkdtempSync(join(tmpdir(), "draft-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "api.json");
  const get = { operationId: "listBooks", summary: "The books" };
  const info = { title: "Books", version: "1" };
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths: { "/books": { get } } }));
  const { env } = await withModel({ "pt-BR": [], en: ["what is on the shelves?"] });
  const ran = await runRegente(["draft", "books", `--openapi=${file}`, "--model"], { env });
  expect(ran.out).toContain("- what is on the shelves?");
  const none = await runRegente(["draft", "books", `--openapi=${file}`, "--model"], {
    env: { LLM_PROVIDER: "none" },
  });
  expect(none).toMatchObject({ code: 2, out: "" });
  expect(none.err).toContain("Nenhum modelo de linguagem está configurado");
});

const TIDES = `# What tides are.
manifest_version: "1"
domain: tides
version: 1.0.0
description: {en: Tides}
goals:
  - goal: ASK_TIDE
    description: {en: Ask for the tide}
    capability: get_tide
    hints:
      templates: {en: ["how high is the tide [today]"]}
      examples:
        en:
          - "is the tide high"
          # How fishermen say it.
          - "tide table"
          - "when does the water come in"
capabilities:
  - {capability: get_tide, effect: read}
`;
const WINDS = {
  ...{ manifest_version: "1", domain: "winds", version: "1.0.0", description: { en: "Winds" } },
  goals: [
    {
      goal: "ASK_WIND",
      description: { en: "Ask for the wind" },
      capability: "get_wind",
      hints: {
        templates: { en: ["how strong is the wind"] },
        examples: { en: ["is it windy", "any breeze from the sea today"] },
      },
    },
  ],
  capabilities: [{ capability: "get_wind", effect: "read" }],
};

/** Two domains in files, and a model that says these sentences for the first. */
async function withDomains(en: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "draft-more-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tides = join(folder, "tides.yaml");
  writeFileSync(tides, TIDES);
  writeFileSync(join(folder, "winds.json"), JSON.stringify(WINDS));
  const domains = [
    { name: "tides", manifest: "tides.yaml" },
    { name: "winds", manifest: "winds.json" },
  ];
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains }));
  const { asked, env } = await withModel({ "pt-BR": [], en });
  const files = {
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_DATA: join(folder, "data"),
  };
  const draft = (...more: string[]) =>
    runRegente(["draft", "tides", "--model", ...more], {
      env: { ...env, ...files, LANG: "en_US.UTF-8" },
    });
  return { asked, draft, written: () => readFileSync(tides, "utf8") };
}

it("shows what a model's sentences would teach a domain that is there, and writes those that its author takes", async () => {
  const { asked, draft, written } = await withDomains([
    "is the tide high",
    "how high is the tide today",
    "how strong is the wind",
    "has the moon pulled the ocean up",
    "up has the ocean pulled, the moon",
    "will my boat float at noon",
  ]);
  const shown = await draft();
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out.split("\n").filter((line) => /^ *\d+ [^\w]/.test(line))).toEqual([
    "1 = how high is the tide today  (already understood)",
    "2 ≠ how strong is the wind  (belongs to winds.ASK_WIND)",
    "3 + has the moon pulled the ocean up",
    "4 = up has the ocean pulled, the moon  (says the same as number 3)",
    "5 + will my boat float at noon",
  ]);
  expect(written()).toBe(TIDES);

  // The model is asked once: what is taken is what was shown.
  const one = await draft("--accept=5");
  expect(one).toMatchObject({ code: 0, err: "" });
  const added = (text: string) => `          - "${text}"\n`;
  const last = added("when does the water come in");
  const withOne = TIDES.replace(last, `${last}${added("will my boat float at noon")}`);
  expect(written()).toBe(withOne);
  const rest = await draft("--accept=all-safe");
  expect(rest.out).toContain("1 examples were written to tides.");
  expect(written()).toBe(
    withOne.replace(
      added("will my boat float at noon"),
      `${added("will my boat float at noon")}${added("has the moon pulled the ocean up")}`,
    ),
  );
  expect(asked()).toHaveLength(1);
  expect(await draft("--accept=77")).toMatchObject({ code: 2 });
});

it("writes no sentence of a model that another goal acts on, though its number is named", async () => {
  const { draft, written } = await withDomains([
    "how strong is the wind",
    "has the moon pulled the ocean up",
  ]);
  const ran = await draft("--accept=1-2");
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("1 examples were written to tides.");
  expect(written()).not.toContain("how strong");
  expect(written()).toContain("has the moon pulled the ocean up");
});
