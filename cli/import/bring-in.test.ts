import { expect, it } from "vitest";
import { parse } from "yaml";
import { draftOverlay } from "#shared/made-domains/draft.ts";
import { libraryDocument } from "#shared/made-domains/library-service.fixture.ts";
import { yamlText } from "./bring-in.ts";

it("writes a few plain values on one line, and everything else one name a line", () => {
  const text = yamlText({
    thing: { en: "book", "pt-BR": "livro" },
    more: { deep: { a: 1 }, b: "x" },
  });
  expect(text).toBe("thing: {en: book, pt-BR: livro}\nmore:\n  deep: {a: 1}\n  b: x\n");
});

it("makes a draft of at most 30 lines an operation, which says the same when it is read", () => {
  const wanted = ["findBooks", "addBook", "removeBook", "getBook"];
  const { overlay } = draftOverlay(libraryDocument, "library", wanted);
  const text = yamlText(overlay);
  expect(parse(text)).toEqual(JSON.parse(JSON.stringify(overlay)));
  expect(text.split("\n").length / wanted.length).toBeLessThanOrEqual(30);
});
