import { expect, it } from "vitest";
import { templateFor } from "./template-for.ts";

it.each([
  [
    "[e] [qual|quanto é] [o] preço (da|do|de) {symbol_text}",
    "qual o preço da vale?",
    "qual o preço da …",
  ],
  [
    "quanto [é que|que] (tão|tá) pedindo (pela|pelo) [ação da] {symbol_text}",
    "quanto tá pedindo pela vale",
    "quanto tá pedindo pela …",
  ],
  ["(vê|(diz|fala) [aí]) como {x}", "fala aí como anda", "fala aí como …"],
  ["(price|quote) of {source:symbol_text} [please]", "price of $& (now)", "price of …"],
  ["<delete_all> [the] {name}", "wipe the notes", "delete all the …"],
  ["((broken", "broken", "((broken"],
])("%s reads for “%s” as “%s”", (template, sentence, read) =>
  expect(templateFor(template, sentence)).toBe(read),
);
