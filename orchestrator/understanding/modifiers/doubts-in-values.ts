import type { Doubt } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { endOfAny, endOfIn, endsWith, isBordered } from "../../language/modifiers/languages.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { slice, type Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { recognise } from "../../language/values/typed-values.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { deedOf } from "../../language/words/deeds.ts";
import type { Clause } from "../clause.ts";

/** What in the values of a request may be no part of them: a place, an answer, another thing, or whom it is sent to. */
export const doubtsInValues = (clause: Clause, sentence: Sentence, sends: boolean): Doubt[] => [
  ...mayNamePlace(clause, sentence),
  ...takesOut(clause, sentence),
  ...asksFirst(clause, sentence),
  ...namesEither(clause, sentence),
  ...pointsAtSource(clause, sentence),
  ...holdsTime(clause, sentence),
  ...holdsRecurrence(clause, sentence),
  ...pointsFirst(clause, sentence),
  ...(sends ? mayNameSomebody(clause, sentence) : []),
];

/** A text that nothing announces hardly begins so; it may be for whom it is. */
function mayNameSomebody({ goal, found, words }: Clause, { text }: Sentence): Doubt[] {
  return found.flatMap(({ entity, from, to, by }): Doubt[] => {
    if (goal?.prose.has(entity) !== true || by === "open" || isBordered(text, words, from))
      return [];
    const end =
      endOfAny("recipient_prepositions", words, from) ??
      endOfAny("owner_prepositions", words, from);
    if (end !== undefined && end < to && endOfAny("oneself", words, end) === undefined)
      return [{ reason: "ambiguous_scope", detail: slice(text, words, from, end + 1) }];
    const at = to < words.length ? recipientAtEnd(words, from, to) : undefined;
    return at === undefined
      ? []
      : [{ reason: "ambiguous_scope", detail: slice(text, words, at, to) }];
  });
}

/** The last words before where it is sent to may say to whom. */
function recipientAtEnd(words: readonly Token[], from: number, to: number): number | undefined {
  for (let at = Math.max(from + 1, to - MOST_RECIPIENT_WORDS); at < to - 1; at++) {
    const next = endOfAny("recipient_prepositions", words, at);
    if (next === undefined || next >= to || endOfAny("oneself", words, next) !== undefined)
      continue;
    const said = words[next]?.word ?? "";
    if (!/[aei]r$/.test(said) && !/^\d/.test(said) && !isFunctionWord(said)) return at;
  }
  return undefined;
}

const MOST_RECIPIENT_WORDS = 6;

/** It says where to, or what it is called, and is no text. */
function mayNamePlace({ goal, found, words }: Clause, { text }: Sentence): Doubt[] {
  return found.flatMap(({ entity, from, to, by }): Doubt[] => {
    const isText = goal?.prose.has(entity) === true || by === "open";
    if (!isText || !PLACES.has(words[from]?.word ?? "")) return [];
    const before = words.slice(Math.max(0, from - 3), from).map(({ word }) => word);
    const isAs = before.some((word) => KEPT_AS.has(word));
    if (!isAs || !endsWith("text_nouns", words, from) || isBordered(text, words, from)) return [];
    return [{ reason: "unread", detail: slice(text, words, from, to) }];
  });
}

/** A text that nothing announces does not begin with a but. */
function takesOut({ goal, found, words }: Clause, { text }: Sentence): Doubt[] {
  return found.flatMap(({ entity, from, to }): Doubt[] => {
    const isText = goal?.prose.has(entity) === true;
    if (!isText || !BUT.has(words[from]?.word ?? "") || isBordered(text, words, from)) return [];
    return [{ reason: "excepted", detail: slice(text, words, from, to) }];
  });
}

const BUT = wordSet("words.but");

/** Values but texts that are not among those known, and that nothing announces or quotes. */
const unmarkedNames = ({ goal, found, words }: Clause, text: string): Clause["found"] =>
  found.filter(
    ({ entity, from, by }) =>
      goal?.prose.has(entity) !== true && by !== "known" && !isBordered(text, words, from),
  );

/** What follows a question mark answers it, and is no name. */
function asksFirst(clause: Clause, { text }: Sentence): Doubt[] {
  const { words } = clause;
  return unmarkedNames(clause, text).flatMap(({ from, to }): Doubt[] => {
    const said = text.slice(words[from]?.start, words[to - 1]?.end);
    return /\?\s+\p{Ll}/u.test(said) ? [{ reason: "asked_about", detail: said }] : [];
  });
}

