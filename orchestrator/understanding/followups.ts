import type { Doubt, FollowupRequest } from "#shared/contracts/intent.ts";
import { DEFAULT_LOCALE, locales } from "#shared/contracts/names.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { isOfDeed } from "../language/modifiers/is-of-deed.ts";
import { contains, endOfAny, endsWith } from "../language/modifiers/languages.ts";
import { modifiersIn } from "../language/modifiers/read-modifiers.ts";
import { rememberTexts } from "../language/remember-texts.ts";
import { phrasesOf } from "../language/templates/phrases.ts";
import { isCovered, joined, slice, type Token, tokens } from "../language/text.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { CONNECTIVES, FILLERS } from "../language/words/connectives.ts";
import { deedOf, imperativeOf, isDeterminer } from "../language/words/deeds.ts";
import { stemOf } from "../language/words/stem.ts";
import { buildLexicon } from "./entities/lexicon.ts";
import { detectLocale } from "./locale-detector.ts";

/** A sentence without what was asked to follow. */
export type CutFollowups = {
  readonly rest: string;
  readonly followups: readonly FollowupRequest[];
};

export type FollowupFinder = {
  /** Some capability offers to follow others. */
  readonly isOffered: boolean;
  /** Follow-ups at the end of a text, and the text before them: "" when there is nothing else. */
  atEnd(text: string): CutFollowups;
  /** A follow-up that the text begins with, and the text after it. */
  atStart(text: string): CutFollowups;
  /** Follow-ups whose words stand at both ends, and the text between. */
  around(text: string): CutFollowups[];
  /** A follow-up with a few words behind it that say whom to. */
  nearEnd(text: string): (CutFollowups & { readonly behind: string }) | undefined;
  /** What a goal does as a follow-up, asked for in these words; undefined where it offers none. */
  of(
    goal: { domain: string; spec: { capability?: string | undefined } },
    phrase: string,
  ): FollowupRequest | undefined;
  /** A follow-up behind the last joint, in any form of its verb. */
  inflectedAtEnd(text: string): CutFollowups;
  /** It says where some follow-up ends up. */
  speaksOf(word: string): boolean;
  /** The follow-up that the words ask for, in any form of its verb. */
  named(text: string, words: readonly Token[]): FollowupRequest | undefined;
};

const MOST_FOLLOWUPS = 3;
const TAIL_WORDS = 2;
/** A single word is no follow-up. */
const FEWEST_SAID = 2;
/** More words behind a follow-up are a message. */
const MOST_BEHIND = 4;
/** The parts of a sentence that may end in a follow-up. */
const MOST_TEXTS = 16;

