import { shift } from "#shared/calendar/days.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { ordinalAt } from "#shared/recognisers/counts.ts";
import { isHour, monthDays, monthPlace } from "./month-days.ts";
import { endOf } from "./phrases.ts";
import { type Piece, type Said, wordAt } from "./piece.ts";
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
