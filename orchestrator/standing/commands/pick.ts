import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { ordinalAt } from "#shared/recognisers/counts.ts";
import { isCommonWord } from "../../understanding/lexicons/common-words.ts";
import { tokens } from "../../understanding/text.ts";
import { localTimeOf } from "../calendar/zoned.ts";
import { TIME_LEXICONS } from "../words/lexicons.ts";
import { endOf } from "../words/phrases.ts";
import type { Said } from "../words/piece.ts";
import { bareClockAt, clockAt } from "../words/read-clock.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

/** Which of them the words mean: by place in the list, by time, or by what they are about. `asks`: the words do not say. */
export type Picked = {
  readonly picked: readonly Schedule[];
  readonly says: boolean;
  /** By these times of day. */
  readonly times?: readonly string[];
};

/** Picks among standing requests, as they were listed. Pure. */
export function pick(
  rest: string,
  listed: readonly Schedule[],
  locale: Locale,
  here: Said["here"],
): Picked {
  const words = tokens(rest);
  const lexicon = COMMAND_LEXICONS[locale];
  const said: Said = {
    text: rest,
    words,
    locale,
    today: () => undefined,
    lexicon: TIME_LEXICONS[locale],
    here,
  };
  for (let at = 0; at < words.length; at++) {
    if (endOf(lexicon.last, words, at) !== undefined)
      return { picked: listed.slice(-1), says: true };
    const clock = clockIn(said, at);
    if (clock !== undefined)
      return { picked: listed.filter((each) => isAt(each, clock)), says: true, times: clock };
    const place = ordinalAt(said, at);
    const isPlace =
      place?.marked === true ||
      (place !== undefined && ["numero", "number", "o", "a"].includes(words[at - 1]?.word ?? ""));
    if (place !== undefined && isPlace && place.value >= 1 && place.to === words.length) {
      const found = listed[place.value - 1];
      return { picked: found === undefined ? [] : [found], says: true };
    }
  }
  const telling = words
    .map(({ word }) => word)
    .filter((word, at) => !isCommonWord(word) && endOf(lexicon.nouns, words, at) === undefined);
  if (telling.length === 0) return { picked: listed, says: false };
  const score = (each: Schedule): number => {
    const own = new Set(
      tokens(`${each.words} ${each.action.do === "tell" ? (each.action.text ?? "") : ""}`).map(
        ({ word }) => word,
      ),
    );
    return telling.filter((word) => own.has(word)).length;
  };
  const best = Math.max(0, ...listed.map(score));
  return { picked: best === 0 ? [] : listed.filter((each) => score(each) === best), says: true };
}

/** "das 9", "at 9am": the hours that may be meant. */
function clockIn(said: Said, at: number): readonly string[] | undefined {
  const led = ["das", "da", "de", "at", "as"].includes(said.words[at]?.word ?? "");
  const clock = led ? bareClockAt(said, at + 1) : clockAt(said, at);
  if (clock === undefined) return undefined;
  const written = (hour: number) =>
    `${String(hour % 24).padStart(2, "0")}:${String(clock.minute).padStart(2, "0")}`;
  return clock.isExact || clock.hour > 12
    ? [written(clock.hour)]
    : [written(clock.hour), written(clock.hour + 12)];
}

const isAt = (schedule: Schedule, times: readonly string[]): boolean => {
  const { timing, next_at, zone } = schedule;
  const own = timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule.times : [];
  const next = next_at === null ? [] : [localTimeOf(next_at, zone).time];
  return timing.kind !== "when" && [...own, ...next].some((time) => times.includes(time));
};
