import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { sceneOf } from "../../language/modifiers/scene.ts";
import { tokens } from "../../language/text.ts";
import { edited, placeBefore } from "./edit.ts";
import { sayPlainly } from "./say-plainly.ts";

const editsOf = (text: string, locale: Locale) =>
  sayPlainly(sceneOf({ text, words: tokens(text), locale, today: () => undefined }));
const plain = (text: string, locale: Locale) =>
  edited(text, editsOf(text, locale)).text.replace(/\s+/g, " ").trim();

it.each<[string, Locale, string]>([
  ["joga fora a ata, gente", "pt-BR", "apaga a ata,"],
  ["taca o filme na lista ae", "pt-BR", "coloca o filme na lista"],
  ["manda um recado pra galera", "pt-BR", "manda um recado pra galera"],
  [
    "manda no telegram: joga fora o lixo, mano",
    "pt-BR",
    "manda no telegram: joga fora o lixo, mano",
  ],
  ["get rid of the note", "en", "delete the note"],
  ["please stick milk and eggs in a note", "en", "put milk and eggs in a note"],
  ["the bin is full", "en", "the bin is full"],
  ["put this link away", "en", "save this link"],
  ["manda a ata pro lixo", "pt-BR", "apaga a ata"],
  ["deixa aí anotado que chove", "pt-BR", "anota que chove"],
  ["guarda isso kkkkk", "pt-BR", "guarda isso"],
])("%s: %s says %s", (text, locale, said) => expect(plain(text, locale)).toBe(said));

it("a place in plain words is found again in what was said", () => {
  const text = "joga fora a ata";
  const { text: said, edits } = edited(text, editsOf(text, "pt-BR"));
  expect(text.slice(placeBefore(edits, said.indexOf("ata")))).toBe("ata");
  expect(placeBefore(edits, 0)).toBe(0);
});
