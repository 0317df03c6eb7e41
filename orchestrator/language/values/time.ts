import type { Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { Recognised, Sentence } from "./recogniser.ts";

const CLOCKS = ["clock", "at-clock"];

/** A time of day, as "HH:MM"; where its half of the day is open, the hour that was said. */
export function recogniseTime(sentence: Sentence, at: number): Recognised<string> | undefined {
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
