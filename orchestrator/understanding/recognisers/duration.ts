import { wordMap, wordSet } from "#shared/language/words.ts";
import { recogniseNumber } from "./number.ts";
import { type Recognised, type Sentence, wordAt } from "./recogniser.ts";

type Unit = { readonly letter: string; readonly ofTime: boolean };
const date = (letter: string): Unit => ({ letter, ofTime: false });
const time = (letter: string): Unit => ({ letter, ofTime: true });
/** "W" is weeks, "TM" minutes. */
const unitOf = (letters: string): Unit =>
  letters.startsWith("T") ? time(letters.slice(1)) : date(letters);

export const UNITS: ReadonlyMap<string, Unit> = new Map(
  [...wordMap("time.lengths")].flatMap(([letters, words]) =>
    words.map((word) => [word, unitOf(letters)] as const),
  ),
);

const LAST = wordSet("words.last-before-a-length");
const MORE = wordSet("words.and");
const HALF = wordSet("words.half");

/**
 * A length of time, as an ISO 8601 duration.
 * Shape: "6 meses" gives P6M, "últimos 30 dias" P30D, "1 hora e 30 minutos" PT1H30M, "past week" P1W
 */
export function recogniseDuration(sentence: Sentence, at: number): Recognised<string> | undefined {
  const introduced = LAST.has(wordAt(sentence, at));
  let next = introduced ? at + 1 : at;
  const days = new Map<string, number>();
  const hours = new Map<string, number>();
  let to = at;
  for (;;) {
    const part = amountOfTime(sentence, next, introduced && to === at);
    if (part === undefined) break;
    const parts = part.unit.ofTime ? hours : days;
    if (parts.has(part.unit.letter)) break;
    parts.set(part.unit.letter, part.amount);
    to = part.to;
    next = MORE.has(wordAt(sentence, to)) ? to + 1 : to;
  }
  if (to === at) return undefined;
  const written = (parts: ReadonlyMap<string, number>) =>
    Array.from(parts, ([letter, amount]) => `${amount}${letter}`).join("");
  return { to, value: `P${written(days)}${hours.size > 0 ? `T${written(hours)}` : ""}` };
}

function amountOfTime(
  sentence: Sentence,
  at: number,
  introduced: boolean,
): { unit: Unit; amount: number; to: number } | undefined {
  const alone = UNITS.get(wordAt(sentence, at));
  if (alone !== undefined && introduced && wordAt(sentence, at).length > 1)
    return { unit: alone, amount: 1, to: at + 1 };
  const first = wordAt(sentence, at);
  const half = HALF.has(first) && UNITS.get(wordAt(sentence, at + 1));
  if (half) return halved(half, at + 2);
  const amount =
    first === "a" || first === "an" ? { to: at + 1, value: 1 } : recogniseNumber(sentence, at);
  if (amount === undefined || amount.value <= 0) return undefined;
  const unit = UNITS.get(wordAt(sentence, amount.to));
  if (unit === undefined) return undefined;
  return { unit, amount: amount.value, to: amount.to + 1 };
}

/** Half an hour is thirty minutes, half a year six months; half of other units is not said. */
function halved(unit: Unit, to: number): { unit: Unit; amount: number; to: number } | undefined {
  if (unit.letter === "H") return { unit: time("M"), amount: 30, to };
  if (unit.letter === "Y") return { unit: date("M"), amount: 6, to };
  return undefined;
}
