import type { Locale } from "#shared/contracts/names.ts";
import type { ScheduleTiming } from "#shared/contracts/schedule.ts";
import { byLocale, classesOf, wording, wordList } from "#shared/language/words.ts";
import { tokens } from "../../language/text.ts";
import { endOf, phrasesIn, phrasesOf } from "../../language/time/phrases.ts";
import type { TimeReading } from "../../language/time/reading.ts";

const IN = wording("wordings.in");
const EARLIER = byLocale((locale) => phrasesIn("schedules.earlier", locale));
const LATER: typeof EARLIER = {
  "pt-BR": phrasesOf("depois, mais tarde, depois disso"),
  en: phrasesOf("later, after, after that, late"),
};
const MOST_WORDS = 8;
const DAY_MIN = 24 * 60;

/** "uma hora antes", "half an hour later": by so much, milliseconds. undefined: it says no such thing, or more. */
function shiftSaid(
  text: string,
  locale: Locale,
  now: number,
  read: (text: string) => TimeReading,
): number | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  for (let at = 1; at < words.length && words.length <= MOST_WORDS; at++) {
    const isEarlier = endOf(EARLIER[locale], words, at) === words.length;
    if (!isEarlier && endOf(LATER[locale], words, at) !== words.length) continue;
    const { kind, rest, instants } = read(`${IN[locale]} ${text.slice(0, words[at]?.start)}`);
    const [then] = instants;
    if (kind !== "after" || rest !== "" || then === undefined) return undefined;
    return isEarlier ? now - then : then - now;
  }
  return undefined;
}

/** What is agreed on, so much earlier or later than it is. undefined: no length is said, or it would be on another day. */
export function shiftTiming(
  { timing, next_at }: { timing: ScheduleTiming; next_at: number | null },
  text: string,
  locale: Locale,
  now: number,
  read: (text: string) => TimeReading,
): ScheduleTiming | undefined {
  const by = shiftSaid(text, locale, now, read);
  if (by === undefined || timing.kind === "when") return undefined;
  if (timing.kind !== "every") {
    const at = (next_at ?? timing.at) + by;
    return at > now ? { kind: "at", at } : undefined;
  }
  const { rule } = timing;
  if (rule.by !== "calendar") return undefined;
  const times = rule.times.map((time) => moved(time, by / 60_000));
  const kept = times.filter((time) => time !== undefined);
  return kept.length < times.length ? undefined : { kind: "every", rule: { ...rule, times: kept } };
}

/** "09:00" and -60 give "08:00". undefined: that is on another day. */
function moved(time: string, minutes: number): string | undefined {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = hour * 60 + minute + minutes;
  if (at < 0 || at >= DAY_MIN || !Number.isInteger(at)) return undefined;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}

/** The half of the day behind an hour in words: "oito e meia *da manhã*". */
const halves = ["am", "pm"] as const;
export const IN_HALF = byLocale((locale) =>
  classesOf(halves, (half) => wordList(`wordings.in-half.${half}`, locale).join(" ")),
);
