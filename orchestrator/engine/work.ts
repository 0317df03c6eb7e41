import type { AgentEvent, AgentMemory } from "#shared/contracts/agent.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Capability } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput, FileLink, Source } from "#shared/contracts/output.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { ContextRecord, Receipt, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import type { AnswerRoom } from "../ports/answer-cache.ts";
import type { After, Clock } from "../ports/clock.ts";
import type { DomainCall, DomainClient } from "../ports/domain-client.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import type { MayUse } from "../ports/principal.ts";
import type { AddressBook } from "../ports/recipient-store.ts";
import type { NewRunEvent } from "../ports/run-events.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { RunStore, SessionKey, Store } from "../ports/stores.ts";
import type { ArtifactNote } from "./carriers/artifacts.ts";
import type { Ledger } from "./metering/budget.ts";
import type { EngineDeps, OutsideFeed, PlanRun, RunOutcome } from "./plan-run.ts";
import type { RunningRuns } from "./running-runs.ts";

/** An answer of an agent, and how many of its answers it remembers. */
export type NewAgentEvent = Omit<AgentEvent, "event_id"> & { role: string; window: number };

/** The session's memory with further answers: numbered through all agents, each agent's own window kept. */
export function rememberAnswers(
  memory: AgentMemory,
  events: readonly NewAgentEvent[],
): AgentMemory {
  let count = Math.max(
    0,
    ...Object.values(memory).flatMap((each) =>
      each.map(({ event_id }) => Number(event_id.slice(4))),
    ),
  );
  const next = new Map(Object.entries(memory));
  for (const { role, window, ...event } of events) {
    count += 1;
    const event_id = `evt-${String(count).padStart(4, "0")}`;
    next.set(role, [...(next.get(role) ?? []), { event_id, ...event }].slice(-window));
  }
  return Object.fromEntries(next);
}

/** A plan to carry out, new or continued. */
export type Work = {
  run_id: string;
  catalogue: Catalogue;
  plan: ExecutionPlan;
  intent: IntentOutput;
  execution_intents: ExecutionIntent[];
  frames: GoalFrame[];
  original_query: string;
  /** What was known when the words were understood that led to the plan. */
  hearing?: ContextRecord | undefined;
  /** What the user answered when steps asked; it is in the plan as well. */
  answers?: TaskRun["answers"];
  created_at: number;
  dry_run?: boolean;
  /** A caller's own plan, and no message of the session. */
  given?: boolean;
  /** Its steps take back what an earlier run did. */
  takesBack?: true;
  /** Which of these hold text from outside. */
  outside?: TaskRun["outside"] | undefined;
  /** From an earlier part of the run. */
  finished?: ReadonlyMap<string, StepTrace>;
  /** Steps that the user said yes to, with the digest of the parameters that were shown. */
  approved?: ReadonlyMap<string, string>;
  /** In the place of `approved`: whoever runs it again knows by itself what was said yes to. */
  approves?: (step_id: string) => boolean;
  /** It was interrupted: what was finished is told again, and these steps were sent without an answer. */
  inFlight?: ReadonlySet<string>;
};

/** What a front end puts before its user's words: a system message, by its digest. */
export type Instruction = { digest: string; isTrusted: boolean };

/** For whom a run is carried out, in which language, and until when. */
export type Circumstances = Readonly<{
  key: SessionKey;
  locale: Locale;
  /** IANA name. */
  timezone: string;
  /** Epoch milliseconds. */
  startedAt: number;
  deadlineAt: number;
  /** Fires when the caller does not wait any more: reads stop, effects under way finish. */
  signal: AbortSignal;
  /** What the user has a right to; undefined: everything. */
  mayUse: MayUse | undefined;
  /** Undefined: the words are the user's alone. Under one that is not trusted, every effect asks first. */
  instruction?: Instruction | undefined;
  /** What the session knows that agents and prompts may be shown. */
  state: Pick<
    ConversationState,
    "agent_memory" | "artifacts" | "summary" | "key_facts" | "last_frame" | "turn_count"
  >;
  /** What models are asked for this run is counted here; undefined: there is no model. */
  ledger: Ledger | undefined;
  emit(run_id: string, event: NewRunEvent): void;
  /** Whoever waits hears the beginning of the answer while a model writes it. Absent: no one wants to. */
  tellEarly?(step_id: string, text: string): void;
}>;

