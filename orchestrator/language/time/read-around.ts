import { withoutCourtesy } from "../courtesy.ts";
import { actionOf } from "../words/deeds.ts";
import { endOf } from "./phrases.ts";
import { type Piece, pauseBefore, type Said, wordAt } from "./piece.ts";
import { beginsRequest, REQUEST_LEXICONS } from "./request-lexicon.ts";

/** More words than these are a clause of their own. */
const MOST_WORDS = 9;
/** No one reminds with so few words before it. */
const MOST_BACK = 6;

/**
 * Something that is no time, around which something is to be told: "antes de eu viajar me lembra ...", "remind me after
 * the meeting to ...". At the beginning of what is said it goes up to the request, behind "remind me" up to what is told.
 * When that is, is for the person to say.
 */
export function aroundAt(
  said: Said,
  at: number,
  isTime: (at: number) => boolean,
): Piece | undefined {
  const opened = endOf(said.lexicon.around, said.words, at);
  if (opened === undefined || opened >= said.words.length || isTime(opened)) return undefined;
  const { from } = withoutCourtesy(said.words);
  const to = at === from ? upToRequest(said, opened, isTime) : behindReminder(said, at, opened);
  return to === undefined ? undefined : { is: "vague", from: at, to };
}

/** Where the request begins behind it; undefined: nowhere near. */
function upToRequest(
  said: Said,
  from: number,
  isTime: (at: number) => boolean,
): number | undefined {
  const { remind, tellMe } = REQUEST_LEXICONS[said.locale];
  for (let at = from + 1; at < Math.min(said.words.length, from + MOST_WORDS); at++) {
    const asks =
      endOf(remind, said.words, at) !== undefined ||
      endOf(tellMe, said.words, at) !== undefined ||
      beginsRequest(said, at) ||
      (pauseBefore(said, at) && actionOf(wordAt(said, at)) !== undefined);
    if (asks || isTime(at)) return at;
  }
  return undefined;
}

/** Up to what joins the text that is told: "to", "de". */
function behindReminder(said: Said, at: number, opened: number): number | undefined {
  const { remind, remindJoints } = REQUEST_LEXICONS[said.locale];
  const isBehind = Array.from({ length: MOST_BACK }, (_, back) => at - back - 1).some(
    (place) => place >= 0 && endOf(remind, said.words, place) === at,
  );
  if (!isBehind) return undefined;
  for (let to = opened + 1; to < Math.min(said.words.length, opened + MOST_WORDS); to++)
    if (pauseBefore(said, to) || endOf(remindJoints, said.words, to) !== undefined) return to;
  return said.words.length;
}
