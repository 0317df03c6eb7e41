import { byLocale, wordList, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";
import { isCommonWord, isFunctionWord, opensQuestion } from "../words/common-words.ts";
import { ONLY } from "../words/connectives.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import type { Group } from "../words/modifier-lexicon.ts";
import { after, endOf, phrasesIn } from "../words/phrases.ts";
import { stemOf } from "../words/stem.ts";
import { isOfDeed } from "./is-of-deed.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Scene } from "./scene.ts";
import {
  afterNo,
  endingOf,
  isBesideOwnDeed,
  isDeniedOfOther,
  isExclamation,
  isFailed,
  isFragment,
  isIdle,
  isOfFailure,
  isOfSomebody,
  isOfThird,
  isPast,
  isUnseen,
  MERELY,
  OF_REQUEST,
  SEES,
  type Side,
  type Told,
  type Tone,
  tellsAt,
  tellsOfPast,
  tellsUpTo,
} from "./tells-at.ts";

/** What only tells is hardly longer: more words may say anything. */
export const MOST_TOLD = 14;
/** Before a request, where a story may lead to it. */
export const MOST_TOLD_BEFORE = 30;
export const FEWEST_TOLD = 2;

/** It begins with a word that gives a reason. */
export const startsReason = (words: readonly Token[], at: number): boolean =>
  endOf(REASONS, words, at) !== undefined;

const REASONS = phrasesIn("tone.reasons");

/**
 * What may stand beside any request, or only beside one that reads: a clause with a verb that tells, and nothing in it that asks,
 * denies, sets a condition or speaks of the request. Pure.
 * Shape: `marksIn` are the modifiers in its text, with their places there, which begins at `start`; undefined: it may say something of the request
 */
export function toneOf(
  scene: Scene,
  words: readonly Token[],
  side: Side,
  marksIn: (said: string, start: number) => readonly Mark[],
): Tone | undefined {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const most = side === "before" ? MOST_TOLD_BEFORE : MOST_TOLD;
  if (words.length < FEWEST_TOLD || words.length > most + 1) return undefined;
  if (side === "behind" && isBesideOwnDeed(words, scene)) return "any";
  const own = bareOf(words, scene.text);
  const said = scene.text.slice(own[0]?.start, last.end);
  if (/:(?!\d)|["\u201c\u00ab]/.test(said) || own.length < FEWEST_TOLD - 1) return undefined;
  const clause: Told = { scene, own, said, side, end: endingOf(scene, last.end) };
  const isAside = side === "before" && (isIdle(clause) || isExclamation(words));
  if (clause.end === "?" && !isAside) return undefined;
  const asked = own.findIndex(({ word }) => !ONLY.has(word));
  if (opensQuestion(own[asked]?.word ?? "") && !isBeing(own, scene.text) && !isAside)
    return undefined;
  if (own.every(({ word }) => isCommonWord(word))) return undefined;
  if (own.some((_, at) => asksOrHolds(clause, at))) return undefined;
  if (speaksOfRequest(clause, words)) return undefined;
  const isTold = isToSee(own) || own.some((_, at) => tellsAt(scene, own, at));
  if (!isTold && !isAside && !isFragment(clause)) return undefined;
  const tones = marksIn(said, own[0]?.start ?? 0).map((mark) => toneOfMark(mark, clause));
  if (tones.includes(undefined)) return undefined;
  const holds = own.some(({ word }) => HOLDS[side].has(word));
  if (holds || (!isAside && reports(own)) || tones.includes("reads")) return "reads";
  if (namesSomebody(scene, own)) return tellsOfPast(clause) ? "kept" : "reads";
  return tones.includes("kept") ? "kept" : "any";
}

/** It asks for something, or may take a request back. */
function asksOrHolds({ own, side, scene }: Told, at: number): boolean {
  const { text, locale } = scene;
  const token = own[at];
  const word = token?.word ?? "";
  if (token === undefined) return false;
  // Something is left open.
  const isLeftOpen = side === "behind" && STILL.has(word) && own[at + 1]?.word !== "nao";
  if (isLeftOpen && !isUnseen(own, scene)) return true;
  if (WHETHER[locale].has(word) || (word === "se" && UNDECIDED.has(own[at - 1]?.word ?? "")))
    return true;
  if (side === "behind" && (HOLDS.behind.has(word) || OF_REQUEST.has(word))) return true;
  // What follows may go on with it.
  const isPaused = at === own.length - 1 || text.slice(token.end).trimStart().startsWith(",");
  if (isPaused && at > 0 && TO[locale].has(own[at - 1]?.word ?? "")) return true;
  const isOfOther = isDeterminer(own[0]?.word ?? "");
  const isDone = isPast(word, locale) || (isOfOther && endsAsPast(word));
  return (
    isOfDeedHere(token) &&
    !isDeterminer(own[at - 1]?.word ?? "") &&
    !isName(text, own, at) &&
    !isDeniedOfOther(own, at) &&
    !(side === "before" && (isDone || isOfFailure(own, at)))
  );
}

const WHETHER = byLocale((locale) => wordSet("words.whether", locale));
const UNDECIDED = wordSet("verbs.being-undecided");

/** Leads to a verb. */
const TO = byLocale((locale) => wordSet("words.to-before-verbs", locale));

const isName = (text: string, words: readonly Token[], at: number): boolean =>
  at > 0 && /\p{Lu}\p{Ll}/u.test(text.slice(words[at]?.start, words[at]?.end));

const IF = wordSet("words.if");
const WHEN = wordSet("words.when");
const STILL = wordSet("words.still");

function speaksOfRequest(clause: Told, words: readonly Token[]): boolean {
  const { scene, own, side } = clause;
  const endOf = (group: Group, at: number) => scene.languages[0]?.table.endOf(group, own, at);
  const isPast = tellsOfPast(clause);
  const isOwn = (group: Group, at: number) =>
    (group === "supposing" && isMeantOrFailed(clause)) ||
    (group === "conditions" && isPast && !IF.has(own[at]?.word ?? "")) ||
    (group === "of_request" &&
      isDeterminer(own[(endOf(group, at) ?? 0) - 1]?.word ?? "") &&
      isNoun(own[endOf(group, at) ?? 0]));
  const speaks = (_: Token, at: number) =>
    SPEAKS_OF_REQUEST.some((group) => endOf(group, at) !== undefined && !isOwn(group, at)) ||
    TAKES_BACK.some((group) => endOf(group, at) === own.length);
  const isCondition = endOfAny("conditions", words, 0) !== undefined;
  const isOfPast = isPast && WHEN.has(words[0]?.word ?? "");
  if (isCondition && !isOfPast && !startsReason(words, 0)) return true;
  const isPutRight = endOf("corrections", 0) !== undefined || endOf("breaths", 0) !== undefined;
  if (side === "behind" && (saysWhich(own) || (isPutRight && !isUnseen(own, scene)))) return true;
  return own.some(speaks);
}

const isNoun = (token: Token | undefined): boolean =>
  token !== undefined && !isFunctionWord(token.word);

const saysWhich = (words: readonly Token[]): boolean =>
  words.some(
    ({ word }, at) =>
      at > 0 && at < 3 && isDeterminer(word) && ONE_OF.has(words[at + 1]?.word ?? ""),
  );

const ONE_OF = wordSet("words.one-of");

/** It may take the request back, hold it, or give it as someone else's. */
export function mayHoldBack({ languages }: Scene, words: readonly Token[]): boolean {
  const speaks = (_: Token, at: number) =>
    [...SPEAKS_OF_REQUEST, ...TAKES_BACK].some(
      (group) => languages[0]?.table.endOf(group, words, at) !== undefined,
    );
  return words.some(({ word }) => HOLDS.behind.has(word)) || words.some(speaks) || reports(words);
}

/** Forms of being and having ask for nothing. */
const isBeing = ([first]: readonly Token[], text: string): boolean =>
  first !== undefined &&
  (/^(?:\u00e9|est|t\u00e1|ta\b|i'?m|was|been)/i.test(text.slice(first.start)) ||
    HAVING.has(first.word));
const HAVING = wordSet("verbs.having");

/** Who is to get it. */
const namesSomebody = ({ text }: Scene, words: readonly Token[]): boolean =>
  words.some((_, at) => {
    const to = endOfAny("recipient_prepositions", words, at);
    const next = words[to ?? words.length];
    if (to === undefined || next === undefined) return false;
    const owned = endOfAny("possessives", words, to) ?? to;
    return (
      owned > to ||
      endOfAny("people", words, owned) !== undefined ||
      /\p{Lu}/u.test(text[next.start] ?? "")
    );
  });

/** Without the word that gives it as a reason. */
function bareOf(words: readonly Token[], text: string): readonly Token[] {
  const [first] = words;
  if (first !== undefined && /^\u00e9/i.test(text.slice(first.start))) return words;
  return words.slice(after(REASON_WORDS, words, 0));
}

const REASON_WORDS = phrasesIn("tone.reason-words");

/** At its end. */
const TAKES_BACK: readonly Group[] = ["retractions", "plain_retractions"];
const SPEAKS_OF_REQUEST: readonly Group[] = [
  "of_request",
  "only_shown",
  "own_word",
  "exceptions",
  "slips",
  "conditions",
  "supposing",
];

/** What may hold a request that follows, or make nothing of it. */
const HOLDS_BEFORE = wordSet("tone.holds-before");
/** What may take a request back, hold it, or leave it to someone. */
const HOLDS = {
  before: HOLDS_BEFORE,
  behind: HOLDS_BEFORE.union(wordSet("tone.holds-behind")),
};
/** Words of someone else, or of oneself before, and nothing of what they told about. */
function reports(words: readonly Token[]): boolean {
  const at = words.findIndex(({ word }) => SAYS.has(word));
  if (at < 0) return isSpoken(words);
  const next = words[at + 1]?.word ?? "";
  const led = words.slice(at + 1).filter(({ word }) => !LEADS_TO.has(word));
  if (led.length > 1 && led[0] !== words[at + 1] && IS.has(led[0]?.word ?? "")) return false;
  if (OF.has(led[0]?.word ?? "")) return false;
  return isSpoken(words) || next === "" || TO_DO.has(next) || SPEECH.has(words[at]?.word ?? "");
}

/** What is said follows. */
function isSpoken(words: readonly Token[]): boolean {
  const at = words.findLastIndex(({ word }) => SPOKEN.has(stemOf(word)));
  return at > 0 && words.slice(at + 1).every(({ word }) => isFunctionWord(word));
}

const SPOKEN = new Set(wordList("verbs.speaking").map((word) => stemOf(word)));

/** Leads to what was spoken of. */
const OF = wordSet("words.about");
const LEADS_TO = wordSet("words.leads-to-what-is-said");
const IS = wordSet("verbs.being-now");
const SPEECH = wordSet("verbs.speech");
const SAYS = SPEECH.union(wordSet("verbs.speech-of-others"));
const TO_DO = wordSet("tone.to-do");

/** The same as elsewhere, but where it only tells; short words are too much alike for their stems to say it. */
const isOfDeedHere = ({ word }: Token): boolean =>
  !MERELY.has(word) &&
  (word.length > 3 || deedOf(word) !== undefined) &&
  isOfDeed(word) &&
  !isOfThird(word);

/** What a remark may hold: courtesy, and what was or is told; beside a read also when, and for whom. */
function toneOfMark(mark: Mark, clause: Told): Tone | undefined {
  const { said, side } = clause;
  const { kind, value, start, end } = mark;
  // What follows may be the plan of someone else as well.
  if (value === "reported" && /going to$/i.test(said.slice(start, end))) return undefined;
  if (value === "courtesy" || value === "plain" || value === "reported") return "any";
  if (mark.ofRequest === true && side === "behind") return undefined;
  if (value === "asked_about" && /(?:n\u00e3o|\bnot?|n't)\s*$/iu.test(said.slice(0, start)))
    return "any";
  if (value === "supposed" && isMeantOrFailed(clause)) return "any";
  if (kind === "condition" && tellsOfPast(clause)) return "any";
  if (kind === "time") return toneOfTime(mark, clause);
  if (kind === "addressee") return tellsOfPast(clause) ? "kept" : "reads";
  if (kind === "polarity") return toneOfNo(tokens(said.slice(start)), clause);
  const word = tokens(said.slice(start, end))[0]?.word ?? "";
  const isOwn = side === "before" && (tellsOfPast(clause) || tellsUpTo(clause, start));
  return kind === "recurrence" && ((KEEPS.has(word) && start > 0) || isOwn) ? "any" : undefined;
}

const isMeantOrFailed = ({ own, side }: Told): boolean =>
  side === "before" && (isToSee(own) || isFailed(own));

/** When something was is told with it; when it is to be may say when the request is to be carried out. */
function toneOfTime({ start }: Mark, clause: Told): Tone | undefined {
  const { own, said, side } = clause;
  // What oneself is to do.
  if (isToSee(own) || isOfThing(own, said, start) || tellsOfPast(clause)) return "any";
  if (side === "behind" || start === 0) return undefined;
  if (clause.end !== undefined || isOfSomebody(clause, said.slice(0, start))) return "any";
  return tellsUpTo(clause, start) ? "kept" : undefined;
}

/** What is denied is no deed. */
function toneOfNo(words: readonly Token[], { own, side, scene }: Told): Tone | undefined {
  const next = afterNo(words);
  const isOfOther = own.some(({ word }, at) => word === next && isDeniedOfOther(own, at));
  if (side === "before" && NOTHING.has(own.at(-1)?.word ?? "") && isPaused(words)) return "any";
  // What is not to be done follows.
  if (next === "to") return undefined;
  if (GOES_ON.has(next)) return "any";
  if (side === "before" && isFailed(own)) return "any";
  if (side === "behind" && isUnseen(own, scene)) return "any";
  const isDeed =
    side === "before" ? isOfDeed(next) && !isOfThird(next) : deedOf(next) !== undefined;
  if (next === "" || own.length < 2 || DENIES_REQUEST.has(next)) return undefined;
  if (isDeed && !isOfOther && !MERELY.has(next)) return undefined;
  const isPast = endsAsPast(next) || /^\p{L}{2,}(?:eu|iu|ou)$/u.test(next);
  if (side === "before" || (isPast && !isOfDeed(next))) return "any";
  return isDeterminer(own[0]?.word ?? "") ? "reads" : undefined;
}

/** Nothing more is said. */
const isPaused = (words: readonly Token[]): boolean =>
  words.every(({ word }) => NOTHING.has(word) || word === "e" || word === "and");
const NOTHING = wordSet("words.nothing");

const isToSee = (words: readonly Token[]): boolean =>
  words.some(
    (_, at) =>
      endOfAny("wishes", words, at) !== undefined && endOfAny("negators", words, at) === undefined,
  ) && words.some(({ word }) => SEES.has(word));

/** A thing is then; what only points may speak of the request. */
const isOfThing = (own: readonly Token[], said: string, start: number): boolean =>
  isDeterminer(own[0]?.word ?? "") &&
  !own.some(({ word }) => OF_REQUEST.has(word)) &&
  /(?:\s\u00e9|\sis|'s|\ss\u00e3o|\sare)\s+(?:n[oa]\s+|on\s+)?$/iu.test(said.slice(0, start));

const DENIES_REQUEST = wordSet("tone.denies-a-request");
const GOES_ON = wordSet("tone.goes-on");
const KEEPS = wordSet("verbs.keeping-on");
