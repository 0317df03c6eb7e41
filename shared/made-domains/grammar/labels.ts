import type { JsonSchema } from "../../contracts/json-schema.ts";
import type { Locale } from "../../contracts/names.ts";
import { sentencesIn } from "../../messages/messages.ts";
import { isNoun, nounIn, singular, wordsOf } from "./nouns.ts";

const portuguese = sentencesIn("pt-BR", "draft");
const listOf = (name: string) => portuguese.get(`feminine.${name}`)?.[0]?.split(" ") ?? [];
const [ENDS, FEMININE, NOT] = [listOf("ends"), new Set(listOf("words")), new Set(listOf("not"))];

/** Of a Portuguese name its first word says it: "foto de perfil". */
function isFeminine(name: string): boolean {
  const [head = ""] = name.split(" ");
  return FEMININE.has(head) || (!NOT.has(head) && ENDS.some((end) => head.endsWith(end)));
}

type Asking = {
  what(label: string): string;
  /** "the number of the order" */
  of(attribute: string, thing: string): string;
  howMany(label: string): string;
  number: string;
  id: string;
};

const asking: Readonly<Record<Locale, Asking>> = {
  "pt-BR": {
    what: (label) => `Qual é ${isFeminine(label) ? "a" : "o"} ${label}?`,
    of: (attribute, thing) => `${attribute} ${isFeminine(thing) ? "da" : "do"} ${thing}`,
    howMany: (label) => `${isFeminine(label) ? "Quantas" : "Quantos"} ${label}?`,
    ...{ number: "número", id: "código" },
  },
  en: {
    what: (label) => `What is the ${label}?`,
    of: (attribute, thing) => `${thing} ${attribute}`,
    howMany: (label) => `How many ${label}?`,
    ...{ number: "number", id: "ID" },
  },
};

const ID = /^(?:id|ids|uuid)$/;
const NUMBER = /^(?:number|no|num)$/;

/** A value that stands for a thing, by the last word of its name: `orderId`, `invoice_number`. */
export const isIdentifier = (name: string): boolean => {
  const last = wordsOf(name).at(-1) ?? "";
  return ID.test(last) || NUMBER.test(last);
};

/** What is asked where a value is missing; `noun`: what the request is about, where the value's name does not say of what it is. */
export function questionOf(
  { name, schema }: { name: string; schema: JsonSchema },
  noun: readonly string[],
  locale: Locale,
): string {
  const { what, of, howMany, number, id } = asking[locale];
  const words = wordsOf(name.replace(/_text$/, ""));
  if (isIdentifier(name)) {
    const own = words.slice(0, -1);
    const thing = nounIn(own.length > 0 ? own : noun, locale).one;
    const isNumber = schema.type === "integer" || NUMBER.test(words.at(-1) ?? "");
    return what(of(isNumber ? number : id, thing));
  }
  const isMany = schema.type === "integer" && words.some((word) => singular(word) !== word);
  const { one, many } = nounIn(words, locale);
  return isMany ? howMany(many) : what(one);
}

/** A field of an answer as people call it: in Portuguese where all of its words are known, else as its makers do. */
export const fieldLabel = (name: string, locale: Locale): string => {
  const words = withoutDateEnd(wordsOf(name));
  return labelled[locale](words) || words.join(" ") || name.trim();
};
const labelled: Readonly<Record<Locale, (words: readonly string[]) => string>> = {
  en: () => "",
  "pt-BR": (words) => {
    const last = words.at(-1) ?? "";
    const { one, many } = nounIn(words, "pt-BR");
    return words.every(isNoun) ? (singular(last) === last ? one : many) : "";
  },
};

/** `dueAt` is called "due". */
const withoutDateEnd = (words: readonly string[]): readonly string[] =>
  words.length > 1 && /^(?:at|on)$/.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
