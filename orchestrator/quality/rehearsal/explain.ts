import type {
  ChangedSchedule,
  DomainStatus,
  ExpectedStep,
  ExplainResponse,
} from "#shared/contracts/endpoints.ts";
import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { stepPolicy } from "../../engine/run-policy.ts";
import { framesOf } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate.ts";
import { linkSteps } from "../../planning/order-steps.ts";
import type { Store } from "../../ports/stores.ts";
import { openTurn, type Turn, viewChange } from "../../turn/turn.ts";
import type { Turns } from "../../turn/turns.ts";
import { understandMessage } from "../../turn/understand-message.ts";
import { type Deed, digestOf, type Rehearsed, rehearse } from "./rehearse.ts";

/**
 * What a message would lead to: `answer` itself, over deps that read and do nothing. Goal, evidence and gate, the plan with
 * what its steps would do and take, the question that would be asked, what would be scheduled, and the words; where something
 * would be called, what comes after is not known and not told. Nothing is stored and no domain is called.
 * Errors: StoreError when the session cannot be read
 */
export const explainBy =
  (answer: Turns["answer"]): Turns["explain"] =>
  async (entry, deps, { healthOf = () => undefined, ...options } = {}) => {
    const opened = await openTurn(entry, deps, options);
    const heard = understandMessage(opened);
    const asked = { ...options, run_id: opened.run_id, saidAt: opened.startedAt };
    const rehearsed = await rehearse(answer, entry, deps, asked);
    const { deeds, needed, told } = rehearsed;
    const known = needed.length === 0 ? told : undefined;
    const { catalogue } = opened.snapshot;
    const work = deeds.findLast((deed) => deed.does === "run")?.work;
    const intent = told?.trace.intent ?? work?.intent ?? heard.intent;
    const plan = told?.trace.plan ?? work?.plan ?? null;
    const steps =
      plan === null ? [] : await expectSteps(plan, { catalogue, store: deps.store, healthOf });
    const set = deeds.findLast((deed) => deed.does === "set")?.settings;
    const locale = opened.entry.locale ?? heard.locale;
    const sealed = await sealPlan(opened, rehearsed);
    return {
      input_text: entry.input_text,
      locale,
      intent,
      candidates: heard.candidates,
      gate: gateOf(framesCompared(intent, heard.intent), intent, catalogue),
      execution_intents: told?.trace.execution_intents ?? work?.execution_intents ?? [],
      plan,
      steps,
      expected: plan === null ? { latency_ms: null, tokens: 0 } : expectWhole(plan, steps),
      pending: known?.pending ?? null,
      status: known?.status ?? null,
      answer: known?.answer ?? null,
      needs: [...needed],
      schedules: await schedulesOf(opened, deeds, locale),
      takes_back: work?.takesBack === true,
      settings: set === undefined ? null : { timezone: set.timezone },
      plan_token: sealed?.token ?? null,
      plan_token_expires_at: sealed?.expires_at ?? null,
    };
  };

/** What would be made or changed of what stands, each as it would be in the end. */
async function schedulesOf(
  turn: Turn,
  deeds: readonly Deed[],
  locale: Locale,
): Promise<ChangedSchedule[]> {
  const last = new Map<string, Schedule>();
  for (const deed of deeds)
    if (deed.does === "make" || deed.does === "change") last.set(deed.schedule.id, deed.schedule);
  return Promise.all(
    [...last.values()].map(async (now): Promise<ChangedSchedule> => {
      const before = await turn.deps.store.schedules.find(now, now.id);
      return { ...viewChange({ before, now }, { ...turn, locale }), id: before?.id ?? null };
    }),
  );
}

/** What was held back names no goal any more: the gate compared what was heard. */
function framesCompared(intent: IntentOutput, heard: IntentOutput): GoalFrame[] {
  const frames = framesOf(intent);
  return frames.length > 0 || intent.tier !== heard.tier ? frames : framesOf(heard);
}

/** What the gate compared of the goal that is nearest to failing it, or furthest below. */
function gateOf(
  frames: readonly GoalFrame[],
  { followups }: IntentOutput,
  catalogue: Catalogue,
): ExplainResponse["gate"] {
  const compared = frames.map(({ confidence, ...frame }) => {
    const { threshold, ...gate } = gateOfFrame({ ...frame, confidence }, followups, catalogue);
    return { ...gate, confidence, threshold: threshold ?? null };
  });
  const margin = (gate: { confidence: number; threshold: number | null }) =>
    gate.threshold === null ? 1 : gate.confidence - gate.threshold;
  const [first, ...others] = compared;
  if (first === undefined) return { passed: false, confidence: 0, threshold: null, effect: null };
  return others.reduce((a, b) => (margin(b) < margin(a) ? b : a), first);
}

