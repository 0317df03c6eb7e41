import { durationOf } from "#shared/calendar/period.ts";
import type { TypedEntity } from "#shared/contracts/goal.ts";
import type { Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { LengthPart } from "#shared/language/time/meaning.ts";
import { currencyAt } from "#shared/recognisers/currency.ts";
import { type Leaning, type PeriodReading, periodFrom } from "#shared/recognisers/period.ts";
import { recogniseEmail, recogniseUrl } from "./address.ts";
import { isoDayOf } from "./calendar.ts";
import { recogniseDate } from "./date.ts";
import { recogniseMoney } from "./money.ts";
import { recogniseNumber } from "./number.ts";
import { recognisePercent } from "./percent.ts";
import type { Recognised, Recogniser, Sentence } from "./recogniser.ts";

type Plain = Exclude<TypedEntity, "period" | "date">;
const recognisers: Readonly<Record<Plain, Recogniser<string | number>>> = {
  number: recogniseNumber,
  integer: recogniseInteger,
  money: (sentence, at) => recogniseMoney(sentence, at) ?? recogniseNumber(sentence, at),
  percent: (sentence, at) => recognisePercent(sentence, at) ?? recogniseNumber(sentence, at),
  time: recogniseTime,
  duration: recogniseDuration,
  currency: currencyAt,
  url: recogniseUrl,
  email: recogniseEmail,
};

/** The value of an entity type that begins at a word, in its canonical form. `leaning` decides for periods and dates. */
export function recognise(
  type: TypedEntity,
  sentence: Sentence,
  at: number,
  leaning?: Leaning,
): Recognised<string | number> | undefined {
  if (type === "period") return periodFrom(sentence, at, periodReading(sentence, leaning));
  return type === "date" ? recogniseDate(sentence, at, leaning) : recognisers[type](sentence, at);
}

/** What the periods of a sentence are read with: the day of who speaks, asked for where words depend on it. */
export const periodReading = (
  { locale, today }: Sentence,
  leaning: Leaning | undefined,
): PeriodReading => ({
  locale,
  leaning,
  today() {
    const now = today();
    return now && isoDayOf(now);
  },
});

function recogniseInteger(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = recogniseNumber(sentence, at);
  return number !== undefined && Number.isInteger(number.value) ? number : undefined;
}

/** A length of time, as an ISO 8601 duration: half an hour is PT30M; one up to now is as long as it is. */
function recogniseDuration(sentence: Sentence, at: number): Recognised<string> | undefined {
  const chart = chartOf(sentence, sentence.locale);
  const [length] = chart.at(at, "length");
  for (const { meaning, to } of chart.at(at, "period")) {
    const isPast =
      meaning.is === "period" && meaning.period.is === "duration" && meaning.period.way === "last";
    if (isPast && to > (length?.to ?? 0))
      return { to, value: durationOf(meaning.period.count, meaning.period.unit) };
  }
  return length?.meaning.is === "length"
    ? { to: length.to, value: written(length.meaning.parts) }
    : undefined;
}

function written(parts: readonly LengthPart[]): string {
  const [days, hours] = [parts.filter(isOfDays), parts.filter((part) => !isOfDays(part))];
  const text = (of: readonly LengthPart[]) =>
    of.map(({ unit, count }) => `${count}${unit[0]?.toUpperCase()}`).join("");
  return `P${text(days)}${hours.length > 0 ? `T${text(hours)}` : ""}`;
}

const isOfDays = ({ unit }: LengthPart): boolean =>
  unit !== "hour" && unit !== "minute" && unit !== "second";

const CLOCKS = ["clock", "at-clock"];

/** A time of day, as "HH:MM"; where its half of the day is open, the hour that was said. */
function recogniseTime(sentence: Sentence, at: number): Recognised<string> | undefined {
  const chart = chartOf(sentence, sentence.locale);
  const halves = chart.at(at, "bare-clock").filter(isHalf);
  const [found] = [...CLOCKS.flatMap((category) => chart.at(at, category)), ...halves].toSorted(
    (one, other) => other.to - one.to,
  );
  if (found?.meaning.is !== "clock") return undefined;
  const { hour, minute } = found.meaning;
  return { to: found.to, value: [hour, minute].map(two).join(":") };
}

/** Nothing else is said so. */
const isHalf = ({ meaning, strength }: Edge): boolean =>
  meaning.is === "clock" && meaning.minute === 30 && strength === "named";

const two = (value: number): string => String(value).padStart(2, "0");
