import { daysInMonth, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import { MONTHS } from "#shared/calendar/names.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { ordinalAt } from "#shared/recognisers/counts.ts";
import { isDayOf } from "../calendar/days-of-rule.ts";
import { after, endOf } from "./phrases.ts";
import { type Piece, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";
import { weekdayNamed } from "./read-day.ts";

/** Which working day it is depends on holidays, which are not known here. */
const NO_HOLIDAYS = { nameOf: () => undefined };
const OF = new Set(["de", "do", "of", "in", "em"]);

/**
 * A place in one month as the day that comes next: "no \u00faltimo dia do m\u00eas", "the first Monday of March". undefined: it may
 * recur, as "na primeira segunda do m\u00eas" may. Pure.
 */
function dayOfMonthPlace(
  said: Said,
  rule: DayRule,
  from: number,
  end: number,
): PieceOf<"date"> | undefined {
  if (rule.on === "nth_working_day") return undefined;
  const { lexicon, words } = said;
  const month = endOf(lexicon.ofTheMonth, words, end);
  const isThis = endOf(lexicon.ofThisMonth, words, end) !== undefined;
  const named = OF.has(words[end]?.word ?? "") ? MONTHS.get(words[end + 1]?.word ?? "") : undefined;
  if (named === undefined && !(month !== undefined && (isThis || rule.on === "month_days")))
    return undefined;
  const { here } = said;
  const today = startOf(here.date, "month");
  for (let ahead = 0; ahead < 13; ahead++) {
    const begins = shift(today, ahead, "month");
    if (named !== undefined && Number(begins.slice(5, 7)) !== named) continue;
    const date = inMonth(rule, begins);
    if (date === undefined || date < here.date) continue;
    const [year, at, day] = date.split("-").map(Number);
    if (year === undefined || at === undefined || day === undefined) return undefined;
    const to = named === undefined ? (month ?? end) : end + 2;
    return { is: "date", day, month: at, year, from, to };
  }
  return undefined;
}

function inMonth(rule: DayRule, begins: IsoDate): IsoDate | undefined {
  const last = daysInMonth(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)));
  for (let day = 0; day < last; day++) {
    const date = shift(begins, day, "day");
    if (isDayOf(rule, date, NO_HOLIDAYS)) return date;
  }
  return undefined;
}

const one = (piece: Piece): Piece[] => [piece];

/** "todo dia 5", "dias 5 e 20 de cada mês", "on the 5th of every month", "todo mês no dia 5". */
export function monthDays(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const every = endOf(lexicon.every, words, at);
  const monthly = endOf(lexicon.monthly, words, at);
  const led = monthly ?? every ?? at;
  const opened = after(lexicon.on, words, led);
  const isNamed = ["dia", "dias", "the", "day", "days"].includes(wordAt(said, opened));
  let next = isNamed ? opened + 1 : opened;
  if (wordAt(said, next) === "day") next++;
  const days: number[] = [];
  for (;;) {
    const day = ordinalAt(said, next);
    // "todo dia 9h" names an hour.
    if (day !== undefined && isHour(said, next)) break;
    const isDigits = /^\d{1,2}$/.test(wordAt(said, next));
    if (day === undefined || day.value < 1 || day.value > 31 || !(isDigits || day.marked)) break;
    // "the first Monday" is another thing.
    if (
      !isDigits &&
      (weekdayNamed(said, day.to) !== undefined ||
        endOf(lexicon.workingDay, words, day.to) !== undefined)
    )
      break;
    days.push(day.value);
    const joint = ["e", "and", "a"].includes(wordAt(said, day.to)) ? day.to + 1 : day.to;
    const more = ["dia", "the"].includes(wordAt(said, joint)) ? joint + 1 : joint;
    next = day.to;
    if (joint === day.to || !/^\d{1,2}$/.test(wordAt(said, more))) break;
    if (wordAt(said, day.to) === "a") return undefined;
    next = more;
  }
  if (days.length === 0) return undefined;
  const recurs = endOf(lexicon.ofEveryMonth, words, next);
  // "every 15th"; "every 15th day" counts days.
  const isMarked =
    every !== undefined &&
    !lexicon.counts24 &&
    ordinalAt(said, opened)?.marked === true &&
    !lexicon.units.has(wordAt(said, next));
  const isEvery =
    isMarked ||
    recurs !== undefined ||
    monthly !== undefined ||
    (every !== undefined && isNamed && wordAt(said, opened) !== "the");
  const isUnnamed = every !== undefined && monthly === undefined && !isNamed && !isMarked;
  if (!isEvery || isUnnamed) return undefined;
  const to = recurs ?? after(lexicon.ofTheMonth, words, next);
  return one({
    is: "days",
    rule: { on: "month_days", days: days.toSorted((a, b) => a - b) },
    from: at,
    to,
  });
}

