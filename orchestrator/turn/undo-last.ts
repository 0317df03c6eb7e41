import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { CatalogueCapability } from "../catalogue/catalogue.ts";
import { approvesUndo, undoableSteps, undoneBy, undoStep } from "../engine/undoable-steps.ts";
import { isCalled, placeOfName } from "../language/conversation/naming.ts";
import { readingOf } from "../language/reading.ts";
import { framesOf } from "../planning/frames.ts";
import { OF_THE_DEED } from "../planning/gate.ts";
import type { Understood } from "../understanding/understanding.ts";
import { type Outcome, words } from "./outcome.ts";
import { carryOut, putRightAgreed } from "./put-right.ts";
import { undoStanding } from "./standing/undo-standing.ts";
import { lastRuns, type Turn, workOf } from "./turn.ts";
import { hearAs, isClear } from "./understand-message.ts";

/** Take back the effects of the session's last run, newest first, as its manifests declare it. */
export const undoLast = async (turn: Turn, intent: IntentOutput): Promise<Outcome> =>
  (await undoStanding(turn, intent)) ?? takeBack(turn, intent, await lastActed(turn));

/** What only was looked at since then changes nothing of what is taken back. */
const MOST_LOOKS = 3;

/** The steps of the last run that did something, with nothing but reads behind it. */
async function lastActed(turn: Turn): Promise<StepTrace[]> {
  const { deps, key, state, snapshot } = turn;
  if (state.last_run_id === null) return [];
  const last = await deps.store.runs.steps(key, state.last_run_id);
  const onlyReads = (steps: readonly StepTrace[]) =>
    steps.every(
      ({ domain, capability }) =>
        snapshot.catalogue.capability(domain, capability)?.effect === "read",
    );
  if (!onlyReads(last)) return last;
  for (const steps of await runsBefore(turn, MOST_LOOKS + 1)) if (!onlyReads(steps)) return steps;
  return [];
}

/** The steps of this session's runs, the newest run first. */
async function runsBefore(turn: Turn, most: number): Promise<StepTrace[][]> {
  const runs = await lastRuns(turn, most);
  return Promise.all(runs.map(({ run_id }) => turn.deps.store.runs.steps(turn.key, run_id)));
}

function takeBack(
  turn: Turn,
  intent: IntentOutput,
  steps: readonly StepTrace[],
): Outcome | Promise<Outcome> {
  const { catalogue } = turn.snapshot;
  const undoing = undoableSteps(steps, catalogue);
  if (undoing.length === 0)
    return words("clarification", sayIn("replies", turn.locale)("nothing_to_undo"), intent);
  const plan: ExecutionPlan = {
    execution_mode: "sequential",
    combine_mode: undoing.length === 1 ? "last" : "report",
    max_concurrency: 1,
    steps: undoing,
  };
  return carryOut(turn, {
    ...workOf(turn, intent),
    plan,
    takesBack: true,
    approves: approvesUndo(turn, undoing, catalogue),
  });
}

/** The yes to taking a run back, or to having it put right; undefined: the intent asks for no such thing. */
export async function undoAgreed(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const run = undoneBy(intent);
  if (run === undefined) return undefined;
  if (run !== turn.state.last_run_id)
    return words("clarification", sayIn("replies", turn.locale)("run_gone"), intent);
  return intent.goal === null ? undoLast(turn, intent) : putRightAgreed(turn, intent);
}

/**
 * A goal that is just the way in which a deletion is taken back. What this session has deleted is meant, and never what
 * was deleted elsewhere: where it deleted nothing, a message that only points is told so.
 * undefined: it is about something else
 */
export async function undoAsked(
  turn: Turn,
  heard: Understood,
  labels: readonly string[] = [],
): Promise<Outcome | undefined> {
  const text = turn.entry.input_text;
  const way = wayBack(turn, heard);
  if (way === undefined) return labels.length === 0 ? undoNamed(turn) : undefined;
  const { deleted, newest, together } = await deletedBefore(turn, way);
  const isLabelled = ({ output }: StepTrace) =>
    labels.some((label) => output?.explanation.includes(label) === true);
  if (labels.length > 0) {
    const meant = deleted.filter(isLabelled);
    return meant.length > 0 ? takeBack(turn, heard.intent, meant) : undefined;
  }
  const reading = readingOf(text);
  const which = reading.naming.named()?.which;
  const { hints } = turn.snapshot.catalogue.goal(way.domain, way.goal)?.spec ?? {};
  const own = JSON.stringify([hints?.examples, hints?.templates]);
  const told = deleted.map(toldBy).join(" ");
  const isAbout =
    reading.namesOnly(`${own} ${told} ${turn.state.shown.at(-1)?.text ?? ""}`) ||
    isClear(turn, heard);
  if (!isAbout) return undoNamed(turn);
  const locale = turn.entry.locale ?? heard.locale;
  if (deleted.length === 0)
    // It may be about what was deleted before this session.
    return reading.speaksOf("remove") || which === "all"
      ? undefined
      : words("clarification", sayIn("replies", locale)("nothing_to_undo"), heard.intent);
  const named = meantOf(deleted, text, own);
  return takeBack(
    turn,
    heard.intent,
    named === undefined ? (which === "they" ? together : newest) : deleted.filter(named),
  );
}

