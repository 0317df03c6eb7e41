import { framesOf } from "#shared/contracts/frames.ts";
import type { DoubtReason, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, phraseWords, wordSet } from "#shared/language/words.ts";
import { isLaughter } from "../../language/conversation/read-courtesy.ts";
import { sceneIn } from "../../language/modifiers/scene.ts";
import { type Token, tokens } from "../../language/text.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { saysAt } from "../../language/words/phrases.ts";
import type { Understood } from "../understanding.ts";
import { contrastIn } from "./contrast-in.ts";
import { type Edit, edited, placeBefore } from "./edit.ts";
import {
  endsInProse,
  isClear,
  isSame,
  isText,
  overlooks,
  type Plainer,
  type PlainReaders,
} from "./is-same.ts";
import { inPlainWords, type LikelyGoals, plainerThan } from "./plainer-than.ts";
import { bothOf, sayPlainly } from "./say-plainly.ts";

/** Longer texts are messages. */
const MOST_WORDS = 50;
/**
 * What was heard; where that would not be carried out, what is heard of the same request in plain words, and without what is
 * only told beside it, if that is clear. What is asked must be the same in both.
 * Cost: no hearing for a clear request; else up to a dozen hearings
 */
export function readPlainer(
  heard: Understood,
  text: string,
  locale: Locale,
  readers: PlainReaders,
): Understood {
  const { hear } = readers;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length < 2 || words.length > MOST_WORDS) return heard;
  const scene = sceneIn(text, locale);
  const both = bothOf(scene);
  if (both.length > 0) {
    const said = edited(text, both);
    const other = readPlainer(hear(said.text), said.text, locale, readers);
    return { ...other, intent: asSaid(other.intent, inPlainWords(said), text) };
  }
  const ended = withoutFarewell(heard, text, locale, readers);
  if (ended !== undefined) return ended;
  const hidden = hiddenRequest(heard.intent, text, locale, readers);
  const plain = sayPlainly(scene);
  const isWhole =
    hidden === undefined &&
    isClear(heard.intent, readers) &&
    ((heard.intent.unread ?? []).length === 0 || !overlooks(heard.intent, plain));
  // The words of what is not wanted may be values like any others.
  if (isWhole && contrastIn(scene, plain)?.isOfReads !== true) return heard;
  let best = heard;
  for (const plainer of plainerThan(text, locale, goalsFor(heard, readers))) {
    if (isWhole && !plainer.isOfReads) continue;
    const other = hear(plainer.text);
    const isLikely = plainer.isOwnWords === true && isMoreLikely(other.intent, best.intent);
    if (!isLikely && !isClear(other.intent, readers)) continue;
    if (!isSame(other.intent, heard.intent, plainer, text, readers)) continue;
    if (plainer.why === "plain_words" && takesDoubtAsText(other.intent, heard.intent)) continue;
    if (hiddenRequest(other.intent, plainer.text, locale, readers) !== undefined) continue;
    const same = { ...other, intent: asSaid(other.intent, plainer, text) };
    if (isClear(other.intent, readers)) return same;
    best = same;
  }
  if (hidden === undefined) return best;
  const doubts = [...(heard.intent.doubts ?? []), { reason: "unread" as const, detail: hidden }];
  return { ...heard, intent: { ...heard.intent, doubts } };
}

/** Nothing stands against it, and less against another wording: it may be asked about. */
const isMoreLikely = (other: IntentOutput, heard: IntentOutput): boolean =>
  framesOf(other).length === 1 &&
  other.followups.length === 0 &&
  other.doubts === undefined &&
  other.confidence > heard.confidence &&
  (heard.doubts ?? []).every(({ reason }) => reason === "unread");

/** What held a request back is no text in other words. */
function takesDoubtAsText(other: IntentOutput, heard: IntentOutput): boolean {
  const held = [heard, ...heard.also, ...heard.followups]
    .flatMap(({ doubts = [] }) => doubts)
    .filter(({ reason }) => HOLDING.has(reason));
  const texts = framesOf(other)
    .flatMap(({ entities }) => Object.values(entities))
    .filter(isText);
  return held.some(({ detail }) => texts.some((value) => value.includes(detail)));
}

const HOLDING: ReadonlySet<DoubtReason> = new Set(["conditional", "deferred", "recurring"]);

/** The same request without thanks at its end. What is sent to someone may thank them. */
function withoutFarewell(
  heard: Understood,
  text: string,
  locale: Locale,
  readers: PlainReaders,
): Understood | undefined {
  const farewell = farewellIn(text, locale);
  if (farewell === undefined) return undefined;
  const said = text.slice(0, farewell.end);
  const { intent, ...other } = readPlainer(readers.hear(said), said, locale, readers);
  const frames = framesOf(intent);
  const isOther = heard.intent.goal !== null && intent.goal !== heard.intent.goal;
  if (isOther || !isClear(intent, readers)) return undefined;
  if (frames.some((frame) => readers.isSent(frame))) return undefined;
  if (!farewell.isApart && frames.some((frame) => endsInProse(frame, said, readers)))
    return undefined;
  const detail = text.slice(farewell.end);
  const evidence = [...intent.evidence, { kind: "remark" as const, detail }];
  return { ...other, intent: { ...intent, original_query: text, evidence } };
}

