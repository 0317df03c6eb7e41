import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import { wordSet } from "#shared/language/words.ts";
import { gapBefore, pauseBefore, slice } from "../text.ts";
import { recogniseMoney, recogniseNumber, recognisePercent } from "../values/number.ts";
import { wordAt } from "../values/recogniser.ts";
import { after, endOf, type Phrases } from "../words/phrases.ts";
import type { ComparingVerb } from "./lexicon.ts";
import type { PieceOf, Said } from "./piece.ts";
import { boundAt } from "./read-bounds.ts";
import { beginsRequest } from "./request-lexicon.ts";

/** Words between what opens a condition and its verb: more of them are another clause. */
const MOST_SUBJECT_WORDS = 14;
const MOST_TAIL_WORDS = 6;

export function conditionAt(said: Said, at: number): PieceOf<"condition"> | undefined {
  const { lexicon, words } = said;
  const whenever = endOf(lexicon.whenever, words, at);
  const opened = whenever ?? endOf(lexicon.when, words, at);
  if (
    opened === undefined ||
    (MODALS.has(wordAt(said, at)) && OF_A_SUBJECT.has(wordAt(said, at - 1)))
  )
    return undefined;
  const again = whenever !== undefined;
  const bound = endInCondition(said, at);
  const begin = bound?.to ?? opened;
  const end = clauseEnd(said, begin);
  const compared = comparisonIn(said, begin, end);
  const isOne =
    compared !== undefined &&
    !goesOn(said, compared.to) &&
    !words.slice(opened, compared.verbFrom).some((_, place) => isJoined(said, opened + place));
  const known = isOne ? compared : undefined;
  const to = known?.to ?? end;
  if (known === undefined && end <= opened) return undefined;
  return {
    is: "condition",
    again,
    subject: known ? slice(said.text, words, begin, known.verbFrom).trim() : "",
    comparison: known?.comparison,
    clause: slice(said.text, words, opened, to),
    from: at,
    to,
  };
}

const MODALS = wordSet("verbs.should");
const OF_A_SUBJECT = wordSet("words.subjects-of-clauses");

/** An end that stands right behind what opens the condition. */
export function endInCondition(said: Said, at: number): PieceOf<"until"> | undefined {
  const { lexicon, words } = said;
  const opened = endOf(lexicon.whenever, words, at) ?? endOf(lexicon.when, words, at);
  const bound = opened === undefined ? undefined : boundAt(said, opened);
  return bound?.is === "until" ? bound : undefined;
}

function goesOn(said: Said, at: number): boolean {
  const { lexicon, words } = said;
  const joined = endOf(lexicon.or, words, at);
  if (joined === undefined) return false;
  const end = clauseEnd(said, joined);
  const rest = words.slice(joined, end);
  const hasSide = rest.some(({ word }) => lexicon.sides.has(word));
  const hasNumber = rest.some(({ word }) => /^\d/.test(word));
  const isEither = endOf(lexicon.either, words, at) !== undefined;
  const isOther = isEither ? hasSide || hasNumber : hasSide && hasNumber;
  return (
    isOther ||
    lexicon.sides.has(wordAt(said, joined)) ||
    comparisonIn(said, joined, words.length) !== undefined
  );
}

const isJoined = ({ lexicon, words }: Said, at: number): boolean =>
  endOf(lexicon.either, words, at) !== undefined ||
  JOINS.has(words[at]?.word ?? "") ||
  lexicon.negators.has(words[at]?.word ?? "");
const JOINS = wordSet("words.and");

/** A clause ends at a pause; one that opens the sentence also where a request begins. */
function clauseEnd(said: Said, from: number): number {
  const { words } = said;
  for (let to = from; to < words.length; to++) {
    if (to > from && pauseBefore(said, to) && !isInNumber(said, to)) return to;
    if (to > from && beginsRequest(said, to)) return to;
  }
  return words.length;
}

const isInNumber = ({ text, words }: Said, at: number): boolean =>
  /^[.,:]$/.test(gapBefore({ text, words }, at));

function endWithFillers(says: Phrases, { words, lexicon }: Said, at: number): number | undefined {
  const plain = endOf(says, words, at);
  if (plain !== undefined) return plain;
  if (!lexicon.fillers.has(words[at + 1]?.word ?? "")) return undefined;
  const without = [...words.slice(at, at + 1), ...words.slice(at + 2, at + 10)];
  const end = endOf(says, without, 0);
  return end === undefined || end < 2 ? undefined : at + end + 1;
}

const OVER = wordSet("words.over");

type Compared = { comparison: Comparison; verbFrom: number; to: number };

function comparisonIn(said: Said, from: number, end: number): Compared | undefined {
  for (let at = from; at < Math.min(end, from + MOST_SUBJECT_WORDS); at++) {
    const hits = said.lexicon.verbs
      .flatMap((verb) => {
        const to = endWithFillers(verb.says, said, at);
        return to === undefined || to > end ? [] : [{ verb, to }];
      })
      .toSorted((a, b) => b.to - a.to);
    for (const { verb, to } of hits) {
      const found = compared(said, verb, to, end, { from, verbFrom: at });
      if (found !== undefined) return { ...found, verbFrom: at };
    }
  }
  return stateOfOne(said, from, end);
}

