import { isDeepStrictEqual } from "node:util";
import type { FollowupRequest, IntentOutput } from "#shared/contracts/intent.ts";
import { isJsonObject, type Json, type JsonObject } from "#shared/contracts/json.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { fillReferences } from "../engine/references.ts";
import { type Reference, readingOf } from "../language/reading.ts";
import { saidWith } from "../language/said-with.ts";
import { framesOf, withFrames, withoutDoubts } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { planFollowups } from "../planning/plan-followups.ts";
import { addressedTo, obeyed } from "../planning/recipients.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { forbiddenSteps } from "../planning/rights.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { notUnderstood, type Outcome } from "./outcome.ts";
import { refuse } from "./pursue.ts";
import { carryOut } from "./put-right.ts";
import { type Turn, workOf } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** The sentence as nothing but a follow-up to what is named. */
export function followOf(
  turn: Turn,
  text: string,
  reference: Reference,
  answer: ShownAnswer,
): IntentOutput | undefined {
  const say = sayIn("replies", turn.locale);
  const { before } = readingOf(text).naming.around(reference);
  const behind = text.slice(reference.end);
  const said = [say("that"), say("it"), ""].map((word) =>
    `${word === "" ? before.trimEnd() : before}${word}${behind}`.trim(),
  );
  return (
    said.map((each) => hearAs(turn, each).intent).find((intent) => onlyFollows(turn, intent)) ??
    wishedFor(turn, said[0] ?? "", answer) ??
    said.map((each) => goalOfThat(turn, each, answer)).find((intent) => intent !== undefined)
  );
}

/** A goal whose text is what was shown, as what it does to follow an answer. */
function goalOfThat(turn: Turn, text: string, { outside }: ShownAnswer): IntentOutput | undefined {
  const { understanding, catalogue } = turn.snapshot;
  const { intent } = hearAs(turn, text);
  const [frame, ...others] = framesOf(intent);
  if (frame === undefined || others.length > 0 || intent.followups.length > 0) return undefined;
  if ((intent.modifiers ?? []).length > 0 || frame.confidence < SURELY) return undefined;
  const schema = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const isOfThat = Object.entries(schema).every(([name, { required }]) => {
    const value = Object.hasOwn(frame.entities, name) ? frame.entities[name] : undefined;
    return value === undefined || (required && readingOf(String(value)).isOnlyThat());
  });
  const follow = isOfThat
    ? understanding.followupOf(frame.primary_domain, frame.goal, text)
    : undefined;
  if (follow === undefined || !isWanted(follow, catalogue)) return undefined;
  const { effect } = catalogue.capability(follow.domain, follow.capability) ?? {};
  // What others wrote is kept in the way that is said.
  return outside.length > 0 && effect === "write" ? undefined : { ...intent, followups: [follow] };
}

/** So certain must be which goal it is. */
const SURELY = 0.9;

/** Nothing but a follow-up: it takes up the last goal as it was. */
export function onlyFollows({ state, snapshot }: Turn, intent: IntentOutput): boolean {
  const last = state.last_frame;
  if (last === null || intent.followups.length === 0 || intent.tier !== "elliptical") return false;
  const isAgain = intent.goal === last.goal && isDeepStrictEqual(intent.entities, last.entities);
  return isAgain && intent.followups.every((each) => isWanted(each, snapshot.catalogue));
}

/** Nothing speaks against it, and whom it is for is told by a name. */
export const isWanted = (followup: FollowupRequest, catalogue: Catalogue): boolean =>
  (obeyed(followup, [followup], catalogue).doubts ?? []).length === 0;

