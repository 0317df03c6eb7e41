import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { fillReferences } from "../engine/references.ts";
import { carryOut } from "./carry-out.ts";
import { type Outcome, words } from "./outcome.ts";
import { phrases } from "./reply/phrases.ts";
import { undoStanding } from "./standing/undo-standing.ts";
import type { Turn } from "./turn.ts";

/** Take back the effects of the session's last run, newest first, as its manifests declare it. */
export async function undoLast(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const standing = await undoStanding(turn, intent);
  if (standing !== undefined) return standing;
  const { catalogue } = turn.snapshot;
  const { last_run_id } = turn.state;
  const steps = last_run_id === null ? [] : await turn.deps.store.runs.steps(turn.key, last_run_id);
  const undoing = steps
    .toReversed()
    .map((step) => undoStep(step, catalogue))
    .filter((step) => step !== undefined)
    .map((step, at) => ({ ...step, id: at + 1 }));
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