/**
 * A text that is to be kept holds the words that ask for it, behind a pause, or words that say nothing before its colon.
 */
function hiddenRequest(
  intent: IntentOutput,
  text: string,
  locale: Locale,
  { goalOf }: PlainReaders,
): string | undefined {
  const [frame] = framesOf(intent);
  if (frame === undefined || /["\u201c\u00ab]/.test(text)) return undefined;
  const hasColon = /:\s/.test(text);
  for (const name of goalOf(frame)?.prose ?? []) {
    const value = frame.entities[name];
    if (!isText(value)) continue;
    const at = text.indexOf(value);
    if (hasColon) {
      const isFiller = ({ start, end, put }: Edit) =>
        put === "" && start <= at && end > at && text[end] === ":";
      if (sayPlainly(sceneIn(text, locale)).some(isFiller)) return value;
      continue;
    }
    const before = tokens(text.slice(0, Math.max(0, at)));
    if (before.some(({ word }) => deedOf(word) !== undefined)) continue;
    const [, later] = value.split(/(?:[.!?]|\u2026)\s+(?=\S+\s)/u);
    if (later !== undefined && deedOf(tokens(later, 1)[0]?.word ?? "") !== undefined) return later;
  }
  return undefined;
}

/** The goals that it most likely is. */
function goalsFor({ intent, candidates }: Understood, { goalOf }: PlainReaders): LikelyGoals {
  const goalsOf = (of: Understood["candidates"]) =>
    of.flatMap(({ domain, goal }) => goalOf({ primary_domain: domain, goal }) ?? []);
  const first = candidates.slice(0, MOST_GOALS);
  const isSure = (first[0]?.confidence ?? 0) >= SURE;
  const own = framesOf(intent)
    .slice(0, 1)
    .flatMap((frame) => goalOf(frame) ?? []);
  return {
    goals: [...new Set([...own, ...goalsOf(first)])],
    meant: goalsOf(first.filter(({ confidence }) => confidence >= MEANT)),
    rivals: goalsOf(isSure ? first.filter(({ confidence }) => confidence >= RIVAL) : first),
  };
}
const MOST_GOALS = 3;
const SURE = 0.9;
const RIVAL = 0.02;
const MEANT = 0.2;

/** The intent with its places in the text that was said. */
function asSaid(
  intent: IntentOutput,
  { edits, why, aside, text: plain }: Plainer,
  text: string,
): IntentOutput {
  const spanIn = ({ start, end }: { start: number; end: number }) => {
    const from = Math.min(text.length, placeBefore(edits, start));
    return { start: from, end: Math.max(from, Math.min(text.length, placeBefore(edits, end))) };
  };
  const detail = aside.length > 0 ? aside.join(" … ") : plain;
  return {
    ...intent,
    original_query: text,
    evidence: [...intent.evidence, { kind: why, detail }],
    ...(intent.modifiers && {
      modifiers: intent.modifiers.map((each) => ({ ...each, span: spanIn(each.span) })),
    }),
    ...(intent.unread && {
      unread: intent.unread.map((each) => ({ ...each, span: spanIn(each.span) })),
    }),
  };
}

/** Where a text ends without its farewell. */
type Farewell = {
  readonly end: number;
  /** A sentence of its own; false: it only follows a name. */
  readonly isApart: boolean;
};

/** A request, and what is thanked for behind it. */
const FEWEST_BEFORE = 2;

/**
 * Thanks, a blessing or a farewell in a sentence of its own at the end, or words of approval or laughter right behind a name.
 * Pure.
 */
export function farewellIn(text: string, locale: Locale): Farewell | undefined {
  const words = tokens(text);
  const last = lastSentence(text, words);
  const said = words.slice(last);
  const isThanks = ({ word, start, end }: Token) =>
    THANKS.has(word) || SHORT[locale].has(text.slice(start, end).toLowerCase());
  if (
    last >= FEWEST_BEFORE &&
    said.some(isThanks) &&
    said.every((word) => FAREWELL.has(word.word) || isThanks(word))
  )
    return { end: endOf(words, last), isApart: true };
  const approval = APPROVALS.find((phrase) => saysAt(words, words.length - phrase.length, phrase));
  const laughed = words.findLastIndex(({ word }) => !isLaughter(word)) + 1;
  const at = words.length - (approval?.length ?? 0);
  if (laughed < words.length && laughed > FEWEST_BEFORE)
    return { end: endOf(words, laughed), isApart: false };
  return approval === undefined || at <= FEWEST_BEFORE
    ? undefined
    : { end: endOf(words, at), isApart: false };
}

const endOf = (words: readonly Token[], at: number): number => words[at - 1]?.end ?? 0;

/** Where the last sentence begins; a mark inside of an address or a number ends none. */
function lastSentence(text: string, words: readonly Token[]): number {
  const begins = ({ start }: Token, at: number) =>
    at > 0 && /[.!?\u2026]\s|\n/.test(text.slice(words[at - 1]?.end, start));
  return words.findLastIndex(begins);
}

/** Thanks that are other words in another language. */
const SHORT = byLocale((locale) => wordSet("courtesy.short-thanks", locale));
const THANKS = wordSet("courtesy.farewell-words");
const FAREWELL = THANKS.union(wordSet("courtesy.around-farewells"));

const APPROVALS = phraseWords("reactions.approvals");
