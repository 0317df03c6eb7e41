import { wordMap, wordSet } from "#shared/language/words.ts";
import { isCovered, type Stretch, type Token, tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { CONNECTIVES, LEADERS } from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import type { Lexicon } from "./entities/lexicon.ts";

/** Words that only point at what they are said with, folded. */
const LOOKS = wordSet("verbs.looking");
const COUNTS: ReadonlyMap<string, number> = new Map(
  [...wordMap("numbers.of-a-few")].flatMap(([count, words]) =>
    words.map((word) => [word, Number(count)] as const),
  ),
);

type Said = Pick<Sentence, "text" | "words">;

/**
 * Values that are named first, and counted where they are asked about. Pure.
 */
export function gathered(sentence: Said, lexicon: Lexicon): Said {
  const { text, words } = sentence;
  const at = words.findIndex(({ word }) => COUNTS.has(word));
  const counted = COUNTS.get(words[at]?.word ?? "");
  if (counted === undefined) return sentence;
  const begin = LEADERS.has(words[at - 1]?.word ?? "") ? at - 1 : at;
  const verb = words.findLastIndex(
    ({ word }, place) => place < begin && deedOf(word) !== undefined,
  );
  const names = verb < 1 ? [] : namesIn(words.slice(0, verb), lexicon);
  const [first] = names;
  const last = names.at(-1);
  if (first === undefined || last === undefined || names.length !== counted) return sentence;
  const isBare = words
    .slice(0, verb)
    .every(
      ({ word }, place) =>
        isCovered(names, place) ||
        SMALL.has(word) ||
        LOOKS.has(word) ||
        CONNECTIVES.has(word) ||
        LEADERS.has(word),
    );
  if (!isBare || deedOf(words[verb]?.word ?? "") === "look") return sentence;
  const said = text.slice(words[first.from]?.start, words[last.to - 1]?.end);
  const asked = text.slice(words[verb]?.start, words[begin]?.start);
  const whole = `${asked}${said}${text.slice(words[at]?.end)}`;
  return { ...sentence, text: whole, words: tokens(whole) };
}

/** Stands around names, and says nothing. */
const SMALL = wordSet("words.around-gathered");

function namesIn(words: readonly Token[], lexicon: Lexicon): Stretch[] {
  const names: Stretch[] = [];
  for (let at = 0; at < words.length; ) {
    const to = lexicon.hitsAt(words, at).at(-1)?.to;
    if (to !== undefined) names.push({ from: at, to });
    at = to ?? at + 1;
  }
  return names;
}
