import { CONVENTIONS, type Locale } from "#shared/contracts/names.ts";
import { wordNumbers, wordSet } from "#shared/language/words.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
import { between, type Recognised, type Sentence, wordAt } from "./recogniser.ts";

/** Number words of all languages, folded. */
export const SMALL_NUMBERS = wordNumbers("numbers.small");

/** Words that multiply what stands before them, after digits too. */
export const SCALES = wordNumbers("numbers.scales");

const ARTICLES = wordSet("words.indefinite-articles");
const DIGITS = /^\d/;

/** A number in digits or words of either language. */
export function recogniseNumber(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = DIGITS.test(wordAt(sentence, at))
    ? scaledDigits(sentence, at)
    : numberInWords(sentence, at);
  if (number === undefined) return undefined;
  const whole = withHalf(sentence, number);
  return hasMinus(sentence, at) ? { to: whole.to, value: -whole.value } : whole;
}

/** With the half that may follow it. */
function withHalf(sentence: Sentence, { to, value }: Recognised<number>): Recognised<number> {
  const half = endOf(HALVES, sentence.words, to);
  return half === undefined || !Number.isInteger(value)
    ? { to, value }
    : { to: half, value: value + 0.5 };
}
const HALVES = phrasesIn("numbers.and-a-half");

/** "1.234,56" as a number. A lone separator before three digits is read as the locale writes it. */
export function parseDigits(digits: string, locale: Locale): number | undefined {
  if (digits.includes(":")) return undefined;
  const comma = digits.lastIndexOf(",");
  const dot = digits.lastIndexOf(".");
  if (comma < 0 && dot < 0) return Number(digits);
  const decimal = comma > dot ? "," : ".";
  const grouping = decimal === "," ? "." : ",";
  const groups = digits.split(decimal);
  const both = comma >= 0 && dot >= 0;
  const repeated = groups.length > 2;
  const threeDigits = (groups.at(-1) ?? "").length === 3;
  const localeGroups = decimal === CONVENTIONS[locale].grouping;
  const isGrouping = !both && (repeated || (threeDigits && localeGroups));
  const plain = digits.replaceAll(grouping, "").replaceAll(decimal, isGrouping ? "" : ".");
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function scaledDigits(sentence: Sentence, at: number): Recognised<number> | undefined {
  const value = parseDigits(wordAt(sentence, at), sentence.locale);
  if (value === undefined) return undefined;
  const scale = SCALES.get(wordAt(sentence, at + 1));
  if (scale === undefined) return { to: at + 1, value };
  // What follows is added when it is smaller than the scale.
  const rest = isAnd(wordAt(sentence, at + 2)) ? recogniseNumber(sentence, at + 3) : undefined;
  const whole = precise(value * scale);
  return rest !== undefined && rest.value < scale && rest.value > 0
    ? { to: rest.to, value: whole + rest.value }
    : { to: at + 2, value: whole };
}

const isAnd = (word: string): boolean => word === "e" || word === "and";

/** 2.5 x 1e6 without the dust of binary fractions. */
const precise = (value: number): number => Number(value.toPrecision(15));

function numberInWords(sentence: Sentence, at: number): Recognised<number> | undefined {
  let total = 0;
  let group = 0;
  let to = at;
  let room = Number.POSITIVE_INFINITY;
  // An article before a scale is one of it.
  const isOne = ARTICLES.has(wordAt(sentence, at)) && !SMALL_NUMBERS.has(wordAt(sentence, at));
  const isOneOf = isOne && (SCALES.get(wordAt(sentence, at + 1)) ?? 0) >= 100;
  if (isOneOf) group = 1;
  for (let next = isOneOf ? at + 1 : at; ; ) {
    // A comma may stand behind thousands, and behind no tens: there another number begins.
    if (to > at && room < 1000 && between(sentence, to - 1) === ",") break;
    const joined = to > at && isAnd(wordAt(sentence, next)) ? next + 1 : next;
    const word = wordAt(sentence, joined);
    const small = SMALL_NUMBERS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined && small < room && !(word === "meia" && to === at)) {
      group += small;
      room = small >= 100 ? 100 : small >= 20 ? 10 : 0;
    } else if (scale === 100 && group > 0 && group < 10 && joined === next) {
      group *= 100;
      room = 100;
    } else if (scale !== undefined && scale >= 1000 && word.length > 1 && joined === next) {
      if (to === at && word !== "mil" && word !== "thousand") return undefined;
      if (total > 0 && scale >= total) break;
      total += Math.max(group, 1) * scale;
      group = 0;
      room = scale;
    } else break;
    to = joined + 1;
    next = to;
    if (room === 0 && SCALES.get(wordAt(sentence, next)) === undefined) break;
  }
  return to === at ? undefined : { to, value: total + group };
}

/** A minus sign that touches the number and does not join it to a word before. */
function hasMinus({ text, words }: Sentence, at: number): boolean {
  const start = words[at]?.start ?? 0;
  const sign = text[start - 1];
  if (sign !== "-" && sign !== "\u2212") return false;
  const before = text[start - 2];
  return before === undefined || /\s/.test(before);
}

const SIGNS = new Set(["r$", "us$", "u$", "$", "€", "£"]);
const CURRENCY_WORDS = wordSet("nouns.currencies");
const CENTS = wordSet("nouns.cents");

/**
 * An amount of money, as a number. Which currency it is in is for an enum entity of its own
 * (by synonyms), because one number cannot say both.
 */
export function recogniseMoney(sentence: Sentence, at: number): Recognised<number> | undefined {
  if (SIGNS.has(wordAt(sentence, at))) return recogniseNumber(sentence, at + 1);
  const amount = recogniseNumber(sentence, at);
  if (amount === undefined) return undefined;
  const of = wordAt(sentence, amount.to) === "de" ? amount.to + 1 : amount.to;
  const word = wordAt(sentence, of);
  if (CENTS.has(word)) return { to: of + 1, value: amount.value / 100 };
  if (!CURRENCY_WORDS.has(word) && !SIGNS.has(word)) return undefined;
  const joint = wordAt(sentence, of + 1);
  if (isAnd(joint)) {
    const cents = recogniseNumber(sentence, of + 2);
    if (cents !== undefined && cents.value < 100 && CENTS.has(wordAt(sentence, cents.to)))
      return { to: cents.to + 1, value: amount.value + cents.value / 100 };
  }
  return { to: of + 1, value: amount.value };
}

const ENDINGS = phrasesIn("numbers.percent");

/** A percentage, as the number before the sign, or before the words for it. */
export function recognisePercent(sentence: Sentence, at: number): Recognised<number> | undefined {
  if (wordAt(sentence, at) === "%") return undefined;
  const number = recogniseNumber(sentence, at);
  if (number === undefined) return undefined;
  const to = endOf(ENDINGS, sentence.words, number.to);
  return to === undefined ? undefined : { to, value: number.value };
}
