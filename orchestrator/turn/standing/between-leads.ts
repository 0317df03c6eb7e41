import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../../language/courtesy.ts";
import { type Token, tokens } from "../../language/text.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";

const MOST_WORDS = 12;
/** Before and behind what is said of the last standing request, in whichever order. */
const AROUND = byLocale((locale) => phrasesIn("schedules.around-a-change", locale));
const SAME = byLocale((locale) => phrasesIn("schedules.the-same", locale));
const ALSO = byLocale((locale) => phrasesIn("schedules.also", locale));
const ALSO_ENDS = wordSet("schedules.also-at-the-end");

/** A short text without what leads to it; `also`: it asks for one more. */
export function betweenLeads(text: string, locale: Locale): { core: string; also: boolean } {
  const all = tokens(text, MOST_WORDS + 1);
  const { to: last } = withoutCourtesy(all);
  // "... também, *viu*"; "too" says that it is one more.
  let words: readonly Token[] = ALSO_ENDS.has(all.at(-1)?.word ?? "") ? all : all.slice(0, last);
  if (words.length > MOST_WORDS) return { core: "", also: false };
  for (
    let to = endOf(AROUND[locale], words, 0);
    to !== undefined;
    to = endOf(AROUND[locale], words, 0)
  )
    words = words.slice(to);
  const same = endOf(SAME[locale], words, 0);
  let also = same !== undefined && same < words.length;
  if (same !== undefined && same < words.length) words = words.slice(same);
  for (let length = 2; length >= 1; length--) {
    const at = words.length - length;
    if (at > 0 && endOf(ALSO[locale], words, at) === words.length) {
      also = true;
      words = words.slice(0, at);
    } else if (at > 0 && endOf(AROUND[locale], words, at) === words.length)
      words = words.slice(0, at);
  }
  const [first] = words;
  const end = words.at(-1)?.end;
  return { core: first === undefined ? "" : text.slice(first.start, end), also };
}

const BECOMES = byLocale((locale) => phrasesIn("schedules.becomes", locale));
const NEGATORS = wordSet("words.not");
const INSTEAD = byLocale((locale) => phrasesIn("schedules.instead-of", locale));

/**
 * What the last one may become, as a longer text says it: behind "agora é", with "not tomorrow" or "70 não" taken out. The
 * likeliest first; [] where it says no such thing. Pure.
 */
export function becoming(text: string, locale: Locale): string[] {
  const words = tokens(text, MOST_LONG + 1);
  if (words.length > MOST_LONG || text.includes("?")) return [];
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const to = endOf(BECOMES[locale], words, at);
    const from = to ?? (endOf(INSTEAD[locale], words, at) === undefined ? undefined : at);
    if (from === undefined || from >= words.length) continue;
    found.push(...withoutOther(text, words.slice(from), locale));
  }
  const hasNo = words.some(({ word }, at) => NEGATORS.has(word) && at > 0);
  return hasNo ? [...found, ...withoutOther(text, words, locale)] : found;
}
const MOST_LONG = 16;

/** "friday *not tomorrow*", "*70 não*, 72,50", "nove e quinze *em vez de oito*", up to what only says why. */
function withoutOther(text: string, words: readonly Token[], locale: Locale): string[] {
  const said = (from: number, to: number): string =>
    text.slice(words[from]?.start ?? text.length, words[to - 1]?.end ?? 0);
  const isPause = (at: number): boolean =>
    /[,.;:!\u2014]/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0));
  const reason = words.findIndex((_, at) => at > 0 && isPause(at));
  const end = reason < 0 ? words.length : reason;
  for (let at = 0; at < words.length; at++) {
    const behind = NEGATORS.has(words[at]?.word ?? "") ? at + 1 : undefined;
    const instead = behind ?? endOf(INSTEAD[locale], words, at);
    if (instead === undefined) continue;
    // What a pause follows is what it is not.
    const pause = words.findIndex((_, place) => place >= instead && isPause(place));
    if (pause > 0 && pause < words.length) return [said(pause, words.length)];
    if (at > 0) return [said(0, at)];
  }
  // "Às 16h *que a van atrasa*": what it becomes may hold such a word itself, as "terça que vem" does.
  const why = words.findLastIndex(({ word }, at) => at > 0 && at < end && REASONS.has(word));
  return why < 0 ? [said(0, end)] : [said(0, end), said(0, why)];
}
const REASONS = wordSet("schedules.reasons");
