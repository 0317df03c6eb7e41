import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { readControl } from "../language/control.ts";
import { isOnlyCourtesy, withoutCourtesy } from "../language/courtesy.ts";
import { mereAnswerIn } from "../language/read-yes.ts";
import { rememberOf } from "../language/remember-texts.ts";
import { phrasesOf } from "../language/templates/phrases.ts";
import { tokens } from "../language/text.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { CONNECTIVES } from "../language/words/connectives.ts";

/** One way to ask for a capability after something else. */
export type FollowupPhrase = {
  capability: string;
  locale: Locale;
  /** Where it stands in the manifest. */
  path: string;
  phrase: string;
  /** As it is compared: folded, without what it is joined or begun with. */
  words: readonly string[];
};

/** More ways to ask than anyone writes; each is compared with those of the other domains. */
const MOST_PHRASES = 5000;
const FEWEST_WORDS = 2;

/** Every phrase of a manifest by which something is asked to follow. Cost: a pass over its hints, once */
export const followupPhrases = rememberOf((manifest: Manifest): readonly FollowupPhrase[] =>
  phrasesIn(manifest)
    .take(MOST_PHRASES + 1)
    .toArray(),
);

function* phrasesIn({ capabilities }: Manifest): Generator<FollowupPhrase> {
  for (const [at, { capability, metadata }] of capabilities.entries())
    for (const locale of locales)
      for (const [index, hint] of (metadata.followup?.hints[locale] ?? []).entries())
        for (const phrase of phrasesOf(hint)) {
          const path = `capabilities.${at}.metadata.followup.hints.${locale}.${index}`;
          yield { capability, locale, path, phrase, words: wordsOf(phrase) };
        }
}

/**
 * True for a phrase that people say for something else as well: a courtesy, a word to the conversation itself, words
 * that only hold sentences together, or fewer than two words. What follows acts outside; it takes words of its own.
 */
export function saysTooLittle({ phrase, words }: FollowupPhrase): boolean {
  if (words.length < FEWEST_WORDS) return true;
  const said = words.join(" ");
  if (readControl(phrase) !== undefined || readControl(said) !== undefined) return true;
  const all = tokens(said);
  if (isOnlyCourtesy(all)) return true;
  const { from, to } = withoutCourtesy(all);
  return all.slice(from, to).every(({ word }) => isCommonWord(word) || !/\p{L}/u.test(word));
}

/**
 * Why a manifest cannot stand beside others: a follow-up phrase that holds, or is held by, one of theirs, or that is an
 * example of theirs, or the other way round. Whoever says it would be answered by whichever is longer.
 * Shape: a sentence that names both domains; undefined when nothing speaks against it
 * Cost:  some ms for 1,000 phrases and 10,000 examples; both are read once for each manifest
 */
export function followupClash(manifest: Manifest, others: readonly Manifest[]): Reason | undefined {
  const mere = mereAnswerIn(manifest);
  if (mere !== undefined) return reason("mere_answer", { ...mere, domain: manifest.domain });
  const { domain } = manifest;
  const own = followupPhrases(manifest);
  if (own.length > MOST_PHRASES) return reason("too_many_followups", { most: MOST_PHRASES });
  const examples = examplesOf(manifest);
  for (const other of others) {
    const { domain: owner } = other;
    if (owner === domain) continue;
    const theirs = followupPhrases(other);
    const overlap = overlapOf(own, theirs);
    if (overlap !== undefined) {
      const [mine, their] = overlap;
      const phrases = { phrase: mine.phrase, other: their.phrase };
      return reason("followup_overlaps", { ...phrases, domain, owner });
    }
    const taken = exampleAmong(own, examplesOf(other));
    if (taken !== undefined)
      return reason("followup_is_example", { phrase: taken.phrase, domain, owner });
    const given = exampleAmong(theirs, examples);
    if (given !== undefined)
      return reason("example_is_followup", { phrase: given.phrase, domain, owner });
  }
  return undefined;
}

function overlapOf(
  own: readonly FollowupPhrase[],
  theirs: readonly FollowupPhrase[],
): [FollowupPhrase, FollowupPhrase] | undefined {
  if (own.length === 0 || theirs.length === 0) return undefined;
  const byFirst = Map.groupBy(theirs, ({ words }) => words[0] ?? "");
  const having = theirs.flatMap((their) =>
    [...new Set(their.words)].map((word) => ({ word, their })),
  );
  const byWord = Map.groupBy(having, ({ word }) => word);
  for (const mine of own) {
    const longer = byWord
      .get(mine.words[0] ?? "")
      ?.find(({ their }) => isWithin(mine.words, their.words))?.their;
    const shorter = mine.words
      .flatMap((word) => byFirst.get(word) ?? [])
      .find((their) => isWithin(their.words, mine.words));
    const their = longer ?? shorter;
    if (their !== undefined) return [mine, their];
  }
  return undefined;
}

/** All of the words stand in the others, in their order: also with something between them. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const word of others) if (word === words[at]) at++;
  return words.length > 0 && at === words.length;
}

const exampleAmong = (
  phrases: readonly FollowupPhrase[],
  examples: ReadonlySet<string>,
): FollowupPhrase | undefined => phrases.find(({ words }) => examples.has(words.join(" ")));

/** The examples of a manifest by their words. */
const examplesOf = rememberOf(({ goals }: Manifest): ReadonlySet<string> => {
  const texts = goals.flatMap(({ hints }) =>
    locales.flatMap((locale) =>
      (hints.examples?.[locale] ?? []).map((each) => parseExample(each).text),
    ),
  );
  return new Set(texts.map((text) => wordsOf(text).join(" ")));
});

/** Words as they are compared: how a sentence is joined to the one before, or begun, says nothing. */
function wordsOf(text: string): string[] {
  const joined = tokens(text);
  const first = joined.findIndex(({ word }) => !CONNECTIVES.has(word));
  const words = joined.slice(Math.max(first, 0));
  return words.slice(withoutCourtesy(words).from).map(({ word }) => word);
}
