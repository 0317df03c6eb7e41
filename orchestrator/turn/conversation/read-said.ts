import type { FollowupRequest } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { afterLead } from "./lead-in.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { readRestriction } from "./read-restriction.ts";

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

/** What a message says to a question, whatever stands around it. Pure. */
export function readSaid(
  text: string,
  pending: Pick<PendingAction, "kind" | "options">,
  locale: Locale,
  cut: Cut,
): Said {
  const plain: Said = { answer: readAnswer(text, pending), text, add: [], drop: undefined };
  if (plain.answer !== undefined) return plain;
  const lead = afterLead(text);
  const restricted = readRestriction(lead?.rest ?? text, locale);
  const more = cut(
    (lead?.rest ?? text).replace(/\s+(?:too|also|as well|também|tambem|tb)[.!\s]*$/i, ""),
  );
  const readings: Said[] = [];
  if (restricted !== undefined)
    readings.push({ ...plain, text: restricted.core, drop: restricted.without });
  if (more.followups.length > 0 && more.rest !== "")
    readings.push({ ...plain, text: more.rest.replace(/[\s,;]+$/, ""), add: more.followups });
  if (lead !== undefined) readings.push({ ...plain, text: lead.rest });
  for (const reading of readings) {
    const answer = readAnswer(reading.text, pending);
    if (answer !== undefined && answer.said !== "no") return { ...reading, answer };
  }
  // A yes with the very thing behind it: "sim, apaga".
  const yes = /^([^\s,]+),\s+(\S+(?:\s+\S+)?)$/.exec(text.trim());
  const agreed = yes && readAnswer(yes[1] ?? "", pending);
  if (agreed && (agreed.said === "yes" || pending.options.length === 1) && agreed.said !== "no")
    return { ...plain, answer: agreed };
  const [first] = readings;
  return first !== undefined && (first.drop !== undefined || first.add.length > 0) ? first : plain;
}
