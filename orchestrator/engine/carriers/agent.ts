import { z } from "zod";
import type { ArtifactVersion } from "#shared/contracts/artifact.ts";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue, CatalogueCapability } from "../../catalogue/catalogue.ts";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import { ModelError } from "../../ports/language-model.ts";
import { agentOutput, rememberedOf } from "../agents/agent-output.ts";
import { type AgentRun, runAgent, type WantedStep } from "../agents/run-agent.ts";
import { type AgentTool, fillNames, type ModelStep, toolsOf } from "../agents/tools.ts";
import { failed, succeeded } from "../output.ts";
import { stepPolicy } from "../run-policy.ts";
import { eventsOf, outsideRemembered } from "../trace-outside-text.ts";
import { type AgentSteps, approvedBy, type RunUnderWay, type Waiting } from "../work.ts";
import { versionsOf, withNotes } from "./artifacts.ts";

const MOST_DEPTH = 3;
/** How long a paused agent can be continued, milliseconds; its question lives shorter. */
const KEPT_FOR_MS = 60 * 60 * 1000;

/**
 * Carry out a step whose capability is an agent. Its calls are steps of the same run: same engine, gate, journal,
 * approval and events. What leaves the machine or destroys is always asked first, and so is a write that rests on
 * text from outside.
 * Errors: DomainCallError "cancelled" when no one waits any more
 */
export async function agentStep(
  call: DomainCall,
  capability: CatalogueCapability,
  run: RunUnderWay,
): Promise<DomainOutput> {
  const { work, agents } = run;
  const { clock, store } = run.context;
  const { ledger, state, mayUse, key } = run.circumstances;
  const { intent, context } = call.request;
  const { step_id, locale, run_id } = context;
  const definition = capability.spec.agent;
  const say = sayIn("models", locale);
  if (definition === undefined || ledger === undefined)
    return failed(say("no_model"), { code: "NO_MODEL" });
  const depth = step_id.slice(plannedStep(work.plan, step_id).length).split("-").length - 1;
  if (depth >= MOST_DEPTH) return failed(say("too_deep"), { code: "AGENT_TOO_DEEP" });
  if (context.dry_run) return succeeded(say("dry_run"));
  const versions = versionsFor(run, capability);
  if (capability.spec.artifact?.required === true && versions.length === 0)
    return failed(sayIn("steps", locale)("no_versions"), { code: "NO_VERSIONS" });
  const startedAt = clock.monotonic();
  const form = definition.output_schema ?? capability.spec.result_schema;
  const remembersOutside = (tool: AgentTool) =>
    outsideRemembered(tool.capability, work.catalogue, state).length > 0;
  const kind = "agent";
  const owner = key.user_id;
  const loop: AgentRun = {
    definition,
    task: String(
      fillNames(definition.task ?? "", intent.parameters) || JSON.stringify(intent.parameters),
    ),
    // What this user may not use does not exist for the agent either.
    tools: toolsOf(definition, capability, work.catalogue, locale)
      .filter((tool) => mayUse?.(tool.capability) !== false)
      .map((tool) => ({ ...tool, isUntrusted: tool.isUntrusted || remembersOutside(tool) })),
    remembered: eventsOf(state.agent_memory, definition.role),
    versions,
    locale,
    sources: outsideSources(run, step_id),
    output: form && compileSchema(form),
    model: ledger.model({ purpose: `${intent.domain}.${intent.capability}`, run_id, step_id }),
    clock: clock,
    endsAt: startedAt + call.timeoutMs,
    signal: call.signal,
    said: await saidBefore(run, run_id, step_id),
    keep: (said) =>
      store.cache.put({
        ...{ owner, kind, key: `${run_id}:${step_id}` },
        answer: z.json().parse(said),
        expires_at: clock.now() + KEPT_FOR_MS,
      }),
    depth,
    step_id,
    carryOut: (wanted, sources) => carryOutCalls(wanted, sources, call, run),
  };
  const begun = [...(work.finished?.keys() ?? [])].some((id) => id.startsWith(`${step_id}-`));
  // Its calls are known, and not what they were for: to begin again could do other things under their names.
  if (begun && loop.said.length === 0) return failed(say("failed"), { code: "AGENT_LOST" });
  try {
    const end = await runAgent(loop);
    const event = rememberedOf(end, loop);
    if (event !== undefined)
      run.agentEvents.push({
        ...event,
        role: definition.role,
        window: definition.memory_window,
        timestamp: clock.now(),
      });
    if (end.how !== "waiting") agents.waiting.delete(step_id);
    const output = agentOutput(end, loop, clock.monotonic() - startedAt);
    noteArtifact(run, capability, intent.parameters, { output, sources: end.sources });
    return output;
  } catch (error) {
    if (error instanceof ModelError)
      throw new DomainCallError(intent.domain, "cancelled", error.detail, true);
    throw error;
  }
}

