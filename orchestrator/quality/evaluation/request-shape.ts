import { type ExampleEntity, parseExample } from "#shared/contracts/annotated-example.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { type RequestWords, requestWords, type Verb } from "./forms/request-words.ts";

/** What an example shows of itself, so far as it decides which forms may be put around it. */
export type RequestShape = {
  /** As a person says it, without the full stop. */
  text: string;
  entities: readonly ExampleEntity[];
  /** Its words without those of its values, in lower case. */
  words: readonly string[];
  /** The verb that it begins with. */
  verb: Verb | undefined;
  /** The same with an infinitive at its beginning, where that is known. */
  asInfinitive: string | undefined;
  isQuestion: boolean;
  /** A wish or a question by its first word. */
  isWish: boolean;
  /** It says no by itself, or tells what was: no one can say what a form makes of it. */
  isDenial: boolean;
  isQuoted: boolean;
  /** What is said after it cannot be part of a value or of a clause in it. */
  isClosed: boolean;
  /** It says that the answer goes to whoever asks. */
  namesAsker: boolean;
};

/** The words of a text, in lower case and with accents. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== "");

/** An example as a request. `isFree` says which of its values are free text. */
export function shapeOf(
  annotated: string,
  locale: Locale,
  isFree: (entity: string) => boolean,
): RequestShape {
  const known = requestWords[locale];
  const { text: said, entities } = parseExample(annotated);
  const text = said.replace(/[\s.!…]+$/u, "");
  const words = wordsOf(withoutValues(text, entities));
  const isQuestion = text.endsWith("?");
  const last = entities.at(-1);
  const endsOpen =
    last !== undefined && isFree(last.name) && /^[\s?]*$/u.test(text.slice(last.end));
  const has = (among: ReadonlySet<string>) => words.some((word) => among.has(word));
  return {
    text,
    entities,
    words,
    ...verbOf(text, known),
    isQuestion,
    isWish: known.wishes.has(words[0] ?? ""),
    isDenial: has(known.denials) || known.contrasts.test(text),
    isQuoted: /["“”«»]|(^|\s)'/u.test(text),
    isClosed: !(
      endsOpen ||
      isQuestion ||
      words.slice(1).some((word) => known.relatives.has(word)) ||
      known.endsInVerb(words)
    ),
    namesAsker: has(known.selves),
  };
}

function withoutValues(text: string, entities: readonly ExampleEntity[]): string {
  let rest = "";
  let copied = 0;
  for (const { start, end } of entities) {
    rest += `${text.slice(copied, start)} `;
    copied = end;
  }
  return rest + text.slice(copied);
}

function verbOf(text: string, known: RequestWords): Pick<RequestShape, "verb" | "asInfinitive"> {
  const first = /^[\p{L}]+\s+/u.exec(text)?.[0] ?? "";
  const clitic = known.clitics.has(first.trim().toLowerCase()) ? first : "";
  const word = /^[\p{L}'-]+/u.exec(text.slice(clitic.length))?.[0] ?? "";
  const rest = text.slice(clitic.length + word.length);
  const none = { verb: undefined, asInfinitive: undefined };
  if (word === "" || rest.startsWith(":")) return none;
  const verb = known.verbOf(word.toLowerCase()) ?? unlisted(word.toLowerCase(), rest, known);
  const infinitive = verb?.infinitive;
  return {
    verb,
    asInfinitive:
      known.hasInfinitives && infinitive !== undefined ? clitic + infinitive + rest : undefined,
  };
}

/** "rega as plantas", "water the plants": a word for something, and what it is done to. */
function unlisted(word: string, rest: string, known: RequestWords): Verb | undefined {
  const next = wordsOf(rest)[0] ?? "";
  const folded = word.normalize("NFKD").replace(/\p{M}+/gu, "");
  const isVerb =
    /^\s/u.test(rest) &&
    known.determiners.has(next) &&
    known.verbEnd.test(word) &&
    !known.wishes.has(word) &&
    !isFunctionWord(folded);
  return isVerb ? { isThirdPerson: false } : undefined;
}
