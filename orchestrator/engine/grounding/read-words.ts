import { MONTHS } from "#shared/calendar/names.ts";
import { CONVENTIONS, type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordMap, wordNumbers, wordSet } from "#shared/language/words.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";

/** The part of a word in its sentence. All but content are closed classes: a language makes no new ones. */
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

const CLASSES = {
  filler: "fillers",
  past: "past",
  present: "present",
  modal: "modals",
  future: "future",
  negation: "negations",
  condition: "conditions",
  break: "breaks",
} as const satisfies Partial<Record<WordClass, string>>;
const classesOf = (locale: Locale): [string, WordClass][] =>
  Object.entries(CLASSES).flatMap(([is, name]) =>
    wordList(`claims.${name}`, locale).map((word): [string, WordClass] => [
      foldLetters(word),
      is as WordClass,
    ]),
  );
/** Those of all languages, since tools answer in any. Where a word means another thing in each, its own language decides. */
const BY_WORD = byLocale(
  (locale) => new Map([...locales.filter((each) => each !== locale), locale].flatMap(classesOf)),
);

/** What parts a sentence by its accent alone, which folding takes away: "e" beside "é". */
const BREAKS_UNFOLDED = new Set(wordList("claims.breaks-before-folding"));
/** Words in short, and in their long form. */
const OPENED = [...wordMap("claims.opened")].flatMap(([long, short]) =>
  short.map((word) => [word, ` ${long}`] as const),
);
const ENDINGS = [...wordMap("claims.gender-endings")].flatMap(([masculine, others]) =>
  others.map((other) => [other, masculine] as const),
);
const SHORT_MONTHS = wordNumbers("claims.months-in-short");
const monthNamed = (name: string): number | undefined => MONTHS.get(name) ?? SHORT_MONTHS.get(name);

const OF = wordSet("claims.of-dates");
const ORDINALS = wordSet("claims.ordinal-endings");
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})(?:t[\d:.]{1,20}z?)?/g;
const SHORT_DATE = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/g;
/** Where the word is a month's name, and what stands between is "of". */
const DAY_FIRST =
  /\b(\d{1,2})([a-z]{1,2})? (?:([a-z]{2}) )?([a-z]{3,9})\b\.?(?:,? (?:([a-z]{2}) )?(\d{4})\b)?/g;
const MONTH_FIRST = /\b([a-z]{3,9})\.? (\d{1,2})([a-z]{2})?\b(?:,? (\d{4})\b)?/g;
const WORD = /\d+(?:[.,]\d+)*[\p{L}\p{N}]*|[\p{L}\p{N}]+|[,;:()–—]/gu;

/** True for a word that names a day. */
export const isDay = (word: string): boolean => /^day\d{4}$/.test(word);

/**
 * The words of a sentence in their order, as they are compared: folded, numbers and days in one form, plural and gender
 * of participles joined. What a word means is not looked at.
 * Shape: "Enviada em 03/02" gives enviado, em, day0203
 */
export function readWords(text: string, locale: Locale): Word[] {
  const spoken = text
    .normalize("NFC")
    .replace(/(?<!\p{L})\p{L}(?!\p{L})/gu, (letter) =>
      BREAKS_UNFOLDED.has(letter.toLowerCase()) ? " , " : letter,
    );
  const opened = OPENED.reduce(
    (said, [short, long]) => said.replaceAll(short, long),
    foldLetters(spoken).replace(/\s+/g, " "),
  );
  const folded = opened
    .replaceAll("'", " ")
    .replace(ISO_DATE, (_date, year: string, month: string, day: string) => dayOf(day, month, year))
    .replace(SHORT_DATE, (_date, first: string, second: string, year?: string) =>
      !CONVENTIONS[locale].isDayFirst && Number(second) <= 31 && Number(first) <= 12
        ? dayOf(second, first, year)
        : dayOf(first, second, year),
    )
    .replace(DAY_FIRST, (date, day, ordinal, of, name, ofYear, year) =>
      isDate({ ordinals: [ordinal], ofs: [of, ofYear] }) ? dayInMonth(date, day, name, year) : date,
    )
    .replace(MONTH_FIRST, (date, name, day, ordinal, year) =>
      isDate({ ordinals: [ordinal], ofs: [] }) ? dayInMonth(date, day, name, year) : date,
    );
  return [...folded.matchAll(WORD)].map(([word]): Word => {
    if (/^[,;:()–—]$/.test(word)) return { text: word, is: "break" };
    const is = BY_WORD[locale].get(word) ?? "content";
    return { text: is === "content" ? inOneForm(word) : word, is };
  });
}

type Cut = string | undefined;

/** True if what stands around the figures of a date is what stands there in one. */
const isDate = ({ ordinals, ofs }: { ordinals: readonly Cut[]; ofs: readonly Cut[] }): boolean =>
  ordinals.every((each) => each === undefined || ORDINALS.has(each)) &&
  ofs.every((each) => each === undefined || OF.has(each));

/** A date in the form of all days, if the word beside its figure is a month's name. */
function dayInMonth(date: string, day: string, name: string, year?: string): string {
  const month = monthNamed(name);
  return month === undefined ? date : dayOf(day, String(month), year);
}

const dayOf = (day: string, month: string, year = ""): string =>
  ` day${month.padStart(2, "0")}${day.padStart(2, "0")} ${year} `;

function inOneForm(word: string): string {
  if (/^\d/.test(word)) return numberOf(word);
  const single = word.length > 3 ? word.replace(/([^s])s$/, "$1") : word;
  const [ending, other] = ENDINGS.find(([each]) => single.endsWith(each)) ?? ["", ""];
  return `${single.slice(0, single.length - ending.length)}${other}`;
}

/** "1.200,00" and "1,200" are 1200; "129,90" is 129.90. */
function numberOf(word: string): string {
  const cents = /^(.*\d)[.,](\d{2})$/.exec(word);
  const whole = (cents?.[1] ?? word).replace(/[.,]/g, "");
  return cents?.[2] === undefined || cents[2] === "00" ? whole : `${whole}.${cents[2]}`;
}
