import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { actionOf } from "../../understanding/lexicons/actions.ts";
import { CALENDAR_WORDS } from "../../understanding/lexicons/calendar-words.ts";
import { REQUEST_WORDS } from "../../understanding/lexicons/common-words.ts";
import { endOf } from "./phrases.ts";
import { type Piece, pauseBefore, type Said, wordAt } from "./piece.ts";
import { beginsRequest } from "./read-condition.ts";
import { REQUEST_LEXICONS } from "./request-lexicon.ts";

/** More words than these are a request of their own. */
const MOST_LEFT = 3;
const MOST_LEFT_OF_TIME = 8;
/** Say nothing by themselves. */
const NEUTRAL = new Set(
  "e and no na nos nas de do da dos das on at of in em o a as the para so then entao ai eu voce you i we please ja logo tambem also just always sempre que por favor ok mas but can could would will".split(
    " ",
  ),
);
const EXCEPT = new Set("exceto salvo tirando except excluding unless".split(" "));

/**
 * Are words left beside what says when, before the request begins? "a *penúltima* sexta às 9 me lembra", "friday *week* at
 * 8pm": then they may belong to the time, and the rest of it says something else.
 */
export function isLeftBeside(said: Said, pieces: readonly Piece[], textFrom: number): boolean {
  const { words } = said;
  const isTaken = (at: number) => pieces.some(({ from, to }) => at >= from && at < to);
  if (words.some(({ word }, at) => EXCEPT.has(word) && at < textFrom && !isTaken(at))) return true;
  const { from } = withoutCourtesy(words);
  const begins = requestFrom(said, isTaken, from);
  for (let at = from; at < begins; at++) {
    if (isTaken(at)) continue;
    let to = at;
    while (to < begins && !isTaken(to) && (to === at || !pauseBefore(said, to))) to++;
    const beside =
      (at > 0 && isTaken(at - 1) && !pauseBefore(said, at)) ||
      (to < begins && isTaken(to) && !pauseBefore(said, to));
    const left = words.slice(at, to).filter(({ word }) => !NEUTRAL.has(word));
    const isOfTime = left.some(({ word }) => CALENDAR_WORDS.has(word));
    const most = isOfTime ? MOST_LEFT_OF_TIME : MOST_LEFT;
    if (beside && left.length > 0 && to - at <= most) return true;
    at = to - 1;
  }
  return false;
}

/** Where the request begins: the first word that asks for something. 0: nothing says so. */
function requestFrom(said: Said, isTaken: (at: number) => boolean, from: number): number {
  const lexicon = REQUEST_LEXICONS[said.locale];
  const asks = new Set(REQUEST_WORDS[said.locale]);
  for (let at = from; at < said.words.length; at++) {
    const word = wordAt(said, at);
    if (isTaken(at) || NEUTRAL.has(word)) continue;
    if (
      endOf(lexicon.remind, said.words, at) !== undefined ||
      endOf(lexicon.tellMe, said.words, at) !== undefined ||
      endOf(lexicon.keep, said.words, at) !== undefined ||
      endOf(lexicon.send, said.words, at) !== undefined ||
      beginsRequest(said, at) ||
      (actionOf(word) !== undefined && !NOT_ASKING.has(word)) ||
      (asks.has(word) && !NOT_ASKING.has(word))
    )
      return at;
  }
  return 0;
}
/** Begin no request, though they are among the words of one. */
const NOT_ASKING = new Set(
  "good right today now hoje agora novo nova bom boa certo end stop set order book new much many day vem ir dia para".split(
    " ",
  ),
);