/** What names a thing that was deleted asks for it back, with a small word in the place of the name. */
async function undoNamed(turn: Turn): Promise<Outcome | undefined> {
  const whole = readingOf(turn.entry.input_text);
  const said = whole.clauseThat(turn.locale, ({ bringsBack }) => bringsBack) ?? whole;
  if (!said.bringsBack) return undefined;
  const { deleted } = await deletedBefore(turn);
  for (const step of deleted) {
    const at = placeOfName(said.text, toldBy(step));
    if (at === undefined) continue;
    const it = sayIn("replies", turn.locale)("it");
    const heard = hearAs(turn, `${said.text.slice(0, at.start)}${it}${said.text.slice(at.end)}`);
    if (wayBack(turn, heard) !== undefined && isClear(turn, heard))
      return takeBack(turn, heard.intent, [step]);
  }
  return undefined;
}

const toldBy = ({ output }: StepTrace): string => output?.explanation ?? "";

type WayBack = { domain: string; goal: string; capability: string };

/**
 * The goal that is likely asked for, where it only brings back what others have deleted, and nothing more is asked. A goal
 * that needs a value of its own, or takes back what deletes nothing, is a request like any other.
 */
function wayBack({ snapshot: { catalogue } }: Turn, { intent, candidates }: Understood) {
  const [frame] = framesOf(intent);
  const best = frame ?? candidates[0];
  if (best === undefined || best.confidence < LIKELY) return undefined;
  if (intent.followups.length > 0 || intent.also.length > 0) return undefined;
  if (frame?.doubts?.some(({ reason }) => OF_THE_DEED.has(reason)) === true) return undefined;
  const domain = "primary_domain" in best ? best.primary_domain : best.domain;
  const { goal } = best;
  if (domain === null || goal === null) return undefined;
  const { capability, entities_schema = {} } = catalogue.goal(domain, goal)?.spec ?? {};
  if (Object.values(entities_schema).some(({ required }) => required === true)) return undefined;
  const isWay = ({ domain: of, spec }: CatalogueCapability) =>
    of === domain && spec.effect === "destructive" && spec.undo?.capability === capability;
  return capability !== undefined && catalogue.capabilities.some(isWay)
    ? { domain, goal, capability }
    : undefined;
}

const MOST_RUNS = 12;

/**
 * What this session has deleted and not brought back, the newest first; of that the `newest` run's, and what was deleted
 * `together`, one run behind the other. What was only kept or sent is not brought back.
 */
async function deletedBefore(turn: Turn, way?: WayBack) {
  const { catalogue } = turn.snapshot;
  const isUndoable = (step: StepTrace) => {
    const undo = undoStep(step, catalogue)?.capability;
    return undo !== undefined && (way === undefined || undo === way.capability);
  };
  const isDeletion = (step: StepTrace) =>
    catalogue.capability(step.domain, step.capability)?.effect === "destructive";
  const isReturn = ({ domain, capability, status }: StepTrace) =>
    status === "success" &&
    (way === undefined || (domain === way.domain && capability === way.capability)) &&
    catalogue.capabilities.some(
      (each) => each.domain === domain && each.spec.undo?.capability === capability,
    );
  // Each return is of what was done before it.
  let returned = 0;
  const runs: StepTrace[][] = [];
  for (const steps of await runsBefore(turn, MOST_RUNS)) {
    returned += steps.filter(isReturn).length;
    const done = steps.filter(isUndoable).toReversed();
    const left = done.slice(returned).filter(isDeletion);
    returned = Math.max(0, returned - done.length);
    runs.push(left.toReversed());
  }
  const first = runs.findIndex(({ length }) => length > 0);
  const end = runs.findIndex(({ length }, at) => at > first && length === 0);
  const together = first < 0 ? [] : runs.slice(first, end < 0 ? undefined : end);
  return {
    deleted: runs.flat(),
    newest: runs[first] ?? [],
    together: together.toReversed().flat(),
  };
}

/** Of several that were done, those whose answer has the words that name one. */
function meantOf(
  steps: readonly StepTrace[],
  text: string,
  own: string,
): ((step: StepTrace) => boolean) | undefined {
  const { words: said } = readingOf(text).naming;
  const names = (words: readonly string[]) => (step: StepTrace) =>
    words.length > 0 && words.every((word) => isCalled(toldBy(step), word));
  // What examples say as well need not name anything.
  const ways = [said, said.filter((word) => !readingOf(own).mentions(word))];
  return ways.map(names).find((isMeant) => steps.some(isMeant));
}

const LIKELY = 0.5;
