import { shift } from "#shared/calendar/days.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { ordinalAt } from "#shared/recognisers/counts.ts";
import { dayOfMonthPlace } from "./month-place.ts";
import { after, endOf } from "./phrases.ts";
import { type Piece, pauseBefore, type Said, wordAt } from "./piece.ts";
import { amountAt } from "./read-amount.ts";
import { weekdayNamed } from "./read-day.ts";
import { everyPart, everyStretch, everyYearDay } from "./read-every.ts";
import { alternate, everyWeekday, exceptDays, listed, plurals } from "./read-weekday-lists.ts";

const HOUR_MS = 60 * 60 * 1000;

/** "todo dia útil", "toda segunda e quarta", "a cada 2 horas", "dia 5 de todo mês", "every other day", "mondays". */
export function recurrenceAt(said: Said, at: number): Piece[] | undefined {
  let longest: Piece[] | undefined;
  const endOfAll = (pieces: readonly Piece[] | undefined): number => pieces?.at(-1)?.to ?? 0;
  for (const read of READERS) {
    const found = read(said, at);
    if (endOfAll(found) > endOfAll(longest)) longest = found;
  }
  return longest;
}

const one = (piece: Piece): Piece[] => [piece];

const workingDays = (): DayRule => ({ on: "working_days" });
const monToFri = (): DayRule => ({ on: "weekdays", days: [1, 2, 3, 4, 5] });
const weekends = (): DayRule => ({ on: "weekdays", days: [0, 6] });
const everyOtherDay = ({ here }: Said): DayRule => ({ on: "every_n_days", n: 2, from: here.date });
const everyDay = (): DayRule => ({ on: "every_day" });

function fixed(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  for (const [phrases, ruleFrom] of [
    [lexicon.workingDays, workingDays],
    [lexicon.monToFri, monToFri],
    [lexicon.weekends, weekends],
    [lexicon.everyOtherDay, everyOtherDay],
    [lexicon.everyDay, everyDay],
  ] as const) {
    const to = endOf(phrases, words, at);
    if (to !== undefined) return one({ is: "days", rule: ruleFrom(said), from: at, to });
  }
  const hourly = endOf(lexicon.hourly, words, at);
  if (hourly !== undefined && lexicon.units.get(wordAt(said, hourly)) === undefined)
    return one({ is: "elapsed", every_ms: HOUR_MS, from: at, to: hourly });
  for (const [unit, phrases] of [
    ["fortnight", lexicon.fortnightly],
    ["week", lexicon.weekly],
    ["month", lexicon.monthly],
    ["year", lexicon.yearly],
  ] as const) {
    const to = endOf(phrases, words, at);
    if (to !== undefined) return one({ is: "each", unit, from: at, to });
  }
  const every = endOf(lexicon.every, words, at);
  const day =
    every === undefined
      ? undefined
      : (endOf(lexicon.day, words, every) ??
        (wordAt(said, every) === "dias" ? every + 1 : undefined));
  if (day === undefined) return undefined;
  if (/^\d/.test(wordAt(said, day)) && !isHour(said, day)) return undefined;
  return one({ is: "days", rule: { on: "every_day" }, from: at, to: day });
}

/** "todo dia *9h*" is no day of the month. */
const isHour = (said: Said, at: number): boolean =>
  pauseBefore(said, at) ||
  Object.values(said.lexicon.parts).some((part) => endOf(part, said.words, at + 1) !== undefined) ||
  wordAt(said, at).includes(":") ||
  /^h\d{2}$/.test(wordAt(said, at + 1)) ||
  endOf(said.lexicon.hourMarks, said.words, at + 1) !== undefined;

/** "de segunda a sexta", "monday to friday". */
function range(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const led = ["de", "from", "da"].includes(wordAt(said, at)) ? at + 1 : at;
  const first = weekdayNamed(said, led);
  const joint =
    first &&
    (endOf(lexicon.through, words, first.to) ?? (isDashed(said, first.to) ? first.to : undefined));
  const last = joint === undefined ? undefined : weekdayNamed(said, joint);
  if (first === undefined || last === undefined) return undefined;
  const days: number[] = [];
  for (let day = first.weekday; ; day = (day + 1) % 7) {
    days.push(day);
    if (day === last.weekday || days.length === 7) break;
  }
  return one({
    is: "days",
    rule: { on: "weekdays", days: days.toSorted((a, b) => a - b) },
    from: at,
    to: last.to,
  });
}

