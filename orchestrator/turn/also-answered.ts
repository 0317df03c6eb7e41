import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { framesOf } from "../planning/frames.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { deedOf } from "../understanding/lexicons/deeds.ts";
import { tokens } from "../understanding/text.ts";
import { type Answer, readAnswer } from "./conversation/read-answer.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

const AND: ReadonlySet<string> = new Set(["e", "and", "mais", "plus"]);
const TOO = /[\s,]+(?:junto|tamb[eé]m|tb|tbm|too|as well|also)[\s.!]*$/i;
const MOST_WORDS = 16;
/** The goal is known from the question: what is named must only be clear as a value of it. */
const ENOUGH = 0.6;

export type AlsoAnswered = { answer: Exclude<Answer, undefined>; also: GoalFrame };

/** "Sim, apaga, e a do dentista junto": a yes, and the same for something else. undefined: no yes, or more than that. */
export function alsoAnswered(turn: Turn, pending: PendingAction): AlsoAnswered | undefined {
  const asked = frameAsked(pending);
  const text = turn.entry.input_text;
  const words = tokens(text, MOST_WORDS + 1);
  if (asked === undefined || pending.parked || words.length > MOST_WORDS) return undefined;
  if (/[?"\u201c\u00ab:]/u.test(text)) return undefined;
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
    const { intent } = hearAs(turn, `${verb ?? ""} ${text.slice(next.start).replace(TOO, "")}`);
    const [also, ...more] = framesOf(intent);
    if (verb === undefined || also === undefined || more.length > 0) return undefined;
    const isSame = also.primary_domain === asked.primary_domain && also.goal === asked.goal;
    const isClear = also.confidence >= ENOUGH && (also.doubts ?? []).length === 0;
    const isNamed = Object.keys(also.entities).length > 0;
    const isWhole = missingEntities(also, turn.snapshot.catalogue).length === 0;
    return isSame && isClear && isNamed && isWhole && intent.followups.length === 0
      ? { answer, also: { ...also, confidence: 1 } }
      : undefined;
  }
  return undefined;
}

/** The goal that a yes would carry out. */
function frameAsked({ options, resume: to }: PendingAction): GoalFrame | undefined {
  const [only, other] = options;
  if (to.at === "goal") return other === undefined ? only?.frame : undefined;
  return to.at === "intent" ? framesOf(to.intent)[0] : undefined;
}
