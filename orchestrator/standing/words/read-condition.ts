import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import { actionOf } from "../../understanding/lexicons/actions.ts";
import { recogniseMoney } from "../../understanding/recognisers/money.ts";
import { recogniseNumber } from "../../understanding/recognisers/number.ts";
import { recognisePercent } from "../../understanding/recognisers/percent.ts";
import type { ComparingVerb } from "./lexicon.ts";
import { after, endOf } from "./phrases.ts";
import { type PieceOf, pauseBefore, type Said, textOf, wordAt } from "./piece.ts";

/** Words between what opens a condition and its verb: more of them are another clause. */
const MOST_SUBJECT_WORDS = 14;
const MOST_TAIL_WORDS = 6;

/** "quando a PETR4 passar de 40", "if Apple drops 5 %", "sempre que o pedido 1002 mudar". */
export function conditionAt(said: Said, at: number): PieceOf<"condition"> | undefined {
  const { lexicon, words } = said;
  const whenever = endOf(lexicon.whenever, words, at);
  const opened = whenever ?? endOf(lexicon.when, words, at);
  if (opened === undefined) return undefined;
  const again = whenever !== undefined;
  const end = clauseEnd(said, opened);
  const compared = comparisonIn(said, opened, end);
  if (compared !== undefined && !goesOn(said, compared.to))
    return {
      is: "condition",
      again,
      subject: subjectOf(said, opened, compared),
      comparison: compared.comparison,
      clause: textOf(said, opened, compared.to),
      from: at,
      to: compared.to,
    };
  if (end <= opened) return undefined;
  return {
    is: "condition",
    again,
    subject: "",
    comparison: undefined,
    clause: textOf(said, opened, end),
    from: at,
    to: end,
  };
}

/** "... ou cair abaixo de 30": another condition follows. */
function goesOn(said: Said, at: number): boolean {
  const joined = endOf(said.lexicon.or, said.words, at);
  if (joined === undefined) return false;
  return (
    SIDES.has(wordAt(said, joined)) || comparisonIn(said, joined, said.words.length) !== undefined
  );
}

const SIDES = new Set("above below over under acima abaixo mais menos".split(" "));

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
  /^[.,:]$/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0));

const CLITICS = new Set(
  "me nos please manda mande avisa avise let tell notify telegram send alert ping salva save".split(
    " ",
  ),
);
const beginsRequest = (said: Said, at: number): boolean => {
  const word = wordAt(said, at);
  if (word === "me")
    return (
      !["se"].includes(wordAt(said, at - 1)) &&
      (actionOf(wordAt(said, at + 1)) !== undefined || CLITICS.has(wordAt(said, at + 1)))
    );
  return (
    (CLITICS.has(word) && word !== "nos" && word !== "me") ||
    actionOf(word) === "send" ||
    actionOf(word) === "remind"
  );
};

type Compared = { comparison: Comparison; verbFrom: number; verbTo: number; to: number };

function comparisonIn(said: Said, from: number, end: number): Compared | undefined {
  for (let at = from; at < Math.min(end, from + MOST_SUBJECT_WORDS); at++) {
    const hits = said.lexicon.verbs
      .flatMap((verb) => {
        const to = endOf(verb.says, said.words, at);
        return to === undefined || to > end ? [] : [{ verb, to }];
      })
      .toSorted((a, b) => b.to - a.to);
    for (const { verb, to } of hits) {
      const found = compared(said, verb, to, end);
      if (found !== undefined) return { ...found, verbFrom: at, verbTo: to };
    }
  }
  return undefined;
}

function compared(
  said: Said,
  verb: ComparingVerb,
  at: number,
  end: number,
): { comparison: Comparison; to: number } | undefined {
  const { is } = verb;
  switch (verb.takes) {
    case "nothing": {
      const percent =
        verb.percent === undefined ? {} : { percent: verb.percent, since: "now" as const };
      // "mudar para entregue" says into what.
      if (is === "changes" && ["para", "to", "by"].includes(wordAt(said, at))) return undefined;
      return { comparison: { is, ...percent }, to: at };
    }
    case "value": {
      const value = valueAt(said, at);
      // A change in per cent is no value that is reached: "passar de 5%" of what was said otherwise.
      return value === undefined || value.isPercent
        ? undefined
        : { comparison: { is, value: value.value }, to: value.to };
    }
    case "amount": {
      const amount = valueAt(said, after(said.lexicon.beforeAmount, said.words, at));
      if (amount === undefined || amount.value <= 0) {
        // "when it goes up" alone: any rise.
        return undefined;
      }
      const since = endOf(said.lexicon.sinceDay, said.words, amount.to);
      return {
        comparison: {
          is,
          ...(amount.isPercent ? { percent: amount.value } : { value: amount.value }),
          since: since === undefined ? "now" : "day",
        },
        to: since ?? amount.to,
      };
    }
    case "tail": {
      const value = valueAt(said, at);
      if (value !== undefined)
        return value.isPercent
          ? undefined
          : { comparison: { is: "reaches", value: value.value }, to: value.to };
      if (["entre", "between"].includes(wordAt(said, at))) return undefined;
      const to = Math.min(end, at + MOST_TAIL_WORDS);
      const text = textOf(said, at, to);
      return text === "" ? undefined : { comparison: { is, text }, to };
    }
  }
}

/** "40", "R$ 40,50", "40 reais", "1 milhão", "5%", "5 per cent". */
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

/** What is compared: before the verb, or behind the amount ("quando cair 5% a PETR4"). */
function subjectOf(said: Said, from: number, { verbFrom }: Compared): string {
  return textOf(said, from, verbFrom).trim();
}
