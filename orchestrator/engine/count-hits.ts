import { z } from "zod";
import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { keysOf } from "#shared/contracts/result-items.ts";
import type { Counter, EngineDeps, PlanRun, StepPolicy } from "./plan-run.ts";
import type { StopOrders } from "./stop-orders.ts";

/** How many things a step would hit, and which, in words; `hits` is null where that cannot be told. */
export type Hits = { hits: number | null; told: string };

/** The step that counts what another one would hit, by that one's id. */
export const counterIdOf = (step_id: string): string => `${step_id}-count`;

/** What a question for a yes says of how many things would be hit; undefined: nothing. */
export function hitsIn(output: DomainOutput | null | undefined): Hits | undefined {
  return hitsSchema.safeParse(output?.result).data;
}

const hitsSchema = z.object({ hits: z.int().nonnegative().nullable(), told: z.string() });

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