/** Finds the phrases of capabilities that offer themselves to follow others (`metadata.followup.hints`). */
export function buildFollowupFinder(catalogue: Catalogue): FollowupFinder {
  const offered = catalogue.capabilities.filter(({ spec }) => spec.metadata.followup !== undefined);
  const lexicon = buildLexicon();
  /** Phrases in two: the lexicon of their heads gives the place of the rest. */
  const heads = buildLexicon();
  const tails: { capability: CatalogueCapability; tail: string }[] = [];
  const places = new Set<string>();
  const stems = new Map<string, CatalogueCapability>();
  offered.forEach((capability, index) => {
    const { spec } = capability;
    const hints = locales.flatMap((locale) => spec.metadata.followup?.hints[locale] ?? []);
    for (const hint of hints)
      for (const phrase of phrasesOf(hint)) {
        const words = tokens(phrase);
        lexicon.add(words, index, undefined);
        stems.set(stemmed(words), capability);
        const cut = words.length - TAIL_WORDS;
        if (cut < 1) continue;
        const place = tails.push({ capability, tail: joined(words.slice(cut)) }) - 1;
        heads.add(words.slice(0, cut), place, undefined);
        for (const { word } of words.slice(cut)) if (!isCommonWord(word)) places.add(word);
      }
  });
  const none = (text: string): CutFollowups => ({ rest: text, followups: [] });
  /** One sentence is looked at from its beginning, its end and around. */
  const plainly = rememberTexts(MOST_TEXTS, withoutPoliteness);

  const lastOf = rememberTexts(MOST_TEXTS, (text): CutFollowups => {
    const words = tokens(text);
    const cut = lastAmong(text, words);
    const plain = plainly(text);
    if (plain.length === words.length) return cut;
    const other = lastAmong(text, plain);
    return other.followups.length > 0 && other.rest.length < cut.rest.length ? other : cut;
  });

  function lastAmong(text: string, words: readonly Token[]): CutFollowups {
    const { from, to } = withoutCourtesy(words);
    for (let at = from; at < to; at++) {
      const hit = lexicon.hitsAt(words, at).find((each) => each.to === to);
      const capability = hit && offered[hit.source];
      const first = words[at];
      const last = words[to - 1];
      if (capability === undefined || first === undefined || last === undefined) continue;
      // What is to be sent or kept follows.
      if (/^\s*[:"\u201c\u00ab]/.test(text.slice(last.end))) continue;
      let end = at;
      while (end > from && isJoint(words[end - 1]?.word)) end--;
      const kept = end > from ? words[end - 1] : undefined;
      const request = requestOf(capability, text.slice(first.start, last.end));
      const isPaused = /[,;:.!?]/.test(text.slice(kept?.end ?? 0, first.start));
      const isDenied = end > from && !isPaused && endsWith("negators", words, end);
      const denied = { reason: "negated", detail: kept?.word ?? "" } as const;
      const deferred = deferredIn(text, words.slice(from, end));
      const doubts = [...(isDenied ? [denied] : []), ...deferred];
      const followup = doubts.length > 0 ? { ...request, doubts } : request;
      return { rest: text.slice(0, kept?.end ?? 0), followups: [followup] };
    }
    return none(text);
  }

  return {
    isOffered: offered.length > 0,
    atEnd(text) {
      let rest = text;
      const followups: FollowupRequest[] = [];
      while (offered.length > 0 && rest !== "" && followups.length < MOST_FOLLOWUPS) {
        const cut = lastOf(rest);
        if (cut.followups.length === 0) break;
        followups.unshift(...cut.followups);
        rest = cut.rest;
      }
      return { rest, followups };
    },
    atStart(text) {
      const words = plainly(text);
      const { from } = withoutCourtesy(words);
      const hit = lexicon.hitsAt(words, from).at(-1);
      const capability = hit && offered[hit.source];
      const first = words[from];
      if (hit === undefined || capability === undefined || first === undefined) return none(text);
      let next = hit.to;
      while (CONNECTIVES.has(words[next]?.word ?? "")) next++;
      const start = words[next];
      const last = words[hit.to - 1];
      if (start === undefined || last === undefined) return none(text);
      if (endOfAny("complementisers", words, next) !== undefined) return none(text);
      if (/[:"\u201c\u00ab]/.test(text.slice(last.end, start.start))) return none(text);
      const phrase = text.slice(first.start, last.end);
      return { rest: text.slice(start.start), followups: [requestOf(capability, phrase)] };
    },
    speaksOf: (word) => places.has(foldLetters(word)),
    named(text, words) {
      const capability = stems.get(stemmed(words));
      return capability && requestOf(capability, slice(text, words, 0, words.length));
    },
    of({ domain, spec }, phrase) {
      const capability = offered.find(
        (each) => each.domain === domain && each.spec.capability === spec.capability,
      );
      return capability && requestOf(capability, phrase);
    },
    inflectedAtEnd(text) {
      const words = plainly(text);
      const joint = words.findLastIndex(({ word }) => CONNECTIVES.has(word));
      const kept = words[joint - 1];
      if (kept === undefined || /:\s/.test(text.slice(kept.end))) return none(text);
      const said = words.slice(joint + 1);
      if (contains("negators", said)) return none(text);
      // Without a verb, nothing is to be made of what came before: things are named.
      const isVerb = ({ word }: Token, at: number) =>
        !isNamed(said, at) && (isOfDeed(word) || deedOf(imperativeOf(word)) !== undefined);
      if (!said.some(isVerb)) return none(text);
      const capability = said.length < FEWEST_SAID ? undefined : stems.get(stemmed(said));
      if (capability === undefined) return none(text);
      const phrase = slice(text, said, 0, said.length);
      return { rest: text.slice(0, kept.end), followups: [requestOf(capability, phrase)] };
    },
    nearEnd(text) {
      const words = tokens(text);
      const { to } = withoutCourtesy(words);
      for (let behind = 1; behind <= MOST_BEHIND; behind++) {
        const first = words[to - behind];
        if (first === undefined || !leadsToSomebody(words, to - behind)) continue;
        if (/[:"\u201c\u00ab]/.test(text.slice(words[to - behind - 1]?.end, first.start))) continue;
        const cut = lastOf(text.slice(0, first.start).trimEnd());
        if (cut.followups.length > 0 && cut.rest !== "")
          return { ...cut, behind: text.slice(first.start).trimEnd() };
      }
      return undefined;
    },
    around(text) {
      const words = plainly(text);
      const { from, to } = withoutCourtesy(words);
      const end = to - TAIL_WORDS;
      const tail = joined(words.slice(Math.max(from, end), to));
      return heads.hitsAt(words, from).flatMap((head) => {
        const whole = tails[head.source];
        const kept = words.slice(head.to, Math.max(head.to, end));
        const first = kept[0];
        const last = kept.at(-1);
        if (whole?.tail !== tail || first === undefined || last === undefined) return [];
        // It is for others as well.
        if (CONNECTIVES.has(first.word)) return [];
        const phrase = `${slice(text, words, from, head.to)} … ${slice(text, words, end, to)}`;
        const rest = text.slice(first.start, last.end);
        return [{ rest, followups: [requestOf(whole.capability, phrase)] }];
      });
    },
  };
}

/** Behind an article, or whose it is, a word names a thing. */
const isNamed = (words: readonly Token[], at: number): boolean =>
  isDeterminer(words[at - 1]?.word ?? "") ||
  (at > 0 && endOfAny("possessives", words, at - 1) === at);

/** A time between what joins the two and what is to follow is for what follows. */
function deferredIn(text: string, before: readonly Token[]): Doubt[] {
  const joint = before.findLastIndex(({ word }) => CONNECTIVES.has(word));
  const said = before.slice(joint + 1);
  if (joint < 0 || said.length === 0 || said.length > MOST_BEHIND) return [];
  const between = slice(text, said, 0, said.length);
  const marks = modifiersIn(between, detectLocale(text) ?? DEFAULT_LOCALE);
  return marks.some(({ kind }) => kind === "time" || kind === "recurrence")
    ? [{ reason: "deferred", detail: between }]
    : [];
}

function withoutPoliteness(text: string): readonly Token[] {
  const words = tokens(text);
  // Behind a colon it is what is to be sent or kept.
  const courtesies = modifiersIn(text, detectLocale(text) ?? DEFAULT_LOCALE).filter(
    ({ value, start }) => value === "courtesy" && !/:\s*$/.test(text.slice(0, start)),
  );
  const isCourtesy = (at: number) => isCovered(courtesies, at);
  // The form is the courtesy's.
  const isAsked = (at: number) => courtesies.some(({ to }) => to === at);
  return courtesies.length === 0
    ? words
    : words.flatMap((word, at) =>
        isCourtesy(at) ? [] : [isAsked(at) ? { ...word, word: imperativeOf(word.word) } : word],
      );
}

/** The words without what says nothing, as stems. */
const stemmed = (words: readonly Token[]): string =>
  words
    .filter(({ word }) => !isJoint(word) && !isCommonWord(word))
    .map(({ word }) => stemOf(word))
    .join(" ");

const leadsToSomebody = (words: readonly Token[], at: number): boolean =>
  endOfAny("recipient_prepositions", words, at) !== undefined ||
  endOfAny("owner_prepositions", words, at) !== undefined;

const isJoint = (word: string | undefined): boolean =>
  word !== undefined && (CONNECTIVES.has(word) || FILLERS.has(word));

function requestOf({ domain, spec }: CatalogueCapability, phrase: string): FollowupRequest {
  return {
    role: spec.metadata.roles?.[0] ?? spec.capability,
    domain,
    capability: spec.capability,
    sets: spec.metadata.followup?.sets ?? {},
    phrase,
  };
}
