import { CONVENTIONS } from "#shared/contracts/locale-conventions.ts";
import type { Locale } from "#shared/contracts/names.ts";

/** What a word does in its sentence. All but content are closed classes: a language makes no new ones. */
export type WordClass =
  | "content"
  /** Articles, prepositions, "you", "it": they say nothing of their own. */
  | "filler"
  | "past"
  | "present"
  | "modal"
  | "future"
  | "negation"
  | "condition"
  /** What parts a sentence: a comma, "and". */
  | "break";
export type Word = { text: string; is: WordClass };

const set = (words: string): readonly string[] => words.split(" ");
const CLASSES: readonly (readonly [WordClass, readonly string[]])[] = [
  [
    "filler",
    set(
      "o a os as um uma uns umas de do da dos das em na nos nas num numa ao aos à às por pelo pela pelos pelas para pra pro " +
        "com que ou seu sua seus suas teu tua voce voces lhe te ele ela eles elas isso isto este esta esse essa aquele aquela " +
        "ha tem têm tendo tambem ambos ambas diz dizem consta aqui onde " +
        "the an of in on at to for by with from as or your yours his her its their you it they he she this that these those there " +
        "have has having do does did also both says say said here which who where",
    ),
  ],
  ["past", set("foi foram era eram estava estavam sido was were been had")],
  ["present", set("e é são sao esta está estao estão is are am be being ser estar sendo")],
  [
    "modal",
    set("pode podem poderia podia deve devem deveria can could may might should must would"),
  ],
  ["future", set("sera serao será vai vao ira irao will shall")],
  [
    "negation",
    set("nao nunca sem nem nada nenhum nenhuma not never without nor nothing none neither"),
  ],
  ["condition", set("se caso quando enquanto if when unless while whenever")],
  ["break", set("and but mas porem")],
];
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
const BY_WORD = new Map(
  CLASSES.flatMap(([is, words]) => words.map((word): [string, WordClass] => [fold(word), is])),
);
/** Words that mean another thing in each language: "no" is "in the" in Portuguese. */
const OWN_CLASSES: Readonly<Record<Locale, Readonly<Record<string, WordClass>>>> = {
  "pt-BR": { no: "filler" },
  en: { no: "negation" },
};
/** "e" is "and" without its accent, which folding takes away. */
const classIn = (word: string, locale: Locale): WordClass => {
  const own = OWN_CLASSES[locale];
  return Object.hasOwn(own, word) ? (own[word] ?? "content") : (BY_WORD.get(word) ?? "content");
};

const MONTHS = new Map(
  [
    ["jan janeiro january", "01"],
    ["fev fevereiro feb february", "02"],
    ["mar marco march", "03"],
    ["abr abril apr april", "04"],
    ["mai maio may", "05"],
    ["jun junho june", "06"],
    ["jul julho july", "07"],
    ["ago agosto aug august", "08"],
    ["set setembro sep sept september", "09"],
    ["out outubro oct october", "10"],
    ["nov novembro november", "11"],
    ["dez dezembro dec december", "12"],
  ].flatMap(([names = "", number = ""]) => names.split(" ").map((name) => [name, number] as const)),
);
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})(?:t[\d:.]{1,20}z?)?/g;
const SHORT_DATE = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/g;
/** Where the word is a month's name. */
const DAY_FIRST =
  /\b(\d{1,2})(?:st|nd|rd|th|o)? (?:de |of )?([a-z]{3,9})\b\.?(?:,? (?:de )?(\d{4})\b)?/g;
const MONTH_FIRST = /\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?/g;
const WORD = /\d+(?:[.,]\d+)*[\p{L}\p{N}]*|[\p{L}\p{N}]+|[,;:()–—]/gu;

/** True for a word that names a day. */
export const isDay = (word: string): boolean => /^day\d{4}$/.test(word);

/**
 * The words of a sentence in their order, as they are compared: folded, numbers and days in one form, plural and gender
 * of participles joined. What a word means is not looked at.
 * Shape: "Enviada em 03/02" gives enviado, em, day0203
 */
export function readWords(text: string, locale: Locale): Word[] {
  // The accent tells "is" from "and".
  const spoken = text.normalize("NFC").replace(/(?<!\p{L})[eE](?!\p{L})/gu, " , ");
  const folded = fold(spoken)
    .replace(/\s+/g, " ")
    .replace(/n['’]t\b/g, " not")
    .replace(/\bcannot\b/g, "can not")
    .replace(/['’]/g, " ")
    .replace(ISO_DATE, (_date, year: string, month: string, day: string) => dayOf(day, month, year))
    .replace(SHORT_DATE, (_date, first: string, second: string, year?: string) =>
      !CONVENTIONS[locale].isDayFirst && Number(second) <= 31 && Number(first) <= 12
        ? dayOf(second, first, year)
        : dayOf(first, second, year),
    )
    .replace(DAY_FIRST, (date, day: string, name: string, year?: string) => {
      const month = MONTHS.get(name);
      return month === undefined ? date : dayOf(day, month, year);
    })
    .replace(MONTH_FIRST, (date, name: string, day: string, year?: string) => {
      const month = MONTHS.get(name);
      return month === undefined ? date : dayOf(day, month, year);
    });
  return [...folded.matchAll(WORD)].map(([word]): Word => {
    if (/^[,;:()–—]$/.test(word)) return { text: word, is: "break" };
    const is = classIn(word, locale);
    return { text: is === "content" ? inOneForm(word) : word, is };
  });
}

const dayOf = (day: string, month: string, year = ""): string =>
  ` day${month.padStart(2, "0")}${day.padStart(2, "0")} ${year} `;

function inOneForm(word: string): string {
  if (/^\d/.test(word)) return numberOf(word);
  const single = word.length > 3 ? word.replace(/([^s])s$/, "$1") : word;
  return single.replace(/([di]d|[aeis]t)a$/, "$1o").replace(/ada$/, "ado");
}

/** "1.200,00" and "1,200" are 1200; "129,90" is 129.90. */
function numberOf(word: string): string {
  const cents = /^(.*\d)[.,](\d{2})$/.exec(word);
  const whole = (cents?.[1] ?? word).replace(/[.,]/g, "");
  return cents?.[2] === undefined || cents[2] === "00" ? whole : `${whole}.${cents[2]}`;
}
