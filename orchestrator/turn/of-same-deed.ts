import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer } from "#shared/contracts/shown.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { afterLead } from "../language/conversation/after-lead.ts";
import { hasOwnText } from "../language/conversation/few-words.ts";
import { withoutToo } from "../language/conversation/read-said.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import { type Token, tokens } from "../language/text.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import { CONNECTIVES } from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

const MOST_WORDS = 10;

/**
 * "E a série Dark" behind "salva o filme Interestelar": what is done is left out, because it is the same.
 * Shape: the request with that word in its place, where it is clear so; undefined for what only reads or leaves the
 *        house, for what is told or asked, and for what deletes for good or without a word that joins it ("também")
 */
export function ofSameDeed(turn: Turn, text: string): IntentOutput | undefined {
  const { shown } = turn.state;
  const [last] = shown.at(-1)?.frames ?? [];
  const said = afterLead(text)?.rest ?? text;
  const words = tokens(said, MOST_WORDS + 1);
  const from = words.findIndex(({ word }) => !CONNECTIVES.has(word));
  const first = words[from];
  if (last === undefined || words.length > MOST_WORDS) return undefined;
  if (from < 1 || first === undefined || hasOwnText(said)) return undefined;
  // "And never send my notes" is no second note, "e a série Dark eu já vi" no second series.
  if (words.some((_, at) => at >= from && tells(said, words, at))) return undefined;
  const verb = verbOf(
    shown.filter(({ frames }) => frames[0]?.primary_domain === last.primary_domain),
  );
  // "E salva também o filme ..."
  const isSaid = deedOf(first.word) !== undefined;
  const behind = words[from + 1];
  const next = isSaid && CONNECTIVES.has(behind?.word ?? "") ? words[from + 2] : first;
  if (verb === undefined || next === undefined || (isSaid && next === first)) return undefined;
  if (isSaid && deedOf(first.word) !== deedOf(tokens(verb)[0]?.word ?? "")) return undefined;
  const rest = withoutToo(said.slice(next.start));
  const before = namedBefore(shown.at(-1), rest);
  const heard = [verb, ...before].map((each) => hearAs(turn, `${each} ${rest}`).intent);
  const intent = heard.find((each) => isSame(turn, each, said, last));
  if (intent === undefined) return undefined;
  const evidence = [...intent.evidence, { kind: "last_goal", detail: `${verb}, as before` }];
  return { ...intent, tier: "elliptical", evidence, original_query: text };
}

/** A clear deed of the kind that was done last, and all of one. */
function isSame(turn: Turn, intent: IntentOutput, said: string, last: GoalFrame): boolean {
  const [frame, ...others] = framesOf(intent);
  if (frame === undefined || others.length > 0 || intent.followups.length > 0) return false;
  const { catalogue } = turn.snapshot;
  const { passed, effect } = gateOfFrame(frame, [], catalogue);
  const isMeant = !said.includes("?") && (effect === "write" || isUndone(frame, said, catalogue));
  if (!passed || !isMeant || frame.primary_domain !== last.primary_domain) return false;
  return missingEntities(frame, catalogue).length === 0;
}

/** "Save the film" before "Up", where another name follows: "and also Coco". */
function namedBefore(answer: ShownAnswer | undefined, name: string): readonly string[] {
  const [value] = Object.values(answer?.frames[0]?.entities ?? {});
  const isName = tokens(name).every(
    ({ word, start }) => isFunctionWord(word) || /\p{Lu}/u.test(name[start] ?? ""),
  );
  const at = typeof value === "string" ? (answer?.said.indexOf(value) ?? -1) : -1;
  return isName && at > 0 ? [(answer?.said ?? "").slice(0, at).trimEnd()] : [];
}

/** "E o breaking bad *também*": what is deleted so can be taken back. */
function isUndone(frame: GoalFrame, said: string, catalogue: Catalogue): boolean {
  const steps = resolveGoal(frame, catalogue);
  const mayUndo = steps.every(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.spec.undo !== undefined,
  );
  return steps.length > 0 && mayUndo && withoutToo(said) !== said;
}

/** Words that deny or tell something, where they are no part of a title: "Não Olhe Para Cima". */
function tells(text: string, words: readonly Token[], at: number): boolean {
  const isTitled = /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? "") && words[at]?.word !== "i";
  return !isTitled && TELLING.some((group) => endOfAny(group, words, at) !== undefined);
}

const TELLING = ["negators", "already", "reporting", "supposing", "asking"] as const;

/** The verb that was said last: behind "salva ..." and "e a série ..." that of the first. */
function verbOf(shown: readonly ShownAnswer[]): string | undefined {
  for (const { said } of shown.toReversed()) {
    const verb = tokens(said).find(
      ({ word }) => deedOf(word) !== undefined && !isFunctionWord(word),
    );
    if (verb !== undefined) return said.slice(verb.start, verb.end);
  }
  return undefined;
}
