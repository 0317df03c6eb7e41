import type { AgentEvent, AgentMemory } from "#shared/contracts/agent.ts";
import { isJsonObject, type Json, ownValue } from "#shared/contracts/json.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { isTemplate, parseTemplate, type ReferenceField } from "#shared/contracts/references.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import {
  bringsOutsideText,
  type Catalogue,
  type CatalogueCapability,
  calledBy,
} from "../catalogue/catalogue.ts";
import { linkSteps } from "../planning/order-steps.ts";
import { versionsOf } from "./carriers/artifacts.ts";
import type { OutsideFeed } from "./plan-run.ts";

/** Agents that call agents: as deep as a look at their tools goes. */
const MOST_DEPTH = 4;
/** In a run's `outside`, beside the parameters: what an agent knows without being told. */
const REMEMBERED = "agent_memory";

/** What an agent remembers of its answers in a session, oldest first. */
export const eventsOf = (memory: AgentMemory, role: string): readonly AgentEvent[] =>
  ownValue(memory, role) ?? [];

/** The part of a session that steps know without being told. */
type Kept = Pick<ConversationState, "agent_memory" | "artifacts">;

/**
 * What brought text from outside into the memory of a capability's agent, and of those that it may call, and into the
 * versions that they work on or show.
 */
export function outsideRemembered(
  capability: CatalogueCapability,
  catalogue: Catalogue,
  kept: Kept,
  depth = 0,
): string[] {
  const { domain, spec } = capability;
  const { agent, artifact } = spec;
  // Nearly all of them are services, which remember nothing.
  if (depth > MOST_DEPTH || (agent === undefined && artifact === undefined)) return [];
  const versions =
    artifact === undefined ? [] : versionsOf(kept.artifacts, `${domain}.${artifact.name}`);
  const events = agent === undefined ? [] : eventsOf(kept.agent_memory, agent.role);
  const own = [...events, ...versions].flatMap(({ sources }) => sources);
  const others = calledBy(capability, catalogue).flatMap((called) =>
    outsideRemembered(called, catalogue, kept, depth + 1),
  );
  return [...new Set([...own, ...others])];
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** A run's `outside` with what its agents remember, so that it is known wherever their answers go, also after a pause. */
export function withRemembered(
  outside: TaskRun["outside"],
  { steps }: ExecutionPlan,
  catalogue: Catalogue,
  kept: Kept,
): TaskRun["outside"] {
  if (isEmpty(kept.agent_memory) && isEmpty(kept.artifacts)) return outside;
  const remembered = steps.flatMap(({ id, domain, capability }) => {
    const known = catalogue.capability(domain, capability);
    const sources = known === undefined ? [] : outsideRemembered(known, catalogue, kept);
    return sources.length === 0 ? [] : [[String(id), sources] as const];
  });
  if (remembered.length === 0) return outside;
  const added = remembered.map(
    ([id, sources]) => [id, { ...outside?.[id], [REMEMBERED]: sources }] as const,
  );
  return { ...outside, ...Object.fromEntries(added) };
}

/** By step id as text; steps without any are not there. */
export type OutsideText = ReadonlyMap<string, readonly OutsideFeed[]>;

/** A status is one of six words and a confidence a number; no one can write an order with them. */
const CARRIES_TEXT = new Set<ReferenceField>(["explanation", "result", "metadata", "hit", "files"]);
const NOTHING: OutsideText = new Map();

/**
 * Where text from outside goes in a plan. It comes in with the answers of capabilities that declare
 * `trust: untrusted`, and passes on with every reference: what is made from it is from outside as well.
 * `answered` are parameters in which the plan does not show it any more, because the user chose among
 * what an untrusted search had found. Under a name that is no parameter stands what the step knows beside them: its
 * answer carries it on.
 * Pure; also for plans that have not been validated.
 * Cost: a look at each step where nothing is untrusted; else one pass over the references, and each
 *       source once along each of them
 */
export function traceOutsideText(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  answered?: TaskRun["outside"],
): OutsideText {
  if (answered !== undefined) return trace(plan, catalogue, answered);
  const known = traced.get(plan);
  if (known?.catalogue === catalogue) return known.outside;
  const outside = trace(plan, catalogue, {});
  traced.set(plan, { catalogue, outside });
  return outside;
}

/** Of plans by themselves: a kept one is carried out again and again. */
const traced = new WeakMap<ExecutionPlan, { catalogue: Catalogue; outside: OutsideText }>();

function trace(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  answered: NonNullable<TaskRun["outside"]>,
): OutsideText {
  const { steps } = plan;
  const isUntrusted = (step: ExecutionStep) => {
    const capability = catalogue.capability(step.domain, step.capability);
    return capability !== undefined && bringsOutsideText(capability, catalogue);
  };
  const isAnswered = ({ id }: ExecutionStep) => Object.hasOwn(answered, String(id));
  if (!steps.some((step) => isUntrusted(step) || isAnswered(step))) return NOTHING;

  const { positions } = linkSteps(plan);
  const params = steps.map((step) =>
    Object.entries(step.params).map(([name, value]) => ({
      name,
      reads: readBy(value).flatMap((each) => positions.get(each) ?? []),
      sources: new Set(isAnswered(step) ? (answered[String(step.id)]?.[name] ?? []) : []),
    })),
  );
  const readers = new Map<number, number[]>();
  for (const [at, own] of params.entries())
    for (const before of new Set(own.flatMap(({ reads }) => reads)))
      readers.set(before, [...(readers.get(before) ?? []), at]);

  /** What each step's answer brings along. */
  const carried = steps.map(() => new Set<string>());
  const open: number[] = [];
  const carry = (at: number, sources: Iterable<string>) => {
    const own = carried[at] ?? new Set();
    const before = own.size;
    for (const source of sources) own.add(source);
    if (own.size > before) open.push(at);
  };
  for (const [at, step] of steps.entries()) {
    if (isUntrusted(step)) carry(at, [`${step.domain}.${step.capability}`]);
    for (const { sources } of params[at] ?? []) carry(at, sources);
    if (!isAnswered(step)) continue;
    for (const [name, sources] of Object.entries(answered[String(step.id)] ?? {}))
      if (!Object.hasOwn(step.params, name)) carry(at, sources);
  }
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const reader of readers.get(at) ?? []) carry(reader, carried[at] ?? []);

  const found = new Map<string, readonly OutsideFeed[]>();
  for (const [at, step] of steps.entries()) {
    const feeds = (params[at] ?? [])
      .map(({ name, reads, sources }) => ({
        param: name,
        from: [...new Set([...sources, ...reads.flatMap((each) => [...(carried[each] ?? [])])])],
      }))
      .filter(({ from }) => from.length > 0);
    if (feeds.length > 0) found.set(String(step.id), feeds);
  }
  return found;
}

/** The steps whose texts a value reads, by the names they are called. */
function readBy(value: Json): string[] {
  if (typeof value === "string")
    return isTemplate(value)
      ? parseTemplate(value).flatMap((piece) =>
          typeof piece !== "string" && CARRIES_TEXT.has(piece.field) ? [piece.step] : [],
        )
      : [];
  if (Array.isArray(value)) return value.flatMap(readBy);
  return isJsonObject(value) ? Object.values(value).flatMap(readBy) : [];
}
