import { expect, it } from "vitest";
import { smallPhrases, withoutBegin, withoutEnd } from "./small-words.ts";

const TOO = smallPhrases("too");

it.each([
  ["manda tb", "manda"],
  ["send it as well!", "send it!"],
  ["manda também?", "manda?"],
  ["também", "também"],
  ["também manda", "também manda"],
])("%s without its end is %s", (text, rest) => expect(withoutEnd(TOO, text)).toBe(rest));

it("a beginning is left out where something stands behind it", () => {
  const articles = smallPhrases("articles");
  expect(withoutBegin(articles, "a nota")).toBe("nota");
  expect(withoutBegin(articles, "a")).toBe("a");
});
