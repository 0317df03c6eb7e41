import { isDeepStrictEqual } from "node:util";
import type { Entities, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import { firstLine, withoutPhrase } from "#shared/plain-text/clean-text.ts";
import { takesTime } from "../catalogue/catalogue.ts";
import { paramWords, showParams } from "../catalogue/value-words.ts";
import { needsApproval } from "../engine/run-policy.ts";
import { runWork } from "../engine/run-work.ts";
import {
  actedIn,
  approvesUndo,
  planInstead,
  toldDone,
  UNDOES,
  undoableSteps,
} from "../engine/undoable-steps.ts";
import type { Work } from "../engine/work.ts";
import { withFigure } from "../language/conversation/few-words.ts";
import { readingOf } from "../language/reading.ts";
import { type Draft, draftPlan } from "../planning/draft.ts";
import { framesOf, intentWithout, withFrames, withoutDoubts } from "../planning/frames.ts";
import { withAnswered } from "../planning/missing-entities.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import type { Understood, ValuesFor } from "../understanding/understanding.ts";
import { type Outcome, outcomeOf, withQuestion, words } from "./outcome.ts";
import { askAgain, stepQuestion } from "./questions.ts";
import { contextRecordOf, spokenIn, type Turn, workOf } from "./turn.ts";
import { isClear } from "./understand-message.ts";

/**
 * Carry out a plan, or the rest of one, as the end of a turn: what it came to, or the question it waits with.
 * Errors: as runWork
 */
export async function carryOut(turn: Turn, work: Work): Promise<Outcome> {
  const question = stepQuestion(turn, turn.deps, work);
  const { deps } = turn;
  const result = await (deps.runWork ?? runWork)(work, turn, deps, question.ask);
  const outcome = outcomeOf(work, result, question.asked());
  const answer = question.named(outcome.answer);
  // Whatever is answered, this has been done.
  const isNew = ({ id }: StepTrace) => work.finished?.has(String(id)) !== true;
  const done =
    result.status === "waiting" ? toldDone(result.steps.filter(isNew), work.catalogue) : "";
  return { ...outcome, answer: done === "" ? answer : `${done}\n\n${answer}` };
}

/**
 * Another value in the place of one that was just acted on: what was done is taken back and done with it, in one run. It is
 * asked about where the value is not certain, where what was done cannot be taken back, and where doing it asks first.
 * undefined: it is about something else
 */
export async function putRight(turn: Turn, heard: Understood): Promise<Outcome | undefined> {
  const meant = meantInstead(turn, heard);
  if (meant === undefined) return undefined;
  const { frame, values, isKnown } = meant;
  const { catalogue } = turn.snapshot;
  const intent = insteadOf(turn, frame, values);
  const draft = draftPlan(intent, turn.state.remembered, catalogue, turn.mayUse);
  const acted = actedIn(await lastSteps(turn), catalogue);
  const isOfIt = resolveGoal(frame, catalogue).some(({ domain, capability }) =>
    acted.some((step) => step.domain === domain && step.capability === capability),
  );
  if (draft.leads !== "plan" || !isOfIt) return undefined;
  const isUndone = undoableSteps(acted, catalogue).length === acted.length;
  const asks = needsApproval(draft.plan, catalogue).size > 0;
  if (isKnown && isUndone && !asks && turn.instruction?.isTrusted !== false)
    return doInstead(turn, intent, draft);
  return askInstead(turn, intent, { values, isUndone });
}

type Meant = { frame: GoalFrame; values: Entities; isKnown: boolean };

/** The goal that was done last and nothing else, with the values that are to take the place of its own. */
function meantInstead(turn: Turn, heard: Understood): Meant | undefined {
  const { state, snapshot, pending } = turn;
  const last = state.shown.at(-1);
  const [frame, other] = last?.frames ?? [];
  const isOpen = pending !== undefined && !pending.parked;
  if (frame === undefined || other !== undefined || last?.acted !== true || isOpen)
    return undefined;
  if (last.followups.length > 0 || state.last_run_id === null || state.last_standing !== null)
    return undefined;
  const { putRight: corrected, correctionFirst } = readingOf(turn.entry.input_text);
  const instead = corrected ?? onlyWhen(turn, heard, frame);
  if (instead === undefined || isAnother(turn, heard, frame)) return undefined;
  const { primary_domain: domain, goal } = frame;
  // What is said again stays as it is.
  const free = freeIn(turn, frame, instead);
  const own = Object.values(frame.entities).filter((value) => typeof value === "string");
  const said = own.reduce(withoutPhrase, instead);
  const values = snapshot.understanding.valuesFor(domain, goal, free, said, spokenIn(turn));
  const read =
    values?.known === true
      ? values
      : (atOtherTime(turn, frame, said) ?? inText(frame, instead) ?? values);
  if (read === undefined) return undefined;
  const changed = Object.entries(read.values).filter(
    ([name, value]) => !isDeepStrictEqual(frame.entities[name], value),
  );
  // Of several values no one can tell which one was wrong.
  const isOfMany = changed.some(([name]) => Array.isArray(frame.entities[name]));
  if (changed.length === 0 || isOfMany) return undefined;
  // Free words are meant where that is said of them, or where they are a name.
  const plain = correctionFirst.afterBreath ?? correctionFirst.text;
  const isMeant = readingOf(plain).withoutMeant !== plain;
  const isNamed = changed.every(([, value]) => readingOf(String(value)).naming.isName);
  // Words that are left beside another value are no name for certain.
  const isLeft = changed.length > 1 && changed.some(([name]) => name === free);
  const isKnown = (read.known && !isLeft) || isMeant || isNamed;
  if (!isKnown && heard.intent.tier !== "elliptical") return undefined;
  return { frame, values: Object.fromEntries(changed), isKnown };
}

/** Nothing but when, right behind what was done: it is done then, and not once more. undefined: more is said, or it is joined. */
function onlyWhen({ snapshot, entry }: Turn, { intent }: Understood, last: GoalFrame) {
  const { primary_domain: domain, goal, entities } = last;
  const thing = readingOf(entry.input_text).joinedThing;
  const isMore = thing?.isJoined === true || thing?.isToo === true;
  if (
    intent.tier !== "elliptical" ||
    intent.primary_domain !== domain ||
    intent.goal !== goal ||
    isMore
  )
    return undefined;
  const schema = snapshot.catalogue.goal(domain, goal)?.spec.entities_schema ?? {};
  const changed = Object.entries(intent.entities).filter(
    ([name, value]) => !isDeepStrictEqual(entities[name], value),
  );
  const isWhen = changed.every(([name]) => schema[name] && takesTime(schema[name]));
  return changed.length > 0 && isWhen ? entry.input_text : undefined;
}

/** The only time that it has, where the words are one as an answer to a question for it. */
function atOtherTime({ snapshot }: Turn, frame: GoalFrame, said: string): ValuesFor | undefined {
  const { catalogue, understanding } = snapshot;
  const { primary_domain: domain, goal, entities } = frame;
  const schema = catalogue.goal(domain, goal)?.spec.entities_schema ?? {};
  const [name, ...others] = Object.keys(entities).filter((at) => schema[at]?.type === "time");
  if (name === undefined || others.length > 0) return undefined;
  const read = understanding.valueOf(domain, goal, name, said);
  return read?.known === true ? { values: { [name]: read.value }, known: true } : undefined;
}

/** The text that says another figure. */
function inText({ entities }: GoalFrame, instead: string): ValuesFor | undefined {
  const changed = Object.entries(entities).flatMap(([name, value]) => {
    const put = typeof value === "string" ? withFigure(value, instead) : undefined;
    return put === undefined ? [] : [[name, put] as const];
  });
  return changed.length === 1 ? { values: Object.fromEntries(changed), known: true } : undefined;
}

/** Which of its values are free words that others may replace: no long text, and nothing that is said again. */
function freeIn({ snapshot }: Turn, { primary_domain, goal, entities }: GoalFrame, said: string) {
  const schema = snapshot.catalogue.goal(primary_domain, goal)?.spec.entities_schema ?? {};
  const isOther = (at: string, value = String(entities[at])) =>
    value.split(" ").length <= LONGEST_NAME && withoutPhrase(said, value) === said;
  const free = Object.keys(entities).filter((at) => schema[at]?.type === "string" && isOther(at));
  return free.find((name) => schema[name]?.required) ?? free[0];
}
const LONGEST_NAME = 4;

/** A request of its own. */
function isAnother(
  turn: Turn,
  heard: Understood,
  { primary_domain, goal, entities }: GoalFrame,
): boolean {
  const { tier } = heard.intent;
  const [said, more] = framesOf(heard.intent);
  if (more !== undefined || heard.intent.followups.length > 0) return true;
  // Values that stand in the place of none of its own are another request to the same goal.
  const isSame =
    said?.primary_domain === primary_domain &&
    said.goal === goal &&
    Object.keys(said.entities).some((name) => Object.hasOwn(entities, name));
  return !isSame && tier !== "elliptical" && isClear(turn, heard);
}

function insteadOf(turn: Turn, frame: GoalFrame, values: Entities): IntentOutput {
  const { input_text } = turn.entry;
  const entities = withAnswered(frame.entities, values);
  const certain = { ...withoutDoubts(frame), entities, confidence: 1, original_query: input_text };
  return withFrames(intentWithout(input_text, "control", PUTS_RIGHT), [certain]);
}
const PUTS_RIGHT = "put_right";

/** What was done is taken back first. */
async function doInstead(
  turn: Turn,
  { original_query }: IntentOutput,
  { plan, execution_intents, frames }: Extract<Draft, { leads: "plan" }>,
): Promise<Outcome> {
  const { catalogue } = turn.snapshot;
  const both = planInstead(plan, undoableSteps(await lastSteps(turn), catalogue));
  return carryOut(turn, {
    // What the words alone would lead to is another plan.
    ...workOf(turn, intentWithout(original_query, "control", PUTS_RIGHT)),
    ...{ plan: both, execution_intents, frames, original_query, hearing: contextRecordOf(turn) },
    approves: approvesUndo(turn, both.steps.slice(0, -plan.steps.length), catalogue),
  });
}

const lastSteps = ({ deps, key, state }: Turn) =>
  state.last_run_id === null ? [] : deps.store.runs.steps(key, state.last_run_id);

function askInstead(
  turn: Turn,
  intent: IntentOutput,
  { values, isUndone }: { values: Entities; isUndone: boolean },
): Outcome {
  const { state, snapshot, locale } = turn;
  const [done] = framesOf(intent).flatMap((frame) => resolveGoal(frame, snapshot.catalogue));
  const shown = showParams(values, done && paramWords(done, snapshot.catalogue, locale));
  const told = firstLine(state.shown.at(-1)?.text ?? "", MOST_TOLD_CHARS);
  const question = `${sayIn("replies", locale)(isUndone ? "put_right" : "also_with", { told })}\n${shown}`;
  const undoes = isUndone ? [{ kind: UNDOES, detail: state.last_run_id ?? "" }] : [];
  const evidence = [...intent.evidence, ...undoes];
  const pending = askAgain(turn, { ...intent, evidence }, question);
  return withQuestion(pending, intent, locale);
}

/** So much of what was done is told where it is asked about. */
export const MOST_TOLD_CHARS = 160;

/** The yes to having the last run put right. */
export async function putRightAgreed(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const { catalogue } = turn.snapshot;
  const draft = draftPlan(intent, turn.state.remembered, catalogue, turn.mayUse);
  return draft.leads === "plan"
    ? doInstead(turn, intent, draft)
    : words("clarification", sayIn("replies", turn.locale)("run_gone"), intent);
}
