import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { wording } from "#shared/language/words.ts";
import { localTimeOf } from "../../calendar/zoned.ts";

/** The half of the day that it is in. */
export function halfOf({ timing, next_at, zone }: Schedule): "am" | "pm" {
  const [own] = timesOf(timing);
  const time = own ?? (next_at === null ? "00:00" : localTimeOf(next_at, zone).time);
  return time < "12:00" ? "am" : "pm";
}

/** Its own times of day, in words that are read again: "às 08:00 e às 20:00". */
export function hoursOf({ timing, next_at, zone }: Schedule, locale: Locale): string {
  const own = timesOf(timing);
  const at = next_at ?? (timing.kind === "at" || timing.kind === "after" ? timing.at : null);
  const times = own.length > 0 || at === null ? own : [localTimeOf(at, zone).time];
  return times.map((time) => `${AT[locale]} ${time}`).join(` ${AND[locale]} `);
}

const timesOf = (timing: Schedule["timing"]): readonly string[] =>
  timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule.times : [];

export const AT = wording("wordings.at");
const AND = wording("wordings.and");
