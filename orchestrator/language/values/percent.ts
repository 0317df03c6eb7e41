import { phraseWords } from "#shared/language/words.ts";
import { recogniseNumber } from "./number.ts";
import { type Recognised, type Sentence, saysAt, wordAt } from "./recogniser.ts";

const ENDINGS = phraseWords("numbers.percent");

/** A percentage, as the number before the sign: "5%", "2,5 por cento", "ten percent". */
export function recognisePercent(sentence: Sentence, at: number): Recognised<number> | undefined {
  if (wordAt(sentence, at) === "%") return undefined;
  const number = recogniseNumber(sentence, at);
  if (number === undefined) return undefined;
  const ending = ENDINGS.find((phrase) => saysAt(sentence, number.to, phrase));
  return ending === undefined ? undefined : { to: number.to + ending.length, value: number.value };
}
