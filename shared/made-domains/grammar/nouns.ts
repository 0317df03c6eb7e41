import type { JsonSchema } from "../../contracts/json-schema.ts";
import type { Locale } from "../../contracts/names.ts";
import { sentencesIn } from "../../messages/messages.ts";
import { fold } from "../../plain-text/fold.ts";

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

/** What a group of a language's draft words says of English words of documents. One word each. */
export const saidOfWords = (locale: Locale, group: string): ReadonlyMap<string, string> =>
  new Map(
    (sentencesIn(locale, "draft").get(group) ?? [])
      .flatMap((line) => line.split(";"))
      .flatMap((entry) => {
        const [english = "", ...said] = entry.trim().split(/\s+/);
        return said.length === 0 ? [] : [[english, said.join(" ")] as const];
      }),
  );

/** What services are about, in English, and how it is called in Portuguese. */
const inPortuguese = saidOfWords("pt-BR", "nouns");

const inEnglish: ReadonlyMap<string, string> = new Map(
  [...inPortuguese].map(([english, portuguese]) => [fold(portuguese), english]),
);

/** A word that is known as the name of a thing. */
export const isNoun = (word: string): boolean => inPortuguese.has(singular(word));

/** A word of a description in English, where it is a known one in Portuguese: `livros` as `book`. */
export const englishOf = (word: string): string => {
  const known = [...new Set([word, word.replace(/oes$/, "ao"), word.replace(/s$/, "")])];
  return known.map((each) => inEnglish.get(fold(each))).find((each) => each !== undefined) ?? word;
};

/** `books` as `book`, as far as a rule says. */
export function singular(word: string): string {
  if (/(ss|us|is)$/.test(word) || word.length < 4 || inPortuguese.has(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const plurals: Readonly<Record<Locale, readonly (readonly [end: string, plural: string])[]>> = {
  en: [
    ...["a", "e", "o", "u"].map((vowel) => [`${vowel}y`, `${vowel}ys`] as const),
    ["y", "ies"],
    ["ch", "ches"],
    ["sh", "shes"],
    ["x", "xes"],
    ["s", "ses"],
    ["", "s"],
  ],
  "pt-BR": [
    ["ão", "ões"],
    ["al", "ais"],
    ["vel", "veis"],
    ["el", "éis"],
    ["il", "is"],
    ["m", "ns"],
    ["r", "res"],
    ["z", "zes"],
    ["ês", "eses"],
    ["s", "s"],
    ["", "s"],
  ],
};

const plural = (word: string, locale: Locale): string => {
  const [end = "", instead = ""] = plurals[locale].find(([each]) => word.endsWith(each)) ?? [];
  return `${word.slice(0, word.length - end.length)}${instead}`;
};

const values = saidOfWords("pt-BR", "values");

/** How people say a value of a document that is not said as it is written: `overdue`, `in_progress`. */
export function sayingsOfValue(value: string): string[] {
  const words = wordsOf(value);
  const known = values.get(words.join("_"))?.split(",") ?? [];
  const portuguese = known.flatMap((each) => formsOfValue(each.trim()));
  return words.length > 1 ? [words.join(" "), ...portuguese] : portuguese;
}

/** Of several words only the first that is no preposition would change, and those stay as they are. */
function formsOfValue(word: string): string[] {
  if (word.includes(" ")) return [word];
  if (!word.endsWith("o")) return [word, plural(word, "pt-BR")];
  return ["o", "a", "os", "as"].map((end) => `${word.slice(0, -1)}${end}`);
}

/** A name of one thing, and of several; `kind` is what says which kind of it: the telegram of a telegram message. */
export type Noun = { one: string; many: string; kind?: string };

/**
 * English words as a noun of either language: the last word is the thing, what stands before says which kind. One of which
 * the language does not know every word stays as it is: people who use a service often call things as it does.
 */
export function nounIn(words: readonly string[], locale: Locale): Noun {
  const own = words.map(singular);
  const kinds = own.slice(0, -1);
  const { compose, told } = inWords[own.every(isNoun) ? locale : "en"];
  const kind = kinds.map(told).join(" ");
  return { ...compose(own.at(-1) ?? "item", kinds), ...(kind !== "" && { kind }) };
}

const inPortugueseWords = (word: string): string => inPortuguese.get(word) ?? word;

/** How a language calls a word, and the thing with what says which kind of it. */
type Wording = {
  told(word: string): string;
  compose(head: string, kinds: readonly string[]): Noun;
};
const inWords: Readonly<Record<Locale, Wording>> = {
  en: {
    told: (word) => word,
    compose(head, kinds) {
      const lead = kinds.map((word) => `${word} `).join("");
      return { one: `${lead}${head}`, many: `${lead}${plural(head, "en")}` };
    },
  },
  "pt-BR": {
    told: inPortugueseWords,
    compose(head, kinds) {
      const rest = kinds.toReversed().map((word) => ` de ${inPortugueseWords(word)}`);
      const name = inPortugueseWords(head);
      return { one: `${name}${rest.join("")}`, many: `${plural(name, "pt-BR")}${rest.join("")}` };
    },
  },
};

/** `petId`, `title_text` as words: without what only says how the value is written. */
export function labelWords(name: string): string[] {
  const words = wordsOf(name);
  const bare = words.filter(
    (word, at) => at === 0 || !/^(?:id|ids|text|code|uuid|key)$/.test(word),
  );
  return bare.length === 0 ? ["item"] : bare;
}

/** Only letters and digits, so that no template reads them as more. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