function compared(
  said: Said,
  verb: ComparingVerb,
  at: number,
  end: number,
  { from, verbFrom }: { from: number; verbFrom: number },
): { comparison: Comparison; to: number } | undefined {
  const { is } = verb;
  switch (verb.takes) {
    case "nothing": {
      const percent =
        verb.percent === undefined ? {} : { percent: verb.percent, since: "now" as const };
      if (is === "changes" && ["para", "to", "by"].includes(wordAt(said, at))) return undefined;
      return { comparison: { is, ...percent }, to: at };
    }
    case "band": {
      const band = bandAt(said, at);
      return band && { comparison: { is, value: band.from, upper: band.upTo }, to: band.to };
    }
    case "value": {
      const value = valueAt(said, at);
      // A change in per cent is no value that is reached.
      return value === undefined || value.isPercent ? undefined : sided(said, is, value);
    }
    case "amount": {
      const amount = valueAt(said, after(said.lexicon.beforeAmount, said.words, at));
      if (amount !== undefined && !amount.isPercent && OVER.has(wordAt(said, at)))
        return { comparison: { is: "above", value: amount.value }, to: amount.to };
      if (amount === undefined || amount.value <= 0) return undefined;
      const since = endOf(said.lexicon.sinceDay, said.words, amount.to);
      const sinceNow = endOf(said.lexicon.sinceNow, said.words, amount.to);
      const more = endOf(said.lexicon.orMore, said.words, amount.to);
      return {
        comparison: {
          is,
          ...(amount.isPercent ? { percent: amount.value } : { value: amount.value }),
          since: since === undefined || sinceNow !== undefined ? "now" : "day",
        },
        to: sinceNow ?? since ?? more ?? amount.to,
      };
    }
    case "tail": {
      const value = valueAt(said, at);
      if (value !== undefined) return value.isPercent ? undefined : sided(said, "reaches", value);
      if (["entre", "between"].includes(wordAt(said, at))) return undefined;
      const to = Math.min(end, at + MOST_TAIL_WORDS);
      const text = slice(said.text, said.words, at, to);
      if (said.words.slice(at, to).some(({ word }) => said.lexicon.gradable.has(word)))
        return undefined;
      if (text === "" || !namesOne(said, from, verbFrom)) return undefined;
      return { comparison: { is, text }, to };
    }
  }
}

/** A word or two behind a number that names one thing, and no verb of change. */
function stateOfOne(said: Said, from: number, end: number): Compared | undefined {
  const { lexicon, words } = said;
  const number = words.findIndex(
    ({ word }, at) => at >= from && at < end && /^#?\d{3,}$/.test(word),
  );
  const verbFrom = number + 1;
  if (number < from + 1 || verbFrom >= end || end - verbFrom > 2) return undefined;
  const isChange = lexicon.verbs.some(({ says }) => endOf(says, words, verbFrom) !== undefined);
  const rest = words.slice(verbFrom, end);
  if (isChange || rest.some(({ word }) => lexicon.gradable.has(word) || /\d/.test(word)))
    return undefined;
  const text = slice(said.text, said.words, verbFrom, end);
  return { comparison: { is: "becomes", text }, verbFrom, to: end };
}

const namesOne = ({ text, words }: Said, from: number, to: number): boolean =>
  words
    .slice(from, to)
    .some(
      ({ word, start }) => /\d/.test(word) || (start > 0 && /^\p{Lu}/u.test(text.slice(start))),
    );

function bandAt(said: Said, at: number): { from: number; upTo: number; to: number } | undefined {
  const { lexicon, words } = said;
  const first = valueAt(said, at);
  const joint = first && endOf(lexicon.bandTo, words, first.to);
  const second = joint === undefined ? undefined : valueAt(said, joint);
  if (first === undefined || second === undefined || first.isPercent || second.isPercent)
    return undefined;
  if (second.value <= first.value) return undefined;
  return { from: first.value, upTo: second.value, to: after(lexicon.bandEnd, words, second.to) };
}

function sided(
  { lexicon, words }: Said,
  is: Comparison["is"],
  { value, to }: { value: number; to: number },
): { comparison: Comparison; to: number } {
  const alone = (phrases: Phrases): number | undefined => {
    const end = endOf(phrases, words, to);
    return end === undefined || /^[\d$]/.test(words[end]?.word ?? "") ? undefined : end;
  };
  const less = alone(lexicon.orLess);
  const more = alone(lexicon.orMore);
  if (is !== "reaches" || (less === undefined && more === undefined))
    return { comparison: { is, value }, to: less ?? more ?? to };
  return less === undefined
    ? { comparison: { is: "above", value }, to: more ?? to }
    : { comparison: { is: "below", value }, to: less };
}

function valueAt(
  said: Said,
  at: number,
): { value: number; isPercent: boolean; to: number } | undefined {
  const articles = ["os", "as", "o", "a", "the", "de", "dos", "uns"].includes(wordAt(said, at))
    ? at + 1
    : at;
  const percent = recognisePercent(said, articles);
  if (percent !== undefined) return { ...percent, isPercent: true };
  const money = recogniseMoney(said, articles) ?? recogniseNumber(said, articles);
  if (money === undefined) return undefined;
  const to = after(said.lexicon.currency, said.words, money.to);
  return { value: money.value, isPercent: false, to: wordAt(said, to) === "$" ? to + 1 : to };
}