/** Which one goes is for the user to say. */
function namesEither(clause: Clause, { text }: Sentence): Doubt[] {
  const { words } = clause;
  if (!words.some(({ word }) => deedOf(word) === "remove")) return [];
  const isUpper = (at: number) => /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? "");
  return unmarkedNames(clause, text).flatMap(({ from, to }): Doubt[] => {
    const at = words.findIndex(({ word }, place) => place > from && place < to - 1 && OR.has(word));
    if (at < 0 || (isUpper(at - 1) && isUpper(at + 1))) return [];
    return [{ reason: "unread", detail: slice(text, words, at, to) }];
  });
}

const OR = wordSet("words.or");

const PLACES = wordSet("words.places");
const KEPT_AS = wordSet("words.kept-as");

/** A text that says what something is to be made of: in which words that was asked for, and of what. */
type MadeOf = {
  readonly phrase: string;
  readonly pointer: string;
  readonly source: string;
  /** It begins with a word that points; else only what stands before it may. */
  readonly points: boolean;
};

/** undefined: the text, or what else is said, is what is to be written. Pure. */
export function madeOf(
  { goal, found, words }: Clause,
  { text, locale }: Sentence,
): MadeOf | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || goal?.prose.has(only.entity) !== true)
    return undefined;
  const { from, to } = only;
  if (to < words.length || isBordered(text, words, from)) return undefined;
  const source = endOfIn(locale, "sources", words, from);
  const first = words[source ?? from];
  if (first === undefined || (source === undefined && !endsWith("contents", words, from)))
    return undefined;
  const [phrase, pointer] = [slice(text, words, 0, from), slice(text, words, from, to)];
  return { phrase, pointer, source: text.slice(first.start), points: source !== undefined };
}

/** A name that begins as what points to what was spoken of, and goes on, may tell what is to become of that. */
function pointsFirst(clause: Clause, { text }: Sentence): Doubt[] {
  const { goal, words } = clause;
  return unmarkedNames(clause, text).flatMap(({ entity, from, to }): Doubt[] => {
    const { type, required } = goal?.entities.get(entity) ?? {};
    if (type !== "string" || required !== true || to - from < 2) return [];
    const isTitle = /\p{Lu}/u.test(text[words[from]?.start ?? 0] ?? "");
    if (isTitle || !POINTING.has(words[from]?.word ?? "")) return [];
    return [{ reason: "unread", detail: slice(text, words, from, to) }];
  });
}

const POINTING = wordSet("words.pronouns-of-subjects");

/** A name that says a time, where the goal has a time of its own, may be another request that was not cut off. */
function holdsTime(clause: Clause, sentence: Sentence): Doubt[] {
  const { goal, words } = clause;
  if (![...(goal?.entities.values() ?? [])].some(({ type }) => type === "time")) return [];
  const said = { ...sentence, words };
  return unmarkedNames(clause, sentence.text).flatMap(({ entity, from, to }): Doubt[] => {
    if (goal?.entities.get(entity)?.type !== "string") return [];
    for (let at = from; at < to; at++) {
      const end = recognise("time", said, at)?.to;
      if (end !== undefined && end <= to)
        return [{ reason: "unread", detail: slice(sentence.text, words, at, end) }];
    }
    return [];
  });
}

/** How often is said in a name, or begins in it, where the goal has a day of its own: it is no part of that name. */
function holdsRecurrence(clause: Clause, sentence: Sentence): Doubt[] {
  const { goal, words } = clause;
  if (![...(goal?.entities.values() ?? [])].some(({ type }) => type === "date")) return [];
  const marks = readModifiers({ ...sentence, words }).filter(({ kind }) => kind === "recurrence");
  return unmarkedNames(clause, sentence.text).flatMap(({ entity, from, to }): Doubt[] => {
    if (goal?.entities.get(entity)?.type !== "string") return [];
    const held = marks.find((mark) => mark.from > from && mark.from < to);
    return held === undefined
      ? []
      : [{ reason: "unread", detail: slice(sentence.text, words, held.from, held.to) }];
  });
}

/** What points at what it is to be made of is no text to be written, whatever it points at. */
function pointsAtSource(clause: Clause, sentence: Sentence): Doubt[] {
  const made = madeOf(clause, sentence);
  return made?.points === true ? [{ reason: "unread", detail: made.pointer }] : [];
}