/** Everything outside that the engine works with; one for the whole process. */
export type EngineContext = {
  client: DomainClient;
  /** Absent: answers take what they take. */
  answerRoom?: AnswerRoom;
  store: Pick<Store, "cache"> & { runs: Pick<RunStore, "save" | "record" | "intend" | "settle"> };
  /** Absent: answers keep the links that they hold. */
  files?: FileStore;
  /** Absent: there is no one to send to. */
  addressBook?: AddressBook;
  carriers: Carriers;
  clock: Clock;
  random(): number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** See EngineDeps. */
  after: After;
  running: RunningRuns;
  /** Absent: what the store keeps of a run is enough for others to carry it on. */
  host?: Pick<RunHost, "begin">;
  log: Log;
};

/** What a step waits for. */
export type Waiting = NonNullable<RunOutcome["waiting"]>;

/** Puts what a run waits for into words; undefined for a question that cannot be answered. */
export type Ask = (waiting: Waiting, steps: readonly StepTrace[]) => string | undefined;

/** How a run ended, or that it waits for the user. */
export type RunResult = {
  status: "success" | "partial" | "failure" | "waiting";
  /** In words: what it came to, or the question. */
  answer: string;
  /** The plan's steps, then the calls of agents. */
  steps: StepTrace[];
  /** The steps' outputs together, as the plan combines them. */
  output: DomainOutput;
  receipts: Receipt[];
  /** A step with an effect may have been sent, whatever became of it. */
  acted: boolean;
  sources: Source[];
  files: FileLink[];
  /** What agents answered, for the session's memory of them. */
  agentEvents: NewAgentEvent[];
  /** What grew in versions. */
  artifactNotes: ArtifactNote[];
};

/** Carries out a plan, or the rest of one; see run-work.ts. */
export type RunWork = (
  given: Work,
  circumstances: Circumstances,
  context: EngineContext,
  ask: Ask,
) => Promise<RunResult>;

/** What the steps of agents leave in a run beside the plan's own. */
export type AgentSteps = {
  /** Calls of agents, by step id. */
  traces: Map<string, StepTrace>;
  /** The call that an agent's step waits for the user with, by the agent's step id. */
  waiting: Map<string, Waiting>;
  /** What brought text from outside to a call of an agent, by step id. */
  sources: Map<string, readonly string[]>;
};

/** A run while it is carried out, as the carriers of its steps see it. */
export type RunUnderWay = Readonly<{
  work: Work;
  circumstances: Circumstances;
  context: EngineContext;
  /** What brings text from outside to the steps of the plan, by step id. */
  outside: ReadonlyMap<string, readonly OutsideFeed[]>;
  agents: AgentSteps;
  /** The steps that are over, agents' calls too, by id. */
  ended: ReadonlyMap<string, StepTrace>;
  agentEvents: NewAgentEvent[];
  artifactNotes: ArtifactNote[];
  /** Further steps of the same run: same journal, events and limits. */
  perform(plan: PlanRun, effectOf: EngineDeps["effectOf"]): Promise<RunOutcome>;
}>;

/** Carries out one step. Rejects with DomainCallError. */
export type Carrier = (
  call: DomainCall,
  capability: CatalogueCapability,
  run: RunUnderWay,
) => Promise<DomainOutput>;

/** Who carries out a step, by the kind of its capability. */
export type Carriers = Readonly<Record<Capability["kind"], Carrier>>;

/** A yes is for the very parameters that were shown; what was sent before had its yes. */
export const approvedBy =
  ({ inFlight, approved }: Work) =>
  (id: string, params: JsonObject): boolean =>
    inFlight?.has(id) === true || approved?.get(id) === paramsDigest(params);

/** What a yes is bound to and the journal keeps: the very parameters, whatever the order of their keys. */
export const paramsDigest = (params: JsonObject): string => digestOf(params);