/** One batch of calls as a small plan, by the run's own engine. */
async function carryOutCalls(
  wanted: readonly WantedStep[],
  sources: readonly string[],
  call: DomainCall,
  { work, agents, circumstances, perform }: RunUnderWay,
): Promise<readonly StepTrace[] | "waiting"> {
  const { intent, context } = call.request;
  const plan: ExecutionPlan = {
    execution_mode: "parallel",
    combine_mode: "report",
    max_concurrency: 4,
    steps: wanted.map(({ step_id, tool, params }) => ({
      id: step_id,
      domain: tool.capability.domain,
      capability: tool.capability.spec.capability,
      // What a model wrote is text, whatever it looks like; so is what the user answered.
      params: escapeObject({ ...params, ...work.answers?.[step_id] }),
      depends_on: [],
      required: true,
    })),
  };
  for (const { step_id } of wanted) agents.sources.set(step_id, sources);
  const policyOf = stepPolicy(work.catalogue, plan, undefined, circumstances.mayUse);
  const outcome = await perform(
    {
      plan,
      confidence: intent.confidence,
      originalQuery: intent.original_query,
      deadlineAt: Math.min(context.deadline_at, circumstances.deadlineAt),
      signal: call.signal,
      ...(work.finished && { finished: work.finished }),
      approves: approvedBy(work),
      ...(work.inFlight && { inFlight: work.inFlight }),
    },
    (step) => {
      const policy = policyOf(step);
      const leaves = policy.effect === "external" || policy.effect === "destructive";
      const isLed = sources.length > 0 && policy.effect === "write";
      const outside =
        sources.length === 0 || policy.effect === "read"
          ? policy.outside
          : Object.keys(step.params).map((param) => ({ param, from: sources }));
      return { ...policy, outside, confirm: policy.confirm || leaves || isLed };
    },
  );
  for (const trace of outcome.steps) agents.traces.set(String(trace.id), trace);
  const waiting = outcome.waiting && waitsForUser(outcome.waiting, agents, work.catalogue);
  // A tool's own question is an answer to the agent; it is the one who has to say it better.
  if (waiting === undefined) return outcome.steps;
  agents.waiting.set(context.step_id, waiting);
  return "waiting";
}

/** The call that waits for the user: for a yes, for the answer to a question, or a call of the agent that was called. */
function waitsForUser(
  waiting: Waiting,
  agents: AgentSteps,
  catalogue: Catalogue,
): Waiting | undefined {
  const { step, kind } = waiting;
  const asks = catalogue.capability(step.domain, step.capability)?.spec.kind === "question";
  return kind === "confirm" || asks ? waiting : agents.waiting.get(String(step.id));
}

/** What the model said before the step was interrupted; a branch of a run begins with what its trunk has said. */
async function saidBefore(
  { context, circumstances }: RunUnderWay,
  run_id: string,
  step_id: string,
): Promise<ModelStep[]> {
  for (let id = run_id; id !== ""; id = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "") {
    const at = { owner: circumstances.key.user_id, kind: "agent", key: `${id}:${step_id}` };
    const kept = await context.store.cache.find(at, context.clock.now());
    if (Array.isArray(kept)) return kept as unknown as ModelStep[];
  }
  return [];
}

/** What brings text from outside to a step, an agent's call among them: `web.read_page`. */
export const outsideSources = (
  { agents, outside, work }: RunUnderWay,
  step_id: string,
): readonly string[] =>
  agents.sources.get(step_id) ??
  (outside.get(plannedStep(work.plan, step_id)) ?? []).flatMap(({ from }) => from);

/**
 * The step of the plan that a call belongs to: itself, or the longest one whose id it begins with. An agent's calls
 * bear its own id first: `2-1`, and those of an agent that it calls `2-1-1`.
 */
function plannedStep({ steps }: ExecutionPlan, step_id: string): string {
  const owners = steps
    .map(({ id }) => String(id))
    .filter((id) => id === step_id || step_id.startsWith(`${id}-`));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? step_id;
}

/** The versions that a capability works on, with those that this run has made; none where it works on nothing. */
export function versionsFor(
  run: RunUnderWay,
  capability: CatalogueCapability,
): readonly ArtifactVersion[] {
  const artifact = nameOf(capability);
  if (artifact === undefined) return [];
  return versionsOf(withNotes(run.circumstances.state.artifacts, run.artifactNotes), artifact);
}

/**
 * Note what a step's answer is to its artifact: a version, or feedback. It is kept with the session, and so is what
 * brought text from outside to it.
 */
function noteArtifact(
  run: RunUnderWay,
  capability: CatalogueCapability,
  parameters: JsonObject,
  { output, sources }: { output: DomainOutput; sources: readonly string[] },
): void {
  const { status, result, explanation } = output;
  const artifact = nameOf(capability);
  const { version_text, feedback_on } = capability.spec.artifact ?? {};
  const content = z.json().safeParse(result).data;
  if (artifact === undefined || status !== "success" || content == null) return;
  const note = (text: unknown, feedback?: string) => {
    if (typeof text !== "string" || text.trim() === "") return;
    const at = run.context.clock.now();
    run.artifactNotes.push({
      artifact,
      text,
      content,
      sources: [...sources],
      at,
      ...(feedback !== undefined && { feedback }),
    });
  };
  if (version_text !== undefined) note(ownValue(content, version_text));
  if (feedback_on !== undefined) note(ownValue(parameters, feedback_on), explanation);
}

/** All versions as an answer, without a model. */
export function showVersions(versions: readonly ArtifactVersion[], locale: Locale): DomainOutput {
  const say = sayIn("steps", locale);
  const lines = versions.flatMap(({ version, text, feedback }) => [
    `V${version}: ${text}`,
    ...(feedback === null ? [] : [say("feedback", { text: feedback.text })]),
  ]);
  const shown = lines.length === 0 ? say("no_versions") : lines.join("\n");
  return succeeded(shown, { versions: [...versions] });
}

const nameOf = ({ domain, spec }: CatalogueCapability): string | undefined =>
  spec.artifact && `${domain}.${spec.artifact.name}`;
