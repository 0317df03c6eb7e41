import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { LastChoice, PendingOption } from "#shared/contracts/pending.ts";
import { type Following, leavesOut } from "./conversation/leaves-out.ts";
import { letsGoOf } from "./conversation/lets-go-of.ts";
import { isNoText, unquoted, withoutSaying } from "./conversation/no-text.ts";
import { type Asked, isOnlyAnswer } from "./conversation/read-answer.ts";
import { type AnswerAndMore, readAnswerAndMore } from "./conversation/read-answer-and-more.ts";
import { readOther } from "./conversation/read-other.ts";
import { behindUnknowing, readQuestion } from "./conversation/read-question.ts";
import { insteadOf, isFurther, readRefusal } from "./conversation/read-refusal.ts";
import { type Cut, readSaid, type Said } from "./conversation/read-said.ts";
import { speaksOfDeed } from "./conversation/speaks-of-deed.ts";
import { readReply } from "./modifiers/read-reply.ts";
import { readYes } from "./read-yes.ts";
import { textReadBy } from "./text-reading.ts";

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
