import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import {
  happensOnce,
  type OnlyIf,
  type Schedule,
  type ScheduleTiming,
  type TellTo,
} from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { capabilityIn } from "../../catalogue/described-in.ts";
import { paramWords, showParams } from "../../catalogue/value-words.ts";
import { traceOutsideText } from "../../engine/trace-outside-text.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import { draftPlan } from "../../planning/draft.ts";
import { sentToBy } from "../../planning/recipients.ts";
import { showDay, showInstant, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { warningsOf } from "../questions.ts";
import { goesTo } from "../reply/say.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { makeSchedule, sayWhere } from "./make-schedule.ts";
import { asked, type Deed, resumeAt, type StandingRequest } from "./request.ts";

export type Proposed = {
  readonly deed: Deed;
  readonly reading: TimeReading;
  readonly request: StandingRequest;
  readonly intent: IntentOutput;
  readonly place: TellTo;
  readonly timing?: ScheduleTiming;
  readonly only_if?: OnlyIf;
};

/** What would be kept; undefined: the words do not say when. */
export function scheduleOf(
  { run_id, key, startedAt, timezone, locale, shownBy, standing }: StandingTurn,
  { deed, reading, request, place, ...proposed }: Proposed,
): Schedule | undefined {
  const timing = proposed.timing ?? timingOf(reading, startedAt);
  if (timing === undefined) return undefined;
  const recurs = timing.kind === "every" || timing.kind === "when";
  const next_at =
    timing.kind === "every"
      ? (reading.instants[0] ?? null)
      : timing.kind === "when"
        ? startedAt + timing.watch.every_ms
        : timing.at;
  return {
    ...key,
    id: scheduleId(run_id, { words: request.text, timing, action: deed.action }),
    status: "active",
    paused: null,
    timing,
    ...(proposed.only_if !== undefined && { only_if: proposed.only_if }),
    ...(reading.if_late !== undefined && { if_late: reading.if_late }),
    ...deed,
    until: recurs ? (reading.until ?? startedAt + standing.endsAfterMs) : null,
    words: request.text,
    zone: timezone,
    locale,
    tell: place,
    rights: shownBy ?? null,
    failures: 0,
    next_at,
    created_at: startedAt,
    updated_at: startedAt,
    version: 1,
  };
}

/** Keeps it, or asks for a yes where it changes something. */
export async function conclude(turn: StandingTurn, proposed: Proposed): Promise<Outcome> {
  const { reading, request, intent } = proposed;
  const schedule = scheduleOf(turn, proposed);
  const endsByDefault = reading.until === undefined;
  if (schedule !== undefined)
    return confirmOrMake(turn, { schedule, request, intent, endsByDefault });
  const question = sayIn("schedules", turn.locale)("asks.unread", { words: reading.words });
  return words("clarification", question, intent);
}

type Ready = Pick<Proposed, "request" | "intent"> & {
  readonly schedule: Schedule;
  readonly endsByDefault: boolean;
};

export async function confirmOrMake(
  turn: StandingTurn,
  { schedule, request, intent, endsByDefault }: Ready,
): Promise<Outcome> {
  const { locale, timezone, startedAt, snapshot } = turn;
  const { catalogue } = snapshot;
  if (!schedule.acts && turn.instruction?.isTrusted !== false)
    return makeSchedule(turn, schedule, intent, endsByDefault);
  const say = sayIn("schedules", locale);
  const showEnd = endsByDefault ? showDay : showInstant;
  const effects = describeEffects(turn, schedule);
  const destroys = schedule.consent.some(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "destructive",
  );
  const named = { what: request.text, when: showTiming(schedule, locale, startedAt) };
  const asks =
    schedule.until === null
      ? say("confirm", named)
      : say("confirm_until", {
          ...named,
          until: showEnd(schedule.until, timezone, locale, startedAt),
        });
  const question = [
    `${asks} ${say(happensOnce(schedule.timing) ? "does_once" : "does_each_time")}`,
    effects,
    ...(destroys ? [say("asks_each_time")] : []),
    sayWhere(schedule, turn),
  ].join("\n");
  const resume = { ...resumeAt("confirm", request), proposal: schedule };
  return asked(turn, intent, question, resume, "yes");
}

/** Each effect with the very parameters that it has now; what comes out of the steps before it is called so. */
function describeEffects(
  { snapshot: { catalogue }, state, mayUse, locale }: Turn,
  { consent, action }: Deed,
): string {
  if (action.do === "tell") return action.text ?? "";
  const nameOf = (each: Deed["consent"][number]) => capabilityIn(each, catalogue, locale);
  const draft = draftPlan(action.intent, state.remembered, catalogue, mayUse);
  if (draft.leads !== "plan") return consent.map(nameOf).join("; ");
  const result = sayIn("schedules", locale)("its_result");
  const outside = traceOutsideText(draft.plan, catalogue);
  return draft.plan.steps
    .filter(({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read")
    .map((step) => {
      const spec = catalogue.capability(step.domain, step.capability)?.spec;
      const { to, others } = sentToBy(step.params, spec);
      const params = Object.entries(others);
      const literal = params.filter(([, value]) => !isReference(value));
      const name = nameOf(step);
      // What comes out of the steps before is called so once, whichever parameters take it.
      const told = literal.length < params.length ? `${name}: ${result}` : name;
      const words = paramWords(step, catalogue, locale);
      const shown = showParams(Object.fromEntries(literal), words).replace(REFERENCE, result);
      const warnings = warningsOf(outside.get(String(step.id)) ?? [], catalogue, locale, words);
      const whom = to === undefined ? "" : goesTo(to, locale);
      return [told, shown, whom, ...warnings].filter((line) => line !== "").join("\n");
    })
    .join("\n");
}
const REFERENCE = /\$\{[^}"]{1,200}\}/g;
const isReference = (value: unknown): boolean =>
  typeof value === "string" && value.replace(REFERENCE, "") === "" && value !== "";

function timingOf({ kind, instants, rule }: TimeReading, now: number): ScheduleTiming | undefined {
  const [first] = instants;
  if (kind === "every") return rule && { kind: "every", rule };
  if (first === undefined) return undefined;
  if (kind === "after") return { kind: "after", at: first, said_at: now };
  return kind === "at" ? { kind: "at", at: first } : undefined;
}

/**
 * What a schedule is called that a message makes: the same when the message is answered once more because its first answer
 * was lost, so that it is made once.
 * Shape: `sch_` and 32 hexadecimal digits
 */
export const scheduleId = (
  run_id: string,
  { words, timing, action }: Pick<Schedule, "words" | "timing" | "action">,
): string => {
  const told = action.do === "tell" ? action.text : null;
  const made = canonicalJson([run_id, words, told, wantedOf(timing)]);
  return `sch_${hash("sha256", made).slice(0, 32)}`;
};

/** When, as it was asked for: what counts from now counts from another now each time. */
function wantedOf(timing: ScheduleTiming) {
  if (timing.kind === "after") return { after: timing.at - timing.said_at };
  if (timing.kind === "at") return { at: timing.at };
  if (timing.kind === "every")
    return timing.rule.by === "elapsed" ? { ...timing.rule, from: 0 } : { ...timing.rule };
  const { goal, entities, value, comparison } = timing.watch;
  return { goal, entities, value, comparison: { ...comparison } };
}
