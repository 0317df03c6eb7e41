import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction, ShownAnswer } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { isRaisedByUs } from "../engine/failures.ts";
import { actedIn, undoneBy } from "../engine/undoable-steps.ts";
import type { Control } from "../language/control.ts";
import { framesOf, intentWithout, withFrames, withoutDoubts } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { NOTHING_SHOWN } from "./conversation/note-shown.ts";
import { cancellationText, cancelQuestion } from "./open-question.ts";
import { type Outcome, withQuestion, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { askAgain } from "./questions.ts";
import { helpText, manifestsForUser } from "./reply/help.ts";
import { controlIn, lastRuns, type Turn } from "./turn.ts";
import { undoLast } from "./undo-last.ts";

/** Do the last request once more: what only reads at once, what changes something after a yes. */
async function redoLast(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const last = (await failedLast(turn)) ?? turn.state.shown.at(-1);
  const say = sayIn("replies", turn.locale);
  const again = last && asIntent(last);
  if (last === undefined || again === undefined)
    return words("clarification", say("nothing_repeated"), intent);
  const { catalogue } = turn.snapshot;
  const isRead = framesOf(again).every(
    (frame) => gateOfFrame(frame, again.followups, catalogue).effect === "read",
  );
  if (isRead && !last.acted) return pursue(turn, again, []);
  const pending = askAgain(turn, again, say("once_more", { said: last.said }));
  return withQuestion(pending, intent, turn.locale);
}

/**
 * What was to change something last, and failed, as if it had been shown; `isAnswered`: its domain said so, and nothing of it is
 * unknown. undefined: something else was shown since.
 */
export async function failedLast(turn: Turn) {
  const { deps, key, state, snapshot } = turn;
  const since = state.shown.at(-1)?.at ?? 0;
  const { runs } = deps.store;
  const [newest] = await lastRuns(turn, 1);
  if (newest?.status !== "failure" || newest.created_at <= since) return undefined;
  const [run, steps] = await Promise.all([
    runs.find(key, newest.run_id),
    runs.steps(key, newest.run_id),
  ]);
  const acts = steps.some(
    ({ domain, capability }) =>
      snapshot.catalogue.capability(domain, capability)?.effect !== "read",
  );
  if (run?.intent == null || !acts) return undefined;
  const { intent, input_text: said } = run;
  const asked = { said, frames: framesOf(intent), followups: intent.followups, acted: true };
  const isRaised = steps.some(({ output }) => output !== null && isRaisedByUs(output));
  return { ...NOTHING_SHOWN, ...asked, isAnswered: !isRaised };
}

/** What was asked for, as it can be asked for again. */
function asIntent({ said, frames, followups }: ShownAnswer): IntentOutput | undefined {
  if (frames.length === 0) return undefined;
  const bare = intentWithout(said, "pending", "asked for again");
  const certain = frames.map((frame) => ({ ...withoutDoubts(frame), confidence: 1 }));
  return withFrames({ ...bare, followups }, certain);
}

const MOST_RECALLED = 3;

/** What was asked for last; what it came to is no part of it. */
async function recallAsked(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const { shown } = turn.state;
  const say = sayIn("replies", turn.locale);
  const said = [...shown.map((each) => each.said), ...queryOf(turn)].map((each) => `“${each}”`);
  const asked = said.length > 0 ? said.toReversed() : await askedInRuns(turn);
  if (asked.length === 0) return words("success", say("nothing_to_repeat"), intent);
  return words("success", say("asked", { said: asked.join("; ") }), intent);
}

const MOST_TOLD = 10;
const MOST_TOLD_CHARS = 200;

/** What was changed in this session, as it was told; newest first. What was taken back is told by that. */
async function tellDone(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const { deps, key, snapshot, locale } = turn;
  const runs = await lastRuns(turn, MOST_TOLD);
  const lines = await Promise.all(
    runs.map(async ({ run_id, answer }) => {
      const acted = actedIn(await deps.store.runs.steps(key, run_id), snapshot.catalogue);
      return acted.length === 0 || answer === null ? [] : [`- ${oneLine(answer, MOST_TOLD_CHARS)}`];
    }),
  );
  const say = sayIn("replies", locale);
  const told = lines.flat();
  const done = told.length === 0 ? say("nothing_done") : [say("done"), ...told].join("\n");
  return words("success", done, intent);
}

/** What failed, or was cut off in its middle, left no answer to be shown: the journal has its words. Newest first. */
async function askedInRuns(turn: Turn): Promise<string[]> {
  const runs = await lastRuns(turn, MOST_RECALLED);
  return runs.flatMap(({ input_text }) => (input_text === "" ? [] : [`“${input_text}”`]));
}

function queryOf({ pending }: Turn): string[] {
  const to = pending?.resume;
  if (to?.at === "entity") return [to.intent.original_query];
  return to?.at === "goal" ? [to.original_query] : [];
}

/** Words that steer the conversation itself; they need no goal and no model. */
export async function obeyControl(turn: Turn, control: Control): Promise<Outcome> {
  const say = sayIn("replies", turn.locale);
  const intent = controlIn(turn, control);
  switch (control) {
    case "help": {
      const manifests = manifestsForUser(turn);
      const canWait = turn.deps.standing !== undefined;
      return words("success", helpText(manifests, turn.locale, { canWait }), intent);
    }
    case "redo":
      return redoLast(turn, intent);
    case "recall":
      return recallAsked(turn, intent);
    case "done":
      return tellDone(turn, intent);
    case "again":
      // To say again that something was done would sound as if it had been done again.
      return turn.pending === undefined &&
        ((await failedLast(turn)) ?? turn.state.shown.at(-1))?.acted === true
        ? redoLast(turn, intent)
        : obeyControl(turn, "repeat");
    case "repeat":
      return turn.state.last_answer === ""
        ? words("clarification", say("nothing_to_repeat"), intent)
        : words("success", turn.state.last_answer, intent);
    case "cancel":
      return cancelPending(turn, intent);
    case "greet":
      return words("success", say("greeting"), intent);
    case "thank":
      return words("success", say("welcome"), intent);
    case "undo": {
      const { pending } = turn;
      if (pending === undefined || pending.parked) return undoLast(turn, intent);
      // What is only asked about has not been done: nothing older is meant.
      if (!isOfLastRun(turn, pending))
        return cancelPending(
          turn,
          intent,
          say("put_aside", { question: pending.question.split("\n")[0] ?? "" }),
        );
      await cancelQuestion(turn, pending);
      return { ...(await undoLast(turn, intent)), pendingUsed: true };
    }
  }
}

/** It asks whether what was done last is to be taken back, or stands behind what has been done of a request. */
function isOfLastRun({ state }: Turn, { resume: to }: PendingAction): boolean {
  const run = to.at === "step" ? to.run_id : to.at === "intent" ? undoneBy(to.intent) : undefined;
  return run !== undefined && run === state.last_run_id;
}

/** Drop the open question, and say so. */
async function cancelPending(
  turn: Turn,
  intent: IntentOutput,
  told = sayIn("replies", turn.locale)("cancelled"),
): Promise<Outcome> {
  const { pending, locale } = turn;
  if (pending === undefined || !(await cancelQuestion(turn, pending)))
    return words("success", sayIn("replies", locale)("nothing_to_cancel"), intent);
  return {
    ...words("success", await cancellationText(turn, pending, told), intent),
    pendingUsed: true,
  };
}
