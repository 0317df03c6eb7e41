import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { hasOwnText } from "../language/conversation/few-words.ts";
import { type Answer, readAnswer } from "../language/conversation/read-answer.ts";
import {
  smallPhrases,
  smallWords,
  withoutBegin,
  withoutEnd,
} from "../language/conversation/small-words.ts";
import { tokens } from "../language/text.ts";
import { deedOf } from "../language/words/deeds.ts";
import { framesOf, withoutDoubts } from "../planning/frames.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

const AND = smallWords("plus");
const TOO = smallPhrases("alongside");
const ARTICLES = smallPhrases("articles");
const MOST_WORDS = 16;

export type AlsoAnswered = { answer: Exclude<Answer, undefined>; also: GoalFrame };

/** "Sim, apaga, e a do dentista junto": a yes, and the same for something else. undefined: no yes, or more than that. */
export function alsoAnswered(turn: Turn, pending: PendingAction): AlsoAnswered | undefined {
  const asked = frameAsked(pending);
  const text = turn.entry.input_text;
  const words = tokens(text, MOST_WORDS + 1);
  if (asked === undefined || pending.parked || words.length > MOST_WORDS) return undefined;
  if (text.includes("?") || hasOwnText(text)) return undefined;
  const verbIn = (said: string) => {
    const verb = tokens(said).find(({ word }) => deedOf(word) !== undefined);
    return verb && said.slice(verb.start, verb.end);
  };
  for (const [at, { word, start }] of words.entries()) {
    const next = words[at + 1];
    if (at === 0 || next === undefined || !AND.has(word)) continue;
    const head = text.slice(0, start).replace(/[\s,;.–—-]+$/, "");
    const answer = readAnswer(head, pending);
    if (answer?.said !== "yes" && answer?.said !== "option") continue;
    const verb = verbIn(head) ?? verbIn(asked.original_query);
    if (verb === undefined) return undefined;
    const { catalogue, understanding } = turn.snapshot;
    const other = withoutEnd(TOO, text.slice(next.start));
    const said = `${verb} ${other}`;
    const { intent } = hearAs(turn, said);
    const isPlain = intent.followups.length === 0 && (intent.modifiers ?? []).length === 0;
    // The goal is known from the question.
    const read = understanding.frameOf(asked.primary_domain, asked.goal, said);
    if (read === undefined || !isPlain || framesOf(intent).length > 1) return undefined;
    const entities =
      Object.keys(read.entities).length > 0 ? read.entities : namedBy(turn, asked, other);
    const isNamed = Object.keys(entities).length > 0;
    const certain = { ...read, entities, confidence: 1 };
    const isWhole = missingEntities(certain, catalogue).length === 0;
    return isNamed && isWhole ? { answer, also: withoutDoubts(certain) } : undefined;
  }
  return undefined;
}

/** The words as the value that the question had. */
function namedBy(turn: Turn, asked: GoalFrame, text: string): GoalFrame["entities"] {
  const [name, ...more] = Object.keys(asked.entities);
  if (name === undefined || more.length > 0) return {};
  const { understanding } = turn.snapshot;
  const said = withoutBegin(ARTICLES, text);
  const read = understanding.valueOf(asked.primary_domain, asked.goal, name, said);
  return read === undefined ? {} : { [name]: read.value };
}

/** The goal that a yes would carry out. */
export function frameAsked({ options, resume: to }: PendingAction): GoalFrame | undefined {
  const [only, other] = options;
  if (to.at === "goal") return other === undefined ? only?.frame : undefined;
  return to.at === "intent" ? framesOf(to.intent)[0] : undefined;
}