/** "no último dia útil do mês", "a primeira segunda de cada mês", "the last friday of every month". */
export function monthPlace(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const every = endOf(lexicon.every, words, at) ?? endOf(lexicon.monthly, words, at);
  let begin = every ?? at;
  while (["no", "na", "o", "a", "on", "the", "em"].includes(wordAt(said, begin)) && begin < at + 4)
    begin++;
  const word = wordAt(said, begin);
  const named = lexicon.ordinals.get(word);
  const marked = named === undefined && /^\d/.test(word) ? ordinalAt(said, begin) : undefined;
  const nth = named ?? (marked?.marked === true ? marked.value : undefined);
  const after1 = named === undefined ? marked?.to : begin + 1;
  if (nth === undefined || after1 === undefined) return undefined;
  const working = endOf(lexicon.workingDay, words, after1);
  const plain = endOf(lexicon.day, words, after1);
  const weekday = weekdayNamed(said, after1);
  const rule: DayRule | undefined =
    working !== undefined
      ? { on: "nth_working_day", nth }
      : weekday !== undefined
        ? nth <= 5
          ? { on: "nth_weekday", nth, weekday: weekday.weekday }
          : undefined
        : plain !== undefined
          ? { on: "month_days", days: [nth] }
          : undefined;
  const ruleEnd = working ?? weekday?.to ?? plain;
  // "every first of the month"
  const ofMonth =
    ruleEnd === undefined && every !== undefined
      ? (endOf(lexicon.ofTheMonth, words, after1) ?? endOf(lexicon.ofEveryMonth, words, after1))
      : undefined;
  if (ofMonth !== undefined)
    return one({ is: "days", rule: { on: "month_days", days: [nth] }, from: at, to: ofMonth });
  if (rule === undefined || ruleEnd === undefined) return undefined;
  const recurs = endOf(lexicon.ofEveryMonth, words, ruleEnd);
  const once =
    every === undefined && recurs === undefined
      ? dayOfMonthPlace(said, rule, at, ruleEnd)
      : undefined;
  if (once !== undefined) return one(once);
  const month = endOf(lexicon.ofTheMonth, words, ruleEnd);
  // "a segunda" beside nothing is an item, not a day.
  if (every === undefined && recurs === undefined && month === undefined) return undefined;
  const isBare = every !== undefined && recurs === undefined && month === undefined;
  // "every third day" counts days, and "every second Tuesday" may mean every other one.
  if (isBare && plain !== undefined && working === undefined && weekday === undefined)
    return nth < 2 || lexicon.counts24
      ? one({ is: "vague", from: at, to: ruleEnd })
      : one({
          is: "days",
          rule: { on: "every_n_days", n: nth, from: said.here.date },
          from: at,
          to: ruleEnd,
        });
  if (isBare && weekday !== undefined && nth === 2 && !lexicon.counts24)
    return one({ is: "vague", from: at, to: ruleEnd });
  if (every !== undefined || recurs !== undefined)
    return one({ is: "days", rule, from: at, to: recurs ?? month ?? ruleEnd });
  return one({ is: "month_place", rule, recurs: false, from: at, to: month ?? ruleEnd });
}

/** "todo dia *9h*" is no day of the month. */
export const isHour = (said: Said, at: number): boolean =>
  pauseBefore(said, at) ||
  Object.values(said.lexicon.parts).some((part) => endOf(part, said.words, at + 1) !== undefined) ||
  wordAt(said, at).includes(":") ||
  /^h\d{2}$/.test(wordAt(said, at + 1)) ||
  endOf(said.lexicon.hourMarks, said.words, at + 1) !== undefined;
