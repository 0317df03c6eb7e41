import { wordSet } from "#shared/language/words.ts";
import { recogniseNumber } from "../../understanding/recognisers/number.ts";
import { type TimeUnit, timeUnits } from "./lexicon.ts";
import { after, endOf } from "./phrases.ts";
import { type Amount, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOTHING: Amount = { months: 0, days: 0, ms: 0 };
const ONE = wordSet("words.indefinite-articles");
/** No request waits longer. */
const MOST = 5000;

const sum = (a: Amount, b: Amount): Amount => ({
  months: a.months + b.months,
  days: a.days + b.days,
  ms: a.ms + b.ms,
});

function amountOf(count: number, unit: TimeUnit): Amount | undefined {
  if (!(count > 0) || count > MOST) return undefined;
  const isWhole = Number.isInteger(count);
  switch (unit) {
    case "second":
      return { ...NOTHING, ms: Math.round(count * 1000) };
    case "minute":
      return { ...NOTHING, ms: Math.round(count * MINUTE_MS) };
    case "hour":
      return { ...NOTHING, ms: Math.round(count * HOUR_MS) };
    case "day":
      return isWhole
        ? { ...NOTHING, days: count }
        : { ...NOTHING, ms: Math.round(count * 24 * HOUR_MS) };
    case "week":
      return isWhole ? { ...NOTHING, days: 7 * count } : undefined;
    case "fortnight":
      return isWhole ? { ...NOTHING, days: 14 * count } : undefined;
    case "month":
      return isWhole ? { ...NOTHING, months: count } : undefined;
    case "year":
      return isWhole ? { ...NOTHING, months: 12 * count } : undefined;
  }
}

/** "20 minutos", "uma hora e meia", "1h30", "meia hora", "two and a half hours", "1 hora e 15 minutos". */
export function amountAt(
  said: Said,
  at: number,
): { amount: Amount; to: number; count: number; unit: TimeUnit } | undefined {
  const first = oneAmount(said, at);
  if (first === undefined) return undefined;
  const { lexicon, words } = said;
  const joined = after(lexicon.and, words, first.to);
  const next = first.unit === "second" ? undefined : oneAmount(said, joined);
  const isSmaller = next !== undefined && order(next.unit) < order(first.unit);
  return isSmaller && next !== undefined
    ? { ...first, amount: sum(first.amount, next.amount), to: next.to, count: Number.NaN }
    : first;
}

const order = (unit: TimeUnit): number => timeUnits.indexOf(unit);

function oneAmount(
  said: Said,
  at: number,
): { amount: Amount; to: number; count: number; unit: TimeUnit } | undefined {
  const { lexicon, words } = said;
  const done = (count: number, unit: TimeUnit, to: number) => {
    const amount = amountOf(count, unit);
    return amount && { amount, to, count, unit };
  };
  const half = endOf(lexicon.half, words, at);
  const halved = half === undefined ? undefined : lexicon.units.get(wordAt(said, half));
  if (half !== undefined && halved !== undefined) return done(0.5, halved, half + 1);
  const quarters = quartersAt(said, at);
  if (quarters !== undefined) return done(quarters.count, "hour", quarters.to);
  // "hora e meia"
  const alone = lexicon.units.get(wordAt(said, at));
  const andMore = alone === undefined ? undefined : endOf(lexicon.andHalf, words, at + 1);
  if (alone !== undefined && andMore !== undefined) return done(1.5, alone, andMore);
  const isOne = ONE.has(wordAt(said, at));
  const count = isOne ? { value: 1, to: at + 1 } : recogniseNumber(said, at);
  if (count === undefined) return undefined;
  const andHalf = endOf(lexicon.andHalf, words, count.to);
  const before = andHalf === undefined ? undefined : lexicon.units.get(wordAt(said, andHalf));
  if (andHalf !== undefined && before !== undefined)
    return done(count.value + 0.5, before, andHalf + 1);
  // "1h30"
  const glued = /^h(\d{2})$/.exec(wordAt(said, count.to));
  if (glued !== null) return done(count.value + Number(glued[1]) / 60, "hour", count.to + 1);
  const unit = lexicon.units.get(wordAt(said, count.to));
  if (unit === undefined) return undefined;
  const more = endOf(lexicon.andHalf, words, count.to + 1);
  const odd = unit === "hour" ? oddMinutes(said, count.to + 1) : undefined;
  if (odd !== undefined) return done(count.value + odd.minutes / 60, unit, odd.to);
  if (more !== undefined && lexicon.units.get(wordAt(said, more)) === undefined)
    return done(count.value + 0.5, unit, more);
  return done(count.value, unit, count.to + 1);
}

/** "duas horas *e quinze*", "an hour *and a quarter*". */
function oddMinutes(said: Said, at: number): { minutes: number; to: number } | undefined {
  const { lexicon, words } = said;
  const quarter = endOf(lexicon.andQuarter, words, at);
  if (quarter !== undefined) return { minutes: 15, to: quarter };
  const and = endOf(lexicon.and, words, at);
  const number = recogniseNumber(said, and ?? at);
  // "1 hour 30 *to*": without "and" nothing but what joins the text may follow.
  if (and === undefined && number !== undefined && !endsThere(said, number.to)) return undefined;
  if (number === undefined || number.value % 5 !== 0 || number.value < 5 || number.value > 55)
    return undefined;
  return lexicon.units.has(wordAt(said, number.to))
    ? undefined
    : { minutes: number.value, to: number.to };
}

const JOINTS = wordSet("schedules.behind-an-amount");
const endsThere = (said: Said, at: number): boolean =>
  at >= said.words.length || pauseBefore(said, at) || JOINTS.has(wordAt(said, at));

/** "um quarto de hora", "a quarter of an hour", "three quarters of an hour". */
function quartersAt(
  { lexicon, words }: Said,
  at: number,
): { count: number; to: number } | undefined {
  for (const [count, phrases] of lexicon.quarters) {
    const to = endOf(phrases, words, at);
    if (to !== undefined) return { count, to };
  }
  return undefined;
}

/** "em 20 minutos", "daqui a uma hora e meia", "in half an hour", "20 minutes from now". */
export function offsetAt(said: Said, at: number): PieceOf<"offset"> | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.in, words, at);
  if (led !== undefined) {
    const found = amountAt(said, led);
    if (found !== undefined)
      return {
        is: "offset",
        amount: found.amount,
        from: at,
        to: after(lexicon.fromNow, words, found.to),
      };
  }
  const found = amountAt(said, at);
  const to = found && endOf(lexicon.fromNow, words, found.to);
  return found === undefined || to === undefined
    ? undefined
    : { is: "offset", amount: found.amount, from: at, to };
}
