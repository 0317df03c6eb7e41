import type { FollowupRequest } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { readReply } from "../modifiers/read-modifiers.ts";
import { tokens } from "../text.ts";
import { endOf } from "../words/phrases.ts";
import { afterLead } from "./after-lead.ts";
import { type Answer, type Asked, readAnswer } from "./read-answer.ts";
import { smallPhrases, withoutEnd } from "./small-words.ts";

/** An answer as it was said: with what is to follow as well, or what is not to follow any more. */
export type Said = {
  answer: Answer;
  /** The answer's own words. */
  text: string;
  /** Asked for beside the answer. */
  add: readonly FollowupRequest[];
  /** Some of what was to follow is not wanted. */
  drop: string | undefined;
};

export type Cut = (text: string) => { rest: string; followups: readonly FollowupRequest[] };

/** Without a word at the end that adds nothing to what is asked for. Pure. */
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

const WITHOUT = smallPhrases("without");

/** An answer, and what is not to be done of what was asked for with it. */
type Restricted = { core: string; without: string };

/**
 * An answer with something left out. Pure.
 * Shape: undefined where nothing is left out, and for a time or a recipient, which an answer cannot add
 */
function readRestriction(text: string, locale: Locale): Restricted | undefined {
  const words = tokens(text, 40);
  const at = words.findIndex((_, from) => from > 0 && endOf(WITHOUT, words, from) !== undefined);
  const first = words[at];
  if (at < 1 || first === undefined) return undefined;
  const core = text.slice(0, first.start).replace(/[\s,;.–—-]+$/, "");
  if (core === "" || readReply(core, locale).refuses) return undefined;
  return { core, without: text.slice(first.start) };
}