/** "Mon-Fri". */
const isDashed = ({ text, words }: Said, at: number): boolean =>
  /^\s*[-\u2013]\s*$/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0));

/** "todo dia 5", "dias 5 e 20 de cada mês", "on the 5th of every month", "todo mês no dia 5". */
function monthDays(said: Said, at: number): Piece[] | undefined {
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
function monthPlace(said: Said, at: number): Piece[] | undefined {
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

/** "a cada 2 horas", "de 15 em 15 minutos", "every 3 days", "every two weeks", "every other monday". */
function counted(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const each = endOf(lexicon.each, words, at) ?? endOf(lexicon.every, words, at);
  if (each !== undefined) {
    const other = endOf(lexicon.other, words, each);
    if (other !== undefined) {
      const weekday = weekdayNamed(said, other);
      if (weekday !== undefined) {
        const ahead = (weekday.weekday - said.here.weekday + 7) % 7;
        const from = shift(said.here.date, ahead, "day");
        return one({
          is: "days",
          rule: { on: "every_n_days", n: 14, from },
          from: at,
          to: weekday.to,
        });
      }
      if (wordAt(said, other) === "week")
        return one({
          is: "days",
          rule: { on: "every_n_days", n: 14, from: said.here.date },
          from: at,
          to: other + 1,
        });
      if (wordAt(said, other) === "hour")
        return one({ is: "elapsed", every_ms: 2 * HOUR_MS, from: at, to: other + 1 });
    }
    const isOne = lexicon.units.get(wordAt(said, each));
    // "every hour" and "a cada minuto" are one of it; "toda hora" says nothing exact.
    if (isOne === "minute" && endOf(lexicon.each, words, at) !== undefined)
      return one({ is: "elapsed", every_ms: 60_000, from: at, to: each + 1 });
    if (isOne === "hour" && endOf(lexicon.andHalf, words, each + 1) !== undefined)
      return one({
        is: "elapsed",
        every_ms: 1.5 * HOUR_MS,
        from: at,
        to: endOf(lexicon.andHalf, words, each + 1) ?? at,
      });
    const amount = amountAt(said, each);
    if (amount !== undefined) return ofAmount(said, at, amount);
    return undefined;
  }
  if (wordAt(said, at) !== "de") return undefined;
  const first = amountOrNumber(said, at + 1);
  if (first === undefined || wordAt(said, first.to) !== "em") return undefined;
  const amount = amountAt(said, first.to + 1);
  return amount === undefined ? undefined : ofAmount(said, at, amount);
}

function amountOrNumber(said: Said, at: number): { to: number } | undefined {
  const amount = amountAt(said, at);
  if (amount !== undefined) return amount;
  if (/^\d{1,3}$/.test(wordAt(said, at))) return { to: at + 1 };
  const number = ordinalAt(said, at);
  return number ?? (wordAt(said, at) === "meia" ? { to: at + 1 } : undefined);
}

function ofAmount(
  said: Said,
  at: number,
  { amount: { months, days, ms }, to }: NonNullable<ReturnType<typeof amountAt>>,
): Piece[] | undefined {
  if (months > 0)
    return months === 1
      ? one({ is: "each", unit: "month", from: at, to })
      : one({ is: "vague", from: at, to });
  if (days > 0 && ms > 0) return one({ is: "vague", from: at, to });
  if (days === 1) return one({ is: "days", rule: { on: "every_day" }, from: at, to });
  if (days > 0)
    return one({
      is: "days",
      rule: { on: "every_n_days", n: Math.min(days, 366), from: said.here.date },
      from: at,
      to,
    });
  return one({ is: "elapsed", every_ms: ms, from: at, to });
}

/** In no order: the one that takes most words counts. */
const READERS: readonly ((said: Said, at: number) => Piece[] | undefined)[] = [
  fixed,
  range,
  monthDays,
  monthPlace,
  counted,
  everyWeekday,
  everyPart,
  everyYearDay,
  plurals,
  alternate,
  listed,
  exceptDays,
  everyStretch,
];
