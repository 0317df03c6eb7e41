import type { FollowupRequest } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { afterLead } from "./after-lead.ts";
import { type Answer, type Asked, readAnswer } from "./read-answer.ts";
import { readRestriction } from "./read-restriction.ts";
import { smallPhrases, withoutEnd } from "./small-words.ts";

/** An answer as it was said: with what is to follow as well, or what is not to follow any more. */
export type Said = {
  answer: Answer;
  /** The answer's own words. */
  text: string;
  /** Asked for beside the answer: "the second, and make a pdf of it too". */
  add: readonly FollowupRequest[];
  /** Some of what was to follow is not wanted: "sim, mas não manda". */
  drop: string | undefined;
};

type Cut = (text: string) => { rest: string; followups: readonly FollowupRequest[] };

/** "send it too", "manda também": the word adds nothing to what is asked for. Pure. */
export const withoutToo = (text: string): string => withoutEnd(TOO, text);

const TOO = smallPhrases("too");

/** What a message says to a question, whatever stands around it. Pure. */
export function readSaid(
  text: string,
  pending: Asked,
  locale: Locale,
  cut: Cut,
  /** Do the words leave out something that was to follow? */
  leavesOut: (without: string) => boolean,
): Said {
  const plain: Said = { answer: readAnswer(text, pending), text, add: [], drop: undefined };
  if (plain.answer !== undefined) return plain;
  const lead = afterLead(text);
  const restricted = readRestriction(lead?.rest ?? text, locale);
  const more = cut(withoutToo(lead?.rest ?? text));
  const readings: Said[] = [];
  if (restricted !== undefined && leavesOut(restricted.without))
    readings.push({ ...plain, text: restricted.core, drop: restricted.without });
  if (more.followups.length > 0 && more.rest !== "" && !/[?"“”«»`~<>]/.test(text))
    readings.push({ ...plain, text: more.rest.replace(/[\s,;]+$/, ""), add: more.followups });
  if (lead !== undefined) readings.push({ ...plain, text: lead.rest });
  for (const reading of readings) {
    const answer = readAnswer(reading.text, pending);
    if (answer !== undefined && answer.said !== "no") return { ...reading, answer };
  }
  const [first] = readings;
  return first !== undefined && (first.drop !== undefined || first.add.length > 0) ? first : plain;
}
