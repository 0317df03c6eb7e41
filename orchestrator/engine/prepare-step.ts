import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { keysOf } from "#shared/contracts/result-items.ts";
import { failureFrom, MIN_TIME_LEFT_MS, noTimeLeft, notAllowed } from "./failures.ts";
import { asking } from "./output.ts";
import {
  type Counter,
  counterIdOf,
  type EngineDeps,
  type Hits,
  type PlanRun,
  type StepPolicy,
} from "./plan-run.ts";
import { fillReferences, type Outputs, SeveralHitsError } from "./references.ts";
import type { Ended, Question } from "./send-step.ts";
import type { StopOrders } from "./stop-orders.ts";

/** A step with its references filled, that may be sent; or how it ended without being sent. */
export type Prepared =
  | {
      params: JsonObject;
      policy: StepPolicy;
      /** How many things it would hit decides whether the user is asked first. */
      counts: boolean;
    }
  | { ended: Ended; question?: Question };

/** Everything that is decided about a step before anything happens. */
export function prepareStep(
  step: ExecutionStep,
  leftMs: number,
  outputs: Outputs,
  run: PlanRun,
  deps: EngineDeps,
): Prepared {
  if (leftMs < MIN_TIME_LEFT_MS) return { ended: failure(noTimeLeft(step)) };
  try {
    const policy = deps.effectOf(step);
    if (policy.forbidden === true) return { ended: failure(notAllowed(step)) };
    const filled = prepareParams(step, outputs);
    if ("ask" in filled)
      return { ended: waiting(filled.ask), question: { kind: "domain", params: step.params } };
    const { params } = filled;
    const { outside, bulk, confirm } = policy;
    const mayAsk = confirm || bulk !== undefined;
    if (!mayAsk || run.approves?.(String(step.id), params) === true)
      return { params, policy, counts: false };
    if (bulk !== undefined) return { params, policy, counts: true };
    return { ended: waiting(approvalOf(params)), question: { kind: "confirm", params, outside } };
  } catch (error) {
    return { ended: failure(failureFrom(error, step)) };
  }
}

/** Asked for a yes, with how many things it would hit. */
export const askedOf = (params: JsonObject, policy: StepPolicy, counted: Hits): Ended => ({
  ...waiting(approvalOf(params, counted)),
  question: { kind: "confirm", params, outside: policy.outside },
});

const failure = (output: DomainOutput): Ended => ({ status: "failure", output, attempts: 0 });
const waiting = (output: DomainOutput): Ended => ({ status: "waiting", output, attempts: 0 });

/** Not a domain's question: the words come from whoever shows it. */
const approvalOf = (params: JsonObject, counted?: Hits): DomainOutput =>
  asking("", { params, ...counted }, { code: "NEEDS_APPROVAL" });

/** The most choices that one question offers. */
const MAX_CHOICES = 50;

type PreparedParams = { params: JsonObject } | { ask: DomainOutput };

/**
 * What a step is sent with: its references filled.
 * Shape:  `ask` when a search before it has several hits; each candidate then carries the parameters
 *         that choosing it means
 * Errors: UnresolvedReferenceError, NoHitError, ReferenceSyntaxError
 */
export function prepareParams({ params }: ExecutionStep, outputs: Outputs): PreparedParams {
  try {
    return { params: fillReferences(params, outputs) };
  } catch (error) {
    if (!(error instanceof SeveralHitsError)) throw error;
    const open = Object.entries(params).filter(([name, value]) =>
      isOpen({ [name]: value }, outputs),
    );
    const candidates = choices(Object.fromEntries(open), outputs, new Map(), MAX_CHOICES);
    const explanation = error.search.output?.explanation ?? "";
    return { ask: asking(explanation, { candidates }, { code: error.code }) };
  }
}

/** True for parameters that wait for the user's choice. */
function isOpen(params: JsonObject, outputs: Outputs): boolean {
  try {
    fillReferences(params, outputs);
    return false;
  } catch (error) {
    return error instanceof SeveralHitsError;
  }
}

/**
 * The first `most` ways to settle the searches, as the parameters each leads to; two searches make pairs. No further
 * ones are looked at: four searches of fifty hits have six million.
 */
function choices(
  params: JsonObject,
  outputs: Outputs,
  chosen: ReadonlyMap<string, JsonObject>,
  most: number,
): JsonObject[] {
  try {
    const label = [...chosen.values()].map(labelOf).join(" / ");
    return [{ ...fillReferences(params, outputs, chosen), label }];
  } catch (error) {
    if (!(error instanceof SeveralHitsError)) throw error;
    const found: JsonObject[] = [];
    for (const candidate of error.candidates.slice(0, most)) {
      const settled = new Map([...chosen, [String(error.search.id), candidate]]);
      found.push(...choices(params, outputs, settled, most - found.length));
      if (found.length >= most) break;
    }
    return found;
  }
}

/** A candidate's own label, else its texts in a row. */
function labelOf(candidate: JsonObject): string {
  if (Object.hasOwn(candidate, "label")) return String(candidate["label"]);
  return Object.values(candidate)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" - ");
}

type Counted = {
  step: ExecutionStep;
  params: JsonObject;
  policy: StepPolicy;
  /** Of the monotonic clock. */
  startedAt: number;
};

const UNKNOWN: Hits = { hits: null, told: "" };

/** Ask the domain how many things the step would hit. Nothing is changed by it, and nothing kept. Does not reject. */
export async function countHits(
  { step, params, policy, startedAt }: Counted,
  run: PlanRun,
  deps: EngineDeps,
  orders: StopOrders,
): Promise<Hits> {
  const counter = policy.bulk?.counter;
  if (counter === undefined) return UNKNOWN;
  const { capability, total, isTrusted } = counter;
  const timeoutMs = Math.min(counter.timeoutMs, orders.leftMs(startedAt));
  const intent = {
    ...{ domain: step.domain, capability, parameters: takenBy(counter, params) },
    ...{ confidence: run.confidence, original_query: run.originalQuery },
  };
  try {
    const output = await deps.route({
      ...{ intent, step: { ...step, id: counterIdOf(String(step.id)), capability }, attempt: 1 },
      deadlineAt: Math.round(deps.clock.now() + timeoutMs),
      timeoutMs,
      signal: orders.signalFor(reading(policy)),
    });
    if (output.status !== "success") return UNKNOWN;
    const hits = keysOf(total).reduce<unknown>(ownValue, output.result);
    const isNumber = typeof hits === "number" && Number.isSafeInteger(hits) && hits >= 0;
    return isNumber ? { hits, told: isTrusted ? output.explanation : "" } : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** While it is only counted, a step is one that reads: whoever is told to stop has done nothing. */
export const reading = (policy: StepPolicy): StepPolicy => ({ ...policy, effect: "read" });

const takenBy = ({ takes }: Counter, params: JsonObject): JsonObject =>
  takes === undefined
    ? params
    : Object.fromEntries(Object.entries(params).filter(([name]) => takes.has(name)));
