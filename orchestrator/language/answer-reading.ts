import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { LastChoice, PendingOption } from "#shared/contracts/pending.ts";
import { afterLead } from "./conversation/after-lead.ts";
import { hasOwnText } from "./conversation/few-words.ts";
import { type Following, leavesOut } from "./conversation/leaves-out.ts";
import { letsGoOf } from "./conversation/lets-go-of.ts";
import { isNoText, unquoted, withoutSaying } from "./conversation/no-text.ts";
import { type Asked, isOnlyAnswer } from "./conversation/read-answer.ts";
import { type AnswerAndMore, readAnswerAndMore } from "./conversation/read-answer-and-more.ts";
import { readOther } from "./conversation/read-other.ts";
import { insteadOf, isFurther, readRefusal } from "./conversation/read-refusal.ts";
import { type Cut, readSaid, type Said } from "./conversation/read-said.ts";
import { endOfPhrase, smallPhrases, smallWords } from "./conversation/small-words.ts";
import { isOfDeed } from "./modifiers/is-of-deed.ts";
import { readReply } from "./modifiers/read-reply.ts";
import { readYes } from "./read-yes.ts";
import { tokens } from "./text.ts";
import { textReadBy } from "./text-reading.ts";
import { isCommonWord, isFunctionWord } from "./words/common-words.ts";
import { isLaughter } from "./words/laughter.ts";
import { opensQuestion } from "./words/questions.ts";

const READERS = {
  yes: readYes,
  /** It would be an answer to some question, and says nothing else. */
  isOnlyAnswer,
  /** It puts an answer off, or asks something. */
  isNoText,
  /** The text in quotation marks, where there is nothing beside it. */
  unquoted,
  /** A text without the words that say that it is to be said. */
  withoutSaying,
  /** A question that may stand in the place of an answer. */
  question: readQuestion,
  /** What is behind a sentence that only says that one does not know. */
  behindUnknowing,
  /** It speaks of what is to come. */
  isFurther,
};

const IN_LANGUAGE = {
  /** The whole with what stands around it. */
  reply: readReply,
  /** A short message that says not to do something. */
  refusal: readRefusal,
  /** What is wanted behind a refusal that names nothing of its own. */
  instead: insteadOf,
};

/** A text as an answer to what was asked, shown or done. */
export class AnswerReading extends textReadBy(READERS, IN_LANGUAGE) {
  /** What it says to a question, whatever stands around the answer. */
  saidTo(
    pending: Asked,
    locale: Locale,
    { cut, following }: { cut: Cut; following: Following },
  ): Said {
    const isLeftOut = (without: string) => leavesOut(without, pending.question, following);
    return readSaid(this.text, pending, locale, cut, isLeftOut);
  }
  /** An answer to this question, and what else it is said of. */
  andMore(pending: Asked): AnswerAndMore | undefined {
    return readAnswerAndMore(this.text, pending);
  }
  /** The option that is taken after, or instead of, the one that was. */
  other(choice: LastChoice): PendingOption | undefined {
    return readOther(this.text, choice);
  }
  /** It lets go of what this is about, by its name. */
  letsGoOf(about: string): boolean {
    return letsGoOf(this.text, about);
  }
  /** It denies or reports what one would do for its user, and names nothing beside it. */
  speaksOfDeed(heard: Pick<IntentOutput, "modifiers">): boolean {
    return speaksOfDeed(heard, this.text);
  }
}

const AND = smallWords("and");
const isToldOnly = (value: unknown): boolean => value === "negated" || value === "reported";

/**
 * Does a message deny or report what one would do for its user, and name nothing beside it? Pure.
 * Shape: what names a thing is a text
 */
function speaksOfDeed({ modifiers }: Pick<IntentOutput, "modifiers">, text: string): boolean {
  const isTold = modifiers?.some(
    ({ value, belongs_to }) => isToldOnly(value) && belongs_to.to === "request",
  );
  const words = tokens(text);
  if (isTold !== true || !words.some(({ word }) => isOfDeed(word))) return false;
  return (
    AND.has(words[0]?.word ?? "") ||
    words.every(({ word }) => isOfDeed(word) || isFunctionWord(word) || isLaughter(word))
  );
}

const MOST_ASKING_WORDS = 11;

/** A message that asks something in the place of an answer. */
type Question = {
  readonly text: string;
  /** It names nothing. */
  readonly isBare: boolean;
};

/** What begins as a question does, where it is no title that is written as one. Pure. */
function readQuestion(text: string): Question | undefined {
  const rest = afterLead(text)?.rest ?? text;
  const [first, ...more] = tokens(rest, MOST_ASKING_WORDS + 1);
  if (first === undefined || more.length === 0 || more.length >= MOST_ASKING_WORDS)
    return undefined;
  const isTitled = more.some(
    ({ word, start }) => word !== "i" && /\p{Lu}/u.test(rest[start] ?? ""),
  );
  if (!opensQuestion(first.word) || isTitled || hasOwnText(rest)) return undefined;
  return { text: rest, isBare: more.every(({ word }) => isCommonWord(word)) };
}

const UNKNOWING = smallPhrases("unknowing");
const MOST_UNKNOWING = 6;

/** What stands behind a sentence that only says that one does not know. Pure. */
function behindUnknowing(text: string): string | undefined {
  const [whole, ended = ""] = /^([^.!?\n]+)[.!?\n]+\s+(?=\S)/u.exec(text) ?? [];
  const words = tokens(ended);
  if (whole === undefined || words.length > MOST_UNKNOWING) return undefined;
  return endOfPhrase(UNKNOWING, words, 0) === undefined ? undefined : text.slice(whole.length);
}
