import { dateOf, shift } from "#shared/calendar/days.ts";
import {
  MONTHS as LONG_MONTHS,
  WEEKDAYS as LONG_WEEKDAYS,
  NAMED_DAYS,
  SHORT_MONTHS,
  SHORT_WEEKDAYS,
  STRETCHES,
  type Stretch,
} from "#shared/calendar/names.ts";
import { CONVENTIONS } from "#shared/contracts/locale-conventions.ts";
import { wordSet } from "#shared/language/words.ts";
import { daysFrom, isoDayOf } from "./calendar.ts";
import { recogniseNumber } from "./number.ts";
import {
  between,
  type Moment,
  type Recognised,
  type Sentence,
  saysAt,
  wordAt,
} from "./recogniser.ts";

type Found = Recognised<string> | undefined;

const MONTHS = new Map([...LONG_MONTHS, ...SHORT_MONTHS]);
const WEEKDAYS = new Map([...LONG_WEEKDAYS, ...SHORT_WEEKDAYS]);
const STEPS = wordSet("time.steps");
const NEXT = wordSet("words.next");
const LAST = wordSet("words.last");
const PAST_AFTER = wordSet("words.past-behind");

/**
 * A calendar day, as ISO text. Numbers are read day first, in English month first.
 * Shape: "12/03/2025", "3 de março", "March 3rd, 2025", "amanhã", "há 3 dias", "semana passada",
 *        "next friday"; a month alone is its first day, "last month" the same day a month ago
 */
export function recogniseDate(sentence: Sentence, at: number): Found {
  const absolute = inNumbers(sentence, at) ?? dayOfMonth(sentence, at);
  if (absolute !== undefined) return absolute;
  const named = NAMED_DAYS.find(([phrase]) => saysAt(sentence, at, phrase));
  if (named !== undefined) {
    const now = sentence.today();
    return now && { to: at + named[0].length, value: daysFrom(now, named[1]) };
  }
  return stepsAway(sentence, at) ?? besides(sentence, at);
}

function inNumbers(sentence: Sentence, at: number): Found {
  const word = wordAt(sentence, at);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word);
  if (dotted !== null)
    return dated(at + 1, Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  if (!/^\d+$/.test(word)) return undefined;
  const mark = between(sentence, at);
  if (mark !== "/" && mark !== "-") return undefined;
  const numbers = [word];
  while (numbers.length < 3 && between(sentence, at + numbers.length - 1) === mark) {
    const next = wordAt(sentence, at + numbers.length);
    if (!/^\d+$/.test(next)) break;
    numbers.push(next);
  }
  const [first = 0, second = 0, third] = numbers.map(Number);
  const to = at + numbers.length;
  if (word.length === 4) return third === undefined ? undefined : dated(to, first, second, third);
  if (mark === "-" && third === undefined) return undefined;
  const monthFirst = !CONVENTIONS[sentence.locale].isDayFirst && first <= 12;
  const year = third === undefined ? sentence.today()?.year : third < 100 ? 2000 + third : third;
  if (year === undefined) return undefined;
  return monthFirst && second > 0
    ? (dated(to, year, first, second) ?? dated(to, year, second, first))
    : dated(to, year, second, first);
}

/** "3 de março de 2025", "dia 3", "March 3rd", "3 March 2025", "março de 2025" */
function dayOfMonth(sentence: Sentence, at: number): Found {
  const monthFirst = MONTHS.get(wordAt(sentence, at));
  if (monthFirst !== undefined) {
    const day = dayNumber(sentence, at + 1);
    const after = day?.to ?? at + 1;
    const year = yearAt(sentence, after);
    // "may" and "mar" are words of their own: a month alone needs its year, or its whole name.
    if (day === undefined && year === undefined && wordAt(sentence, at).length < 4)
      return undefined;
    const inYear = year?.value ?? sentence.today()?.year;
    return inYear === undefined
      ? undefined
      : dated(year?.to ?? after, inYear, monthFirst, day?.value ?? 1);
  }
  const introduced = wordAt(sentence, at) === "dia";
  const day = dayNumber(sentence, introduced ? at + 1 : at);
  if (day === undefined) return undefined;
  const joint = wordAt(sentence, day.to);
  const monthAt = joint === "de" || joint === "of" ? day.to + 1 : day.to;
  const month = MONTHS.get(wordAt(sentence, monthAt));
  if (month === undefined) {
    const now = introduced ? sentence.today() : undefined;
    return now && dated(day.to, now.year, now.month, day.value);
  }
  const year = yearAt(sentence, monthAt + 1);
  const inYear = year?.value ?? sentence.today()?.year;
  return inYear === undefined
    ? undefined
    : dated(year?.to ?? monthAt + 1, inYear, month, day.value);
}

