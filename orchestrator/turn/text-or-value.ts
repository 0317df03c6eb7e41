import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { readingOf } from "../language/reading.ts";
import { framesOf } from "../planning/frames.ts";
import { asksAnew } from "./behind-lead.ts";
import type { Sure } from "./goal-meant.ts";
import type { Given } from "./questions.ts";
import { spokenIn, type Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** Where a text is waited for, something this likely is another request. */
export const SURELY_ASKING = 0.85;

/** The request whose step waits for the answer, where one does. */
export type Waiting = IntentOutput | null | undefined;

export const waitingIntent = async (
  { deps, key }: Turn,
  { resume: to }: PendingAction,
): Promise<Waiting> =>
  to.at === "step" ? (await deps.store.runs.find(key, to.run_id))?.intent : undefined;

/**
 * The message as the value that was asked for. `sure` when it is a value the goal knows (a listed name, an
 * enum's word, a date); free text is taken too, unless the question is parked or the text is a new goal.
 */
function fillFrom(
  turn: Turn,
  pending: PendingAction,
  said: string,
  waiting: Waiting,
): Sure<Given> | undefined {
  if (pending.kind !== "fill") return undefined;
  const { resume: to } = pending;
  const text = said.trim();
  const asked = askedFor(turn, pending, waiting);
  if (asked === undefined)
    return (to.at === "step" || to.at === "standing") && !pending.parked
      ? { what: "value", value: text, sure: false }
      : undefined;
  const { understanding } = turn.snapshot;
  const { frame, entity } = asked;
  const { primary_domain: domain, goal } = frame;
  const readAs = (value: string) =>
    understanding.valueOf(domain, goal, entity, value, spokenIn(turn));
  const { afterLead, answer } = readingOf(text);
  const led = afterLead && readAs(afterLead.rest);
  const whole = led?.known === true ? led : readAs(text);
  const read = whole?.known === false ? (readAs(answer.withoutSaying) ?? whole) : whole;
  if (read === undefined || (pending.parked && !read.known)) return undefined;
  return { what: "value", value: read.value, sure: read.known };
}

/** The entity of a goal that is asked for: by its own question, or by a step whose parameter it is. */
function askedFor(
  { snapshot: { catalogue } }: Turn,
  { resume: to }: PendingAction,
  waiting: Waiting,
): { frame: GoalFrame; entity: string } | undefined {
  if (to.at === "entity") {
    const frame = framesOf(to.intent)[to.frame];
    return frame && { frame, entity: to.entity };
  }
  const entity = to.at === "step" ? to.param : undefined;
  if (entity === undefined || waiting == null) return undefined;
  const frame = framesOf(waiting).find(({ primary_domain, goal }) => {
    const { entities_schema = {} } = catalogue.goal(primary_domain, goal)?.spec ?? {};
    return Object.hasOwn(entities_schema, entity);
  });
  return frame && { frame, entity };
}

/** A value that the goal knows counts also when it is asked back; what puts the answer off or asks is no text. */
export function textOrValue(
  turn: Turn,
  pending: PendingAction,
  said: string,
  waiting: Waiting,
): Sure<Given> | undefined {
  const given = fillFrom(turn, pending, readingOf(said).answer.unquoted, waiting);
  if (given?.sure !== false) return given;
  const isTime = pending.resume.at === "standing";
  const isNone = !isTime && isHardlyText(turn, said);
  return isNone || onlyFollows(turn, said) ? undefined : given;
}

/** Nothing that one would want to be kept or sent: it would have to stand in quotation marks. */
export function isHardlyText(turn: Turn, said: string): boolean {
  const reading = readingOf(said);
  if (reading.answer.unquoted !== said) return false;
  const { isNoText } = reading.answer;
  if (isNoText || reading.afterLead?.letsGo === true || asksAnew(turn, said)) return true;
  // A yes, and what undoes or lets go of something beside a reason, are no texts either.
  if (reading.answer.yes === "yes" || reading.behindLead.undoes(turn.locale)) return true;
  if (reading.answer.letsGoOf(said)) return true;
  if (reading.deeds.size > 0 && reading.behindLead.isOnlyThat({ orSend: true })) return true;
  const { intent } = hearAs(turn, said);
  return refusesRequest(intent) || reading.answer.speaksOfDeed(intent);
}

/** Any words might be the value: a number, an address or a listed name is none of just any. */
export function takesText(turn: Turn, pending: PendingAction, waiting: Waiting): boolean {
  const { frame, entity } = askedFor(turn, pending, waiting) ?? {};
  const spec = frame && turn.snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec;
  return (entity === undefined ? "string" : spec?.entities_schema[entity]?.type) === "string";
}

/** What surely refuses a request is hardly a text. */
function refusesRequest(intent: IntentOutput): boolean {
  const [frame] = framesOf(intent);
  const isNegated = frame?.doubts?.some(({ reason }) => reason === "negated") === true;
  return isNegated && frame.confidence >= SURELY_ASKING;
}

/** It says what is to become of the answer. */
function onlyFollows({ snapshot: { understanding } }: Turn, said: string): boolean {
  const { rest, followups } = understanding.followupsIn(said);
  return rest === "" && followups.length > 0;
}
