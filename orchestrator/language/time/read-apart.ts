import { byLocale } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { pauseBefore, slice } from "../text.ts";
import { behind, isOfThing, type OwnText } from "./own-text-in.ts";
import { endOf, phrasesIn } from "./phrases.ts";
import type { Piece, Said } from "./piece.ts";
import { weekdayNamed } from "./read-day.ts";
import { REQUEST_LEXICONS } from "./request-lexicon.ts";

/** Two reminders of one text, each in whole words; "unclear": whether it is one or two. */
export type Apart = readonly [first: string, second: string] | "unclear";

type Stretch = { readonly from: number; readonly to: number };
const HOURS: ReadonlySet<Piece["is"]> = new Set(["clock", "offset", "part", "between"]);
const DAYS: ReadonlySet<Piece["is"]> = new Set(["away", "weekday", "date", "next_week", "days"]);
const FURTHER = byLocale((locale) => phrasesIn("schedules.one-more", locale));

/**
 * A reminder behind another one in what is to be told: with the same verb again, or with a time of its own and joined to what
 * it is about as the first one is. It is on the day of the first one where it names none. undefined: it is one reminder. Pure.
 */
export function readApart(said: Said, text: OwnText, pieces: readonly Piece[]): Apart | undefined {
  const { words, locale } = said;
  const { to: last } = withoutCourtesy(words);
  const { remind, remindJoints } = REQUEST_LEXICONS[locale];
  const own = pieces.filter(({ is }) => is !== "nothing");
  const hasHour = (from: number, to: number) =>
    own.some((piece) => piece.from >= from && piece.to <= to && HOURS.has(piece.is));
  if (own.length === 0) return undefined;
  const isLed = text.from > text.joint;
  const split = (at: number, from: number, times: Stretch): Apart => {
    const inTimes = own.filter((piece) => piece.from >= times.from && piece.to <= times.to);
    const hasDay = inTimes.some(({ is }) => DAYS.has(is) || is === "offset");
    const kept = own.filter(({ is }) => !HOURS.has(is) && !(hasDay && DAYS.has(is)));
    const lead = words.flatMap((_, place) => {
      const isTime = own.some((piece) => place >= piece.from && place < piece.to);
      const isKept = kept.some((piece) => place >= piece.from && place < piece.to);
      return place < text.joint && (!isTime || isKept)
        ? [slice(said.text, said.words, place, place + 1)]
        : [];
    });
    return [
      slice(said.text, said.words, 0, at),
      `${lead.join(" ")} ${slice(said.text, said.words, from, words.length)}`,
    ];
  };
  for (let at = text.from + 1; at < last; at++) {
    if (/[:"\u201c\u00ab]/.test(said.text.slice(words[text.from]?.start, words[at]?.start)))
      return undefined;
    const joined = endOf(FURTHER[locale], words, at);
    const next = joined ?? (pauseBefore(said, at) ? at : undefined);
    if (next === undefined || next >= last) continue;
    const verb = endOf(remind, words, next);
    if (verb !== undefined && verb > next + 1 && verb < last)
      return [
        slice(said.text, said.words, 0, at),
        slice(said.text, said.words, next, words.length),
      ];
    const time = own.find(({ from }) => from === next);
    if (time === undefined) {
      const day = weekdayNamed(said, next);
      const isAsked =
        isLed && day !== undefined && endOf(remindJoints, words, day.to) !== undefined;
      if (joined !== undefined && isAsked) return "unclear";
      const leads = joined !== undefined && endOf(remindJoints, words, next) !== undefined;
      const isTimed = isLed && hasHour(text.from, at) && hasHour(next, last);
      if (leads && isTimed && !hasHour(0, text.joint))
        return split(at, next, { from: next, to: last });
      continue;
    }
    // What another time stands before goes on with that one.
    if (own.some(({ to }) => to === at) || isOfThing(said, time)) continue;
    if (!HOURS.has(time.is) && !DAYS.has(time.is)) continue;
    const to = behind(said, own, next);
    const isAbout = to < last && (endOf(remindJoints, words, to) ?? last) < last;
    if (to < last && isAbout === isLed && (isLed || joined !== undefined))
      return split(at, next, { from: next, to });
    if (joined !== undefined && hasHour(next, to)) return "unclear";
  }
  return undefined;
}