/** A wish for what was shown, and how it is wanted. */
export function wishedFor(turn: Turn, text: string, answer: ShownAnswer): IntentOutput | undefined {
  const { outside } = answer;
  const { understanding, catalogue } = turn.snapshot;
  const { intent, candidates } = hearAs(turn, text);
  const reading = readingOf(text);
  const sending = sentOn(turn, text, answer);
  if (sending !== undefined) return { ...intent, followups: [sending] };
  if (reading.answer.yes !== undefined) return undefined;
  if ((intent.modifiers ?? []).length > 0) return undefined;
  const { rest, followups } = understanding.followupsIn(text);
  if (followups.length > 0) {
    // To send what was shown as something makes that of it.
    const left = readingOf(rest);
    const isOfThat = left.isOnlyThat() || (left.saysWhat && left.isOnlyThat({ orSend: true }));
    return isOfThat && followups.every((each) => isWanted(each, catalogue))
      ? { ...intent, followups: [...followups] }
      : undefined;
  }
  const named = namedWay(turn, text) ?? sameWay(turn, text);
  if (named !== undefined) return { ...intent, followups: [named] };
  const kept = reading.saysAsWhat ? goalOfThat(turn, text, answer) : undefined;
  if (kept !== undefined) return kept;
  // What others wrote is kept in the way that is said.
  if (outside.length > 0 || !reading.isOnlyThat() || !reading.saves) return undefined;
  // Of all that may be kept, what an answer becomes; nothing that leaves the house.
  const ways = candidates
    .flatMap(({ domain, goal }) => understanding.followupOf(domain, goal, text) ?? [])
    .filter(
      ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "write",
    );
  return ways.length === 1 ? { ...intent, followups: ways } : undefined;
}

/**
 * What was shown is sent to who asks, in the one way there is to send it. The words say what is sent, or the request
 * before had spoken of sending.
 */
function sentOn(
  { snapshot, state: { held } }: Turn,
  text: string,
  { said, at = 0 }: ShownAnswer,
): FollowupRequest | undefined {
  const { understanding, catalogue } = snapshot;
  const reading = readingOf(text);
  if (reading.afterLead?.refuses === true || !reading.behindLead.isOnlySend) return undefined;
  // It may have been asked about before.
  const asked = held !== null && held.at > at ? held.said : "";
  const isSpokenOf = readingOf(`${said}\n${asked}`).names("send");
  if (!isSpokenOf && !reading.saysWhat) return undefined;
  const ways = catalogue.goals.flatMap(
    ({ domain, spec }) => understanding.followupOf(domain, spec.goal, text) ?? [],
  );
  const [way, ...others] = ways.filter(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "external",
  );
  return others.length === 0 && way !== undefined && isWanted(way, catalogue) ? way : undefined;
}

/** What an answer is to become, and nothing else. */
function namedWay(turn: Turn, text: string): FollowupRequest | undefined {
  const reading = readingOf(text);
  const only = reading.isQuestion ? undefined : reading.behindLead.onlyTellingWord;
  return only === undefined ? undefined : onlyWay(turn, saidWith(turn.locale, "becomes", only));
}

/** What was shown, and where it is to go. */
function sameWay(turn: Turn, text: string): FollowupRequest | undefined {
  const where = readingOf(text).behindTheSame;
  return where === undefined ? undefined : onlyWay(turn, saidWith(turn.locale, "send", where));
}

/** The one follow-up that a text is, where nothing stands against it. */
function onlyWay({ snapshot }: Turn, text: string): FollowupRequest | undefined {
  const { rest, followups } = snapshot.understanding.followupsIn(text);
  const [way, ...others] = followups;
  const isOne = rest === "" && others.length === 0 && way !== undefined;
  return isOne && isWanted(way, snapshot.catalogue) ? way : undefined;
}

/** What was not shown whole is asked for again with what is to follow it. */
export const onceMore = (follow: IntentOutput, { frames }: ShownAnswer): IntentOutput =>
  withFrames(
    {
      ...{ ...follow, tier: "elliptical" as const },
      followups: follow.followups.map((each) => ({ ...each, point: true as const })),
    },
    frames.map((frame) => ({ ...withoutDoubts(frame), confidence: 1 })),
  );

/** Behind a deed: nothing is done again, its answer is what is sent. */
export function behindDeed(
  { snapshot: { understanding } }: Turn,
  heard: IntentOutput,
  { acted }: ShownAnswer,
  text: string,
): IntentOutput | undefined {
  const { rest, followups } = understanding.followupsIn(text);
  const isOnly = acted && rest === "" && followups.every(({ doubts = [] }) => doubts.length === 0);
  return isOnly && followups.length > 0 ? { ...heard, followups: [...followups] } : undefined;
}

