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
