import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { type AnswerAndMore, readingOf } from "../language/reading.ts";
import { framesOf, withoutDoubts } from "../planning/frames.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

export type AlsoAnswered = Pick<AnswerAndMore, "answer"> & { also: GoalFrame };

/** A yes, and the same for something else. undefined: no yes, or more than that. */
export function alsoAnswered(turn: Turn, pending: PendingAction): AlsoAnswered | undefined {
  const asked = frameAsked(pending);
  if (asked === undefined || pending.parked) return undefined;
  const both = readingOf(turn.entry.input_text).answer.andMore(pending);
  const verb = both && (readingOf(both.said).verb ?? readingOf(asked.original_query).verb);
  if (both === undefined || verb === undefined) return undefined;
  const { answer, more } = both;
  const { catalogue, understanding } = turn.snapshot;
  const said = `${verb.text} ${more}`;
  const { intent } = hearAs(turn, said);
  const isPlain = intent.followups.length === 0 && (intent.modifiers ?? []).length === 0;
  // The goal is known from the question.
  const read = understanding.frameOf(asked.primary_domain, asked.goal, said);
  if (read === undefined || !isPlain || framesOf(intent).length > 1) return undefined;
  const entities =
    Object.keys(read.entities).length > 0 ? read.entities : namedBy(turn, asked, more);
  const isNamed = Object.keys(entities).length > 0;
  const certain = { ...read, entities, confidence: 1 };
  const isWhole = missingEntities(certain, catalogue).length === 0;
  return isNamed && isWhole ? { answer, also: withoutDoubts(certain) } : undefined;
}

/** The words as the value that the question had. */
function namedBy(turn: Turn, asked: GoalFrame, text: string): GoalFrame["entities"] {
  const [name, ...more] = Object.keys(asked.entities);
  if (name === undefined || more.length > 0) return {};
  const { understanding } = turn.snapshot;
  const said = readingOf(text).withoutArticle;
  const read = understanding.valueOf(asked.primary_domain, asked.goal, name, said);
  return read === undefined ? {} : { [name]: read.value };
}

/** The goal that a yes would carry out. */
export function frameAsked({ options, resume: to }: PendingAction): GoalFrame | undefined {
  const [only, other] = options;
  if (to.at === "goal") return other === undefined ? only?.frame : undefined;
  return to.at === "intent" ? framesOf(to.intent)[0] : undefined;
}
