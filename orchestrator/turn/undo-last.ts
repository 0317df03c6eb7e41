import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { fillReferences } from "../engine/references.ts";
import { framesOf } from "../planning/frames.ts";
import { isFunctionWord } from "../understanding/lexicons/common-words.ts";
import { deedOf } from "../understanding/lexicons/deeds.ts";
import { tokens } from "../understanding/text.ts";
import type { Understood } from "../understanding/understanding.ts";
import { carryOut } from "./carry-out.ts";
import { type Outcome, words } from "./outcome.ts";
import { phrases } from "./reply/phrases.ts";
import { undoStanding } from "./standing/undo-standing.ts";
import type { Turn } from "./turn.ts";

/**
 * Take back the effects of the session's last run, newest first, as its manifests declare it; of several, those that
 * are `meant`.
 */
export async function undoLast(
  turn: Turn,
  intent: IntentOutput,
  meant: (step: StepTrace) => boolean = () => true,
): Promise<Outcome> {
  const standing = await undoStanding(turn, intent);
  if (standing !== undefined) return standing;
  const { catalogue } = turn.snapshot;
  const { last_run_id } = turn.state;
  const steps = last_run_id === null ? [] : await turn.deps.store.runs.steps(turn.key, last_run_id);
  const undoing = undoableSteps(steps.filter(meant), catalogue);
  if (undoing.length === 0)
    return words("clarification", phrases(turn.locale).nothingToUndo, intent);
  const plan: ExecutionPlan = {
    execution_mode: "sequential",
    combine_mode: undoing.length === 1 ? "last" : "report",
    max_concurrency: 1,
    steps: undoing,
  };
  return carryOut(turn, {
    run_id: turn.run_id,
    catalogue,
    plan,
    intent,
    execution_intents: [],
    frames: [],
    original_query: turn.entry.input_text,
    created_at: turn.startedAt,
    // Asked for in so many words, with the parameters of the very receipt: it asks only where it always does.
    approves: (id) => {
      const step = undoing.find((each) => String(each.id) === id);
      const capability = step && catalogue.capability(step.domain, step.capability);
      return turn.instruction?.isTrusted !== false && capability?.spec.confirm !== "always";
    },
  });
}

/** The evidence that names the run which a yes takes back. */
export const UNDOES = "undoes_run";

/** The yes to taking a run back; undefined: the intent asks for no such thing. */
export async function undoAgreed(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const run = intent.evidence.find(({ kind }) => kind === UNDOES)?.detail;
  if (run === undefined) return undefined;
  return run === turn.state.last_run_id
    ? undoLast(turn, intent)
    : words("clarification", phrases(turn.locale).runGone, intent);
}

/** The steps that take effects back, newest first. */
export const undoableSteps = (steps: readonly StepTrace[], catalogue: Catalogue): ExecutionStep[] =>
  steps
    .toReversed()
    .map((step) => undoStep(step, catalogue))
    .filter((step) => step !== undefined)
    .map((step, at) => ({ ...step, id: at + 1 }));

/**
 * "Put it back" behind a delete: a goal that is just the way in which the last effect is taken back, and says no more.
 * undefined: it is about something else.
 */
export async function undoAsked(
  turn: Turn,
  heard: Understood,
  labels: readonly string[] = [],
): Promise<Outcome | undefined> {
  const [frame] = framesOf(heard.intent);
  const best = frame ?? heard.candidates[0];
  const { last_run_id, shown } = turn.state;
  if (best === undefined || best.confidence < LIKELY || last_run_id === null) return undefined;
  if (heard.intent.followups.length > 0 || heard.intent.also.length > 0) return undefined;
  const { catalogue } = turn.snapshot;
  const domain = "primary_domain" in best ? best.primary_domain : best.domain;
  const asked = domain === null ? undefined : catalogue.goal(domain, best.goal)?.spec.capability;
  const isWay = ({ domain: of, spec }: CatalogueCapability) =>
    of === domain && spec.undo?.capability === asked;
  if (asked === undefined || !catalogue.capabilities.some(isWay)) return undefined;
  const { hints } = catalogue.goal(domain ?? "", best.goal ?? "")?.spec ?? {};
  const own = JSON.stringify([hints?.examples, hints?.templates]);
  if (
    labels.length === 0 &&
    !namesOnly(turn.entry.input_text, `${own} ${shown.at(-1)?.text ?? ""}`)
  )
    return undefined;
  const steps = await turn.deps.store.runs.steps(turn.key, last_run_id);
  // What was only kept or sent is not brought back.
  const undoes = steps.some(
    (step) =>
      catalogue.capability(step.domain, step.capability)?.effect === "destructive" &&
      undoStep(step, catalogue)?.capability === asked,
  );
  if (!undoes) return undefined;
  const isLabelled = ({ output }: StepTrace) =>
    labels.some((label) => output?.explanation.includes(label) === true);
  if (labels.length > 0)
    return steps.some(isLabelled) ? undoLast(turn, heard.intent, isLabelled) : undefined;
  return undoLast(turn, heard.intent, meantOf(steps, turn.entry.input_text, own));
}

/** "Traz de volta a do dentista": of several that were done, those whose answer has the words that name one. */
function meantOf(
  steps: readonly StepTrace[],
  text: string,
  own: string,
): ((step: StepTrace) => boolean) | undefined {
  const usual = new Set(tokens(own, own.length).map(({ word }) => word));
  const naming = tokens(text).filter(
    ({ word }) => !isFunctionWord(word) && deedOf(word) === undefined,
  );
  const said = (step: StepTrace) =>
    new Set(tokens(step.output?.explanation ?? "").map(({ word }) => word));
  const names = (words: readonly { word: string }[]) => (step: StepTrace) =>
    words.length > 0 && words.every(({ word }) => said(step).has(word));
  // What examples say as well ("nota", "filme") need not name anything.
  const ways = [naming, naming.filter(({ word }) => !usual.has(word))];
  return ways.map(names).find((isMeant) => steps.some(isMeant));
}

const LIKELY = 0.5;
const MOST_WORDS = 8;

/** Nothing is named but what is known. */
export function namesOnly(text: string, told: string): boolean {
  const said = tokens(text, MOST_WORDS + 1);
  const known = new Set(tokens(told, told.length).map(({ word }) => word));
  return (
    said.length <= MOST_WORDS &&
    said.every(({ word }) => isFunctionWord(word) || deedOf(word) !== undefined || known.has(word))
  );
}

/** The step that takes one effect back; undefined where nothing happened or the manifest declares no way. */
function undoStep(done: StepTrace, catalogue: Catalogue): ExecutionStep | undefined {
  const capability = catalogue.capability(done.domain, done.capability);
  const undo = capability?.spec.undo;
  if (undo === undefined || capability?.effect === "read" || done.status !== "success")
    return undefined;
  if (done.output === null) return undefined;
  const filled = fillReferences(undo.params, (name) => (name === "receipt" ? done : undefined));
  return {
    id: 0,
    domain: done.domain,
    capability: undo.capability,
    params: escapeObject(filled),
    depends_on: [],
    required: true,
  };
}
