import { wordSet } from "#shared/language/words.ts";
import type { Sentence } from "../values/recogniser.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import { endOfAny } from "./languages.ts";
import type { Mark } from "./mark.ts";

/** What stays beside one thing that is to go; of several things it is left out, and that is for the user to say. */
export function sparingAt({
  scene: { text, words },
  phrase,
}: {
  scene: Pick<Sentence, "text" | "words">;
  phrase: { at: number };
}): Mark["value"] | boolean {
  const before = words.slice(0, phrase.at);
  const verb = before.findIndex(({ word }) => deedOf(word) === "remove");
  if (verb < 0) return false;
  const said = before.slice(verb + 1);
  const isOfAll = said.some(
    (_, at) =>
      endOfAny("universals", said, at) !== undefined && !FROM.has(said[at - 1]?.word ?? ""),
  );
  const isName = said.some(({ start }) => /[\p{Lu}"\u201c]/u.test(text[start] ?? ""));
  const first = said[0]?.word ?? "";
  const isOne = isName || ONE.has(first) || !(MANY.test(first) || isDeterminer(first));
  return isOne && !isOfAll ? true : "left_out_of_all";
}

const FROM = wordSet("words.spared-from");
/** Several, as far as one can see. */
const MANY = /s$|^\d/;
const ONE = wordSet("words.one-of-them");

/** What is touched is a thing by itself, and hardly a part of what goes. */
export const TOUCHES = wordSet("verbs.touching");
