import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { actRightly, type Labelled } from "../../orchestrator/quality/tools/drafted.ts";
import { lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import { runRegente } from "../testing/run-regente.ts";

const LINES = ["find a book by title", "adicionar livro com título, ano: integer?"];

/** A sentence, the goal that it must lead to, and the title in it. */
const said = (locale: Labelled["locale"], text: string, goal: string, title: string): Labelled => ({
  ...{ id: text, text, locale, goal },
  entities: [{ name: "title", value: title }],
});

it("makes a manifest that works out of lines in either language, in an empty folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "draft-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ran = await runRegente(["draft", "library", ...LINES]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  writeFileSync(join(folder, "library.yaml"), ran.out);
  const domains = [{ name: "library", manifest: "library.yaml" }];
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains }));
  const env = { REGENTE_BOOTSTRAP: join(folder, "domains.json") };
  const { missing, findings } = await lintFiles(undefined, env);
  expect(missing).toEqual([]);
  expect(findings.filter(({ level }) => level === "error")).toEqual([]);

  const manifest = manifestSchema.parse(parse(ran.out));
  const sentences = [
    said("pt-BR", "me mostra o livro Capitães da Areia", "LIBRARY_READ_BOOK", "Capitães da Areia"),
    said("en", "find the book Dune", "LIBRARY_READ_BOOK", "Dune"),
    said("pt-BR", "quero adicionar o livro Iracema", "LIBRARY_ADD_BOOK", "Iracema"),
    said("en", "please add the book Emma", "LIBRARY_ADD_BOOK", "Emma"),
  ];
  expect(actRightly([manifest], sentences)).toMatchObject({ right: 4, wrong: 0 });
  // What the domain does not do with a book does not lead to what it does.
  const missed: Labelled = { ...said("en", "delete book", "NONE", ""), entities: [] };
  expect(actRightly([manifest], [missed])).toMatchObject({ wrong: 0 });
});

it.each([
  [
    "a line that begins with no deed",
    ["library", "banana the book"],
    /deve começar com uma ação: find/,
  ],
  [
    "a value of no known kind",
    ["library", "find book by title: colour"],
    /os tipos são text, .*, não "colour"/,
  ],
  ["nothing to draft", ["library"], /Diga o que o domínio faz/],
  ["a document that is not there", ["library", "--openapi=nowhere.json"], /nowhere\.json/],
])("says what is wrong with %s", async (_what, args, message) => {
  const ran = await runRegente(["draft", ...args]);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(message);
});
