import { durationOf } from "#shared/calendar/period.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { LengthPart } from "#shared/language/time/meaning.ts";
import type { Recognised, Sentence } from "./recogniser.ts";

/** A length of time, as an ISO 8601 duration: half an hour is PT30M; one up to now is as long as it is. */
export function recogniseDuration(sentence: Sentence, at: number): Recognised<string> | undefined {
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