function dayNumber(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = recogniseNumber(sentence, at);
  if (number === undefined || !Number.isInteger(number.value)) return undefined;
  if (number.value < 1 || number.value > 31) return undefined;
  const ordinal = ["st", "nd", "rd", "th", "o"].includes(wordAt(sentence, number.to));
  const touches = between(sentence, number.to - 1) === "";
  return ordinal && touches ? { to: number.to + 1, value: number.value } : number;
}

function yearAt(sentence: Sentence, at: number): Recognised<number> | undefined {
  const joint = wordAt(sentence, at);
  const from = joint === "de" || joint === "of" ? at + 1 : at;
  const word = wordAt(sentence, from);
  return /^(19|20)\d{2}$/.test(word) ? { to: from + 1, value: Number(word) } : undefined;
}

/** "há 3 dias", "3 dias atrás", "3 days ago", "daqui a 2 semanas", "in 2 weeks" */
function stepsAway(sentence: Sentence, at: number): Found {
  const first = wordAt(sentence, at);
  const ago = first === "ha" || first === "faz";
  const ahead = saysAt(sentence, at, ["daqui", "a"]) ? 2 : first === "in" ? 1 : 0;
  const from = ago ? at + 1 : at + ahead;
  const one = wordAt(sentence, from) === "a" ? { to: from + 1, value: 1 } : undefined;
  const amount = one ?? recogniseNumber(sentence, from);
  if (amount === undefined || !Number.isInteger(amount.value) || amount.value > 5000)
    return undefined;
  const step = stepAt(sentence, amount.to);
  if (step === undefined) return undefined;
  const after = wordAt(sentence, amount.to + 1);
  const before = after === "atras" || after === "ago";
  if (!before && !ago && ahead === 0) return undefined;
  const sign = before || ago ? -amount.value : amount.value;
  const now = sentence.today();
  return now && { to: amount.to + (before ? 2 : 1), value: move(now, step, sign) };
}

/** "semana passada", "mês que vem", "next friday", "sexta" */
function besides(sentence: Sentence, at: number): Found {
  const first = wordAt(sentence, at);
  const direction = NEXT.has(first) ? 1 : LAST.has(first) ? -1 : 0;
  const from = direction === 0 ? at : at + 1;
  const step = stepAt(sentence, from);
  const weekday = WEEKDAYS.get(wordAt(sentence, from));
  if (step === undefined && weekday === undefined) return undefined;
  let to = from + 1;
  if (weekday !== undefined && wordAt(sentence, to) === "feira") to++;
  let way = direction;
  if (way === 0 && PAST_AFTER.has(wordAt(sentence, to))) {
    way = -1;
    to++;
  } else if (way === 0 && saysAt(sentence, to, ["que", "vem"])) {
    way = 1;
    to += 2;
  }
  if (step !== undefined && way === 0) return undefined;
  if (step === undefined && wordAt(sentence, from).length < 5) return undefined;
  const now = sentence.today();
  if (now === undefined) return undefined;
  if (step !== undefined) return { to, value: move(now, step, way) };
  if (weekday === undefined) return undefined;
  const ahead = (weekday - now.weekday + 7) % 7 || 7;
  return { to, value: daysFrom(now, way < 0 ? ahead - 7 - (ahead === 7 ? 7 : 0) : ahead) };
}

/** The units that a date is counted in; "trimestre" is a period, no step to a day. */
function stepAt(sentence: Sentence, at: number): Stretch | undefined {
  const word = wordAt(sentence, at);
  return STEPS.has(word) ? STRETCHES.get(word) : undefined;
}

const move = (now: Moment, { unit, count }: Stretch, amount: number): string =>
  shift(isoDayOf(now), count * amount, unit);

function dated(to: number, year: number, month: number, day: number): Found {
  const value = dateOf(year, month, day);
  return value === undefined ? undefined : { to, value };
}