/** The answer; of a deed what it was done with, where that is one thing. What followed a read is no deed with what was read. */
export function wholeOf(
  { snapshot: { catalogue } }: Turn,
  { acted, frames: [frame], items: [item, ...more], text }: ShownAnswer,
): string {
  const isDeed =
    acted && frame !== undefined && gateOfFrame(frame, [], catalogue).effect !== "read";
  return isDeed && item !== undefined && more.length === 0 ? item.label : text;
}

/** The lines of the answer that show these, each its label where no line does. */
export function linesOf({ text }: ShownAnswer, items: readonly ShownItem[]): string {
  const lines = text.split("\n");
  return items.map(({ label }) => lines.find((each) => each.includes(label)) ?? label).join("\n");
}

const SHOWN = { kind: "shown", detail: "done with what an answer before had shown" };
/** In the place of the step whose answer is followed: it is not carried out again. */
const BEFORE = 0;

/**
 * Do with what was shown what is asked for: nothing that showed it is run again.
 * Shape: undefined where a follow-up needs more of it than its words
 */
export async function followShown(
  turn: Turn,
  intent: IntentOutput,
  answer: ShownAnswer,
  text: string,
): Promise<Outcome | undefined> {
  const { catalogue } = turn.snapshot;
  const [frame] = answer.frames;
  const [before] = frame === undefined ? [] : resolveGoal(frame, catalogue);
  if (before === undefined) return undefined;
  const { domain, capability, parameters } = before;
  const drafted = planFollowups(
    [{ id: BEFORE, domain, capability, parameters }],
    intent.followups.map((each) => ({
      ...each,
      sets: { ...each.sets, ...addressedTo(each, each, catalogue) },
    })),
    catalogue,
    { nextId: BEFORE + 1 },
  );
  const output = { status: "success" as const, explanation: text, result: null, confidence: 1 };
  const { files = [] } = answer;
  const shown = {
    id: BEFORE,
    status: "success" as const,
    output: { ...output, metadata: { files } },
  };
  const steps = drafted.map(({ params, depends_on, ...step }) => {
    const fill = (given: JsonObject) =>
      fillReferences(given, (name) => (name === String(BEFORE) ? shown : undefined));
    const isFilled = (value: Json | undefined) =>
      mentions(value, "explanation") || (files.length > 0 && mentions(value, "files"));
    const own = Object.entries(params).filter(([, value]) => isFilled(value));
    const rest = Object.entries(params).filter(
      ([, value]) => !isFilled(value) && !mentions(value, "files"),
    );
    const needsResult = rest.some(([, value]) => mentions(value, "result"));
    return {
      needsResult,
      filled: own.map(([name]) => name),
      step: {
        ...step,
        params: { ...Object.fromEntries(rest), ...escapeObject(fill(Object.fromEntries(own))) },
        depends_on: depends_on.filter((id) => id !== BEFORE),
        required: true,
      },
    };
  });
  if (steps.length === 0 || steps.some(({ needsResult }) => needsResult)) return undefined;
  const plan: ExecutionPlan = {
    execution_mode: steps.length === 1 ? "sequential" : "dag",
    combine_mode: steps.length === 1 ? "last" : "report",
    max_concurrency: 1,
    steps: steps.map(({ step }) => step),
  };
  validatePlan(plan, catalogue);
  const forbidden = forbiddenSteps(plan, { catalogue, mayUse: turn.mayUse });
  if (forbidden.length > 0) return refuse(turn, intent, forbidden);
  const outside = Object.fromEntries(
    steps.map(({ step, filled }) => [
      String(step.id),
      Object.fromEntries(filled.map((name) => [name, [...answer.outside]])),
    ]),
  );
  // What was shown is not asked for again: this does something with it.
  const done = { ...notUnderstood(intent), evidence: [...intent.evidence, SHOWN] };
  return carryOut(turn, {
    ...workOf(turn, done),
    plan,
    ...(answer.outside.length > 0 && { outside }),
  });
}

/** True where a parameter is filled with that part of the answer before; not with that of a step of its own. */
function mentions(value: Json | undefined, field: string): boolean {
  if (typeof value === "string") return value.includes(`\${${BEFORE}.${field}}`);
  if (Array.isArray(value)) return value.some((each) => mentions(each, field));
  return isJsonObject(value) && Object.values(value).some((each) => mentions(each as Json, field));
}
