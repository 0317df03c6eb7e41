import type { Doubt, FollowupRequest, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { endOfAny } from "./modifiers/languages.ts";
import { normalised, tokens } from "./text.ts";
import { isFunctionWord } from "./words/common-words.ts";

/** Why words are not said to be done: they are shown, or crossed out. */
export type Apart = "reported" | "negated";

/** Quotes, a quoted line of mail, code, comments, and what is struck out. */
const SPANS =
  /```[^`]+```|`[^`\n]+`|~~[^~]+~~|<!--[^<>]*-->|^[ \t]*>[^\n]*$|^[ \t]*\/\/[^\n]*$|"[^"]+"|\u201c[^\u201c\u201d]+\u201d|«[^«»]+»|\u2018[^\u2018\u2019]+\u2019/gmu;
const WHOLE = /^\s*(?:\([^()]*\)|\[[^[\]]*\]|'[^']*')[\s.!]*$/u;
const SIGN = /^\s*(?:🚫|❌|🙅|⛔|🛑|👎)/u;
const SIGN_BEHIND =
  /^[^:]*(?:🚫|❌|🙅|⛔|🛑|👎)(?:\p{Emoji_Modifier}|\u200d|\u2640|\u2642|\ufe0f)*[\s.!]*$/u;
const SAYS = /[\p{L}\p{N}]/u;

/**
 * Is the whole text set apart from what is said? Pure.
 * Cost:  a few passes over the text
 */
export function setApart(text: string): Apart | undefined {
  if (!SAYS.test(text)) return undefined;
  if (WHOLE.test(text) || !SAYS.test(text.replace(SPANS, " "))) return "reported";
  if (SIGN.test(text) || SIGN_BEHIND.test(text)) return "negated";
  const said = text.replace(SPELLED_OUT, (letters) => letters.replaceAll(".", ""));
  const words = tokens(said, MOST_NEGATOR_WORDS);
  const end = endOfAny("negators", words, 0);
  const last = end === undefined ? undefined : words[end - 1];
  if (last === undefined) return undefined;
  return said !== text || BRACKETS_OFF.test(said.slice(last.end)) ? "negated" : undefined;
}

/**
 * Does a word that says no stand alone in the first line? It may answer, or belong to what follows. Where nothing is asked,
 * only the second is left. Pure.
 */
export function isBrokenOff(text: string): boolean {
  const words = tokens(text, MOST_NEGATOR_WORDS);
  const last = words[(endOfAny("negators", words, 0) ?? 0) - 1];
  return last !== undefined && /^[^\S\n]*\n\s*[\p{L}\p{N}]/u.test(text.slice(last.end));
}

const BRACKETS_OFF = /^\s*[:()]/;
const MOST_NEGATOR_WORDS = 5;
/** Letters with points between them are one word. */
const SPELLED_OUT = /^\s*\p{L}\p{M}*(?:\.\p{L}\p{M}*){1,5}(?!\p{L})/u;

/** The intent with a doubt about everything in it that would change something and is set apart. Pure. */
export function doubtingApart(
  text: string,
  intent: IntentOutput,
  changes: (frame: Pick<GoalFrame, "primary_domain" | "goal">) => boolean,
): IntentOutput {
  const whole = setApart(text) ?? (isBrokenOff(text) ? "negated" : undefined);
  const spans = Array.from(text.matchAll(SPANS), ([span]) => normalised(span));
  if (whole === undefined && spans.length === 0) return intent;
  const apart = (part: string): Doubt[] => {
    const said = normalised(part);
    const isInside = spans.some((span) => span.includes(said) || isJoined(said, span));
    const reason = whole ?? (isInside ? "reported" : undefined);
    return reason === undefined ? [] : [{ reason, detail: part }];
  };
  const { primary_domain, goal } = intent;
  const own =
    whole !== undefined && primary_domain !== null && goal !== null
      ? changes({ primary_domain, goal })
      : false;
  return {
    ...intent,
    ...(own && { doubts: [...(intent.doubts ?? []), ...apart(text)] }),
    also: intent.also.map((frame) =>
      changes(frame) ? more(frame, apart(frame.original_query)) : frame,
    ),
    followups: intent.followups.map((each) => more(each, apart(each.phrase))),
  };
}

/** All but the words that join it. */
const isJoined = (said: string, span: string): boolean =>
  span !== "" &&
  said.endsWith(` ${span}`) &&
  said
    .slice(0, -span.length)
    .trim()
    .split(" ")
    .every((word) => isFunctionWord(word));

const more = <T extends GoalFrame | FollowupRequest>(of: T, doubts: readonly Doubt[]): T =>
  doubts.length === 0 ? of : { ...of, doubts: [...(of.doubts ?? []), ...doubts] };