/** How long what was shown may be taken at its word, milliseconds. */
const COUNTS_FOR_MS = 10 * 60 * 1000;

/**
 * A token with which exactly this is done; undefined: nothing would be changed. It counts for ten minutes, and not beyond
 * the time of what would be scheduled.
 */
async function sealPlan(
  turn: Turn,
  { deeds }: Rehearsed,
): Promise<{ token: string; expires_at: number } | undefined> {
  const { deps, entry, key, run_id, startedAt, snapshot, tell } = turn;
  const { catalogue } = snapshot;
  const changes = deeds.some(
    (deed) =>
      deed.does !== "run" ||
      deed.work.plan.steps.some(
        ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
      ),
  );
  if (!changes || deps.planTokens === undefined) return undefined;
  const due = deeds.flatMap((deed) =>
    (deed.does === "make" || deed.does === "change") && deed.schedule.next_at !== null
      ? [deed.schedule.next_at]
      : [],
  );
  const expires_at = Math.min(startedAt + COUNTS_FOR_MS, ...due.filter((at) => at > startedAt));
  const { timezone, locale_hint } = entry.metadata;
  const token = await deps.planTokens.seal(
    {
      ...{ ...key, run_id, input_text: entry.input_text, channel: entry.channel },
      locale: entry.locale ?? null,
      metadata: {
        ...(typeof timezone === "string" && { timezone }),
        ...(typeof locale_hint === "string" && { locale_hint }),
      },
      follows_ticks: tell !== null,
      said_at: startedAt,
      digest: catalogue.digest,
      deeds: deeds.map((deed) => digestOf(deed, run_id)),
    },
    expires_at,
  );
  return { token, expires_at };
}

/** How many of a capability's newest runs an estimate is made of. */
const SAMPLE = 200;

type ExpectDeps = {
  catalogue: Catalogue;
  store: Store;
  /** How a domain is, as far as it is known already; undefined for one that no one watches. */
  healthOf(domain: string): DomainStatus | undefined;
};

/**
 * What each step of a plan would do and take, from the manifests and from what is recorded. No domain is
 * called.
 * Errors: StoreError when what is recorded cannot be read
 * Cost:   one query for each capability of the plan
 */
async function expectSteps(
  plan: ExecutionPlan,
  { catalogue, store, healthOf }: ExpectDeps,
): Promise<ExpectedStep[]> {
  const policyOf = stepPolicy(catalogue, plan);
  const known = new Map<string, Promise<number[]>>();
  const durationsOf = (domain: string, capability: string) => {
    const key = `${domain}.${capability}`;
    const found = known.get(key) ?? store.runs.durations(domain, capability, SAMPLE);
    known.set(key, found);
    return found;
  };
  return Promise.all(
    plan.steps.map(async (step): Promise<ExpectedStep> => {
      const { id, domain, capability } = step;
      const { effect, confirm, bulk } = policyOf(step);
      const health = healthOf(domain);
      const kind = catalogue.capability(domain, capability)?.spec.kind;
      return {
        id,
        domain,
        capability,
        effect,
        // How many things it would hit is known once it is asked.
        confirm: confirm || bulk !== undefined,
        health: health?.state ?? null,
        problem: health?.problem ?? null,
        p95_ms: p95(await durationsOf(domain, capability)),
        tokens: kind === "reasoning" || kind === "agent" ? null : 0,
      };
    }),
  );
}

/** The time that 95 of 100 do not exceed; null for none at all. */
export function p95(durations: readonly number[]): number | null {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null;
}

/**
 * What a whole plan takes when its steps take that long: the longest way through it.
 * Shape: null as soon as one step is not known
 */
export function expectWhole(
  plan: ExecutionPlan,
  steps: readonly ExpectedStep[],
): { latency_ms: number | null; tokens: number | null } {
  const { dependencies } = linkSteps(plan);
  const ends = new Map<number, number>();
  const endOf = (at: number): number => {
    const known = ends.get(at);
    if (known !== undefined) return known;
    const begins = Math.max(0, ...(dependencies[at] ?? []).map(endOf));
    const end = begins + (steps[at]?.p95_ms ?? Number.NaN);
    ends.set(at, end);
    return end;
  };
  const latency = Math.max(0, ...steps.map((_, at) => endOf(at)));
  const tokens = steps.reduce<number | null>(
    (sum, step) => (sum === null || step.tokens === null ? null : sum + step.tokens),
    0,
  );
  return { latency_ms: Number.isNaN(latency) ? null : latency, tokens };
}
