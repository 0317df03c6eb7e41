import { phraseWords, wordSet } from "#shared/language/words.ts";
import { recogniseNumber } from "./number.ts";
import { type Recognised, type Sentence, saysAt, wordAt } from "./recogniser.ts";

const SIGNS = new Set(["r$", "us$", "u$", "$", "€", "£"]);
const CURRENCY_WORDS = wordSet("nouns.currencies");
const CENTS = wordSet("nouns.cents");

/**
 * An amount of money, as a number. Which currency it is in is for an enum entity of its own
 * (synonyms such as "R$" and "dólares"), because one number cannot say both.
 * Shape: "R$ 10", "dez reais", "US$ 5", "10 reais e 50 centavos"
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
  if (joint === "e" || joint === "and") {
    const cents = recogniseNumber(sentence, of + 2);
    if (cents !== undefined && cents.value < 100 && CENTS.has(wordAt(sentence, cents.to)))
      return { to: cents.to + 1, value: amount.value + cents.value / 100 };
  }
  return { to: of + 1, value: amount.value };
}

const ENDINGS = phraseWords("numbers.percent");

/** A percentage, as the number before the sign: "5%", "2,5 por cento", "ten percent". */
export function recognisePercent(sentence: Sentence, at: number): Recognised<number> | undefined {
  if (wordAt(sentence, at) === "%") return undefined;
  const number = recogniseNumber(sentence, at);
  if (number === undefined) return undefined;
  const ending = ENDINGS.find((phrase) => saysAt(sentence, number.to, phrase));
  return ending === undefined ? undefined : { to: number.to + ending.length, value: number.value };
}
