import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { ScheduleView } from "#shared/contracts/schedule-endpoints.ts";

/** What came of one message: all that a change of the program may change for who wrote it, its words aside. */
export type Came = {
  /** With the kind of the question, where one was asked. */
  outcome: string;
  /** The steps that were tried, with their parameters. */
  done: string[];
  /** The capabilities that changed something. */
  effects: string[];
  /** Everything that is scheduled afterwards, where that is something else than before. */
  scheduled?: string[];
};

export function cameOf(
  told: TurnResponse,
  before: readonly ScheduleView[],
  after: readonly ScheduleView[],
): Came {
  const { steps, plan, receipts } = told.trace;
  const paramsOf = new Map(plan?.steps.map(({ id, params }) => [String(id), params]));
  const done = steps
    .filter(({ attempts, status }) => attempts > 0 || status === "waiting" || status === "success")
    .map(({ id, capability }) => `${capability} ${written(paramsOf.get(String(id)) ?? {})}`);
  const isChanged = scheduledIn(before).join("\n") !== scheduledIn(after).join("\n");
  return {
    outcome: outcomeOf(told, done.length > 0 || isChanged),
    done,
    effects: receipts.map(({ capability }) => capability),
    ...(isChanged && { scheduled: scheduledIn(after) }),
  };
}

/** With its keys sorted; a file has another address each time. */
export const written = (params: object): string =>
  canonicalJson(params).replaceAll(/\/v1\/files\/[0-9a-f]+/g, "/v1/files/*");

function outcomeOf({ status, pending }: TurnResponse, acted: boolean): string {
  if (status === "clarification" && pending !== null) return `asks: ${pending.kind}`;
  return acted ? "does" : "declines";
}

/** By the calendar or by how far away: a run takes minutes, and "in ten minutes" is never at the same one. */
export const areSameSchedules = (
  some: readonly string[] = [],
  others: readonly string[] = [],
): boolean =>
  some.length === others.length &&
  some.every((line, at) =>
    [MOMENT, AWAY].some((part) => line.replace(part, "") === (others[at] ?? "").replace(part, "")),
  );
const MOMENT = /\d{4}-\d\d-\d\d \d\d:\d\d /;
const AWAY = /\{in -?\d+ min\}/;

/** What of a schedule is the same each time. */
type Standing = Pick<
  ScheduleView,
  "timing" | "zone" | "status" | "next_at" | "created_at" | "action"
> & { only_if?: ScheduleView["only_if"] };

export const scheduledIn = (schedules: readonly Standing[]): string[] =>
  schedules.map((each) => `${timingOf(each)} ${actionOf(each)}`).toSorted();

/** A single moment is said twice, by the calendar and from when it was asked for: which of both was meant is not known. */
function timingOf({ timing, zone, status, next_at, created_at, only_if }: Standing): string {
  const condition = only_if === undefined ? "" : ` only if ${lookOf(only_if)}`;
  if (timing.kind === "every") {
    // It counts from when it was asked for.
    const rule = timing.rule.by === "elapsed" ? { ...timing.rule, from: 0 } : timing.rule;
    return `${status} ${canonicalJson(rule)}${condition}`;
  }
  if (timing.kind === "when") return `${status} when ${lookOf(timing.watch)}${condition}`;
  const at = next_at ?? timing.at;
  const local = new Date(at).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);
  return `${status} ${local} {in ${Math.round((at - created_at) / 60_000)} min}${condition}`;
}

type Look = Pick<
  Extract<ScheduleView["timing"], { kind: "when" }>["watch"],
  "goal" | "entities" | "value" | "comparison" | "becomes"
>;
const lookOf = ({ goal, entities, value, comparison, becomes }: Look): string =>
  canonicalJson({ goal, entities, value, comparison, becomes });

function actionOf({ action }: Standing): string {
  if (action.do === "tell") return `tell ${canonicalJson(action.text)}`;
  const { goal, entities, also, followups } = action.intent;
  const goals = [{ goal, entities }, ...also].map((each) => [each.goal, each.entities]);
  return `do ${canonicalJson([goals, followups.map(({ capability }) => capability)])}`;
}
