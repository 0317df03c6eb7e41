import type { EntryRequest } from "#shared/contracts/intent.ts";
import { type Locale, localeSchema } from "#shared/contracts/names.ts";
import type { ConversationState, LastChoice, PendingAction } from "#shared/contracts/pending.ts";
import type { HearingRecord } from "#shared/contracts/run.ts";
import { type Ledger, openLedger } from "../engine/metering/ledger.ts";
import type { MayUse } from "../ports/principal.ts";
import type { NewRunEvent } from "../ports/run-events.ts";
import type { HeldQuestion, SessionKey } from "../ports/stores.ts";
import type { Hearing } from "../understanding/understand.ts";
import { type ModelShare, openModelShare } from "../understanding/with-model/model-share.ts";
import type { NewAgentEvent } from "./conversation/agent-memory.ts";
import type { ArtifactNote } from "./conversation/artifacts.ts";
import { freshState } from "./conversation/session.ts";
import type { Desk, Snapshot, TurnOptions } from "./desk.ts";

/** One message being answered: what was said, what the session knows, and until when. */
export type Turn = {
  desk: Desk;
  snapshot: Snapshot;
  entry: EntryRequest;
  key: SessionKey;
  state: ConversationState;
  pending: PendingAction | undefined;
  /** The open question was answered, dropped or given up in this turn. */
  pendingUsed: boolean;
  /** The question whose answer this turn goes on with; see PendingStore.hold. */
  held: HeldQuestion | undefined;
  /** What this turn goes on with was chosen from the options of a question. */
  choice: LastChoice | undefined;
  /** The language of the answer. */
  locale: Locale;
  run_id: string;
  /** Epoch milliseconds. */
  startedAt: number;
  deadlineAt: number;
  signal: AbortSignal;
  /** See TurnOptions. */
  again: boolean;
  /** The same request would have the same `run_id` when it is sent again. */
  mayComeAgain: boolean;
  /** What the user has a right to; undefined: everything. */
  mayUse: MayUse | undefined;
  /** An answer of the transcript's own session is never used up; see TurnOptions.continueAs. */
  branches: boolean;
  /** What a model may still do to understand this message; undefined: there is none. */
  model: ModelShare | undefined;
  /** All that models are asked for this message; undefined: there is none. */
  ledger: Ledger | undefined;
  /** What agents answered in this turn. */
  agentEvents: NewAgentEvent[];
  /** What grew in versions in this turn. */
  artifactNotes: ArtifactNote[];
  emit(run_id: string, event: NewRunEvent): void;
};

const DEFAULT_LOCALE: Locale = "pt-BR";
const NEVER = new AbortController().signal;

/**
 * Read what the session knows and begin.
 * Errors: StoreError when the store cannot be read
 */
export async function openTurn(
  entry: EntryRequest,
  desk: Desk,
  options: TurnOptions,
): Promise<Turn> {
  const key = { user_id: entry.user_id, session_id: entry.session_id };
  const now = desk.clock.now();
  const [kept, pending] = await Promise.all([
    desk.store.conversations.load(key),
    desk.store.pending.find(key, now),
  ]);
  const locale = entry.locale ?? kept?.locale ?? hintOf(entry) ?? DEFAULT_LOCALE;
  const run_id = options.run_id ?? desk.makeId("run");
  const deadlineAt = now + desk.deadlineMs;
  const signal = options.signal ?? NEVER;
  const ledger =
    desk.model &&
    openLedger({
      model: desk.model,
      run_id,
      clock: desk.clock,
      admit: (request) => desk.budget.admit(key, request),
      note: (call) => desk.store.usage.recordCall({ ...key, ...call }),
    });
  const share = { ...desk, run_id, deadlineAt, signal, cache: desk.store.cache };
  const turn: Turn = {
    desk,
    snapshot: desk.current(),
    entry,
    key,
    state: kept ?? freshState(locale),
    pending,
    pendingUsed: false,
    held: undefined,
    choice: undefined,
    locale,
    run_id,
    startedAt: now,
    deadlineAt,
    signal,
    mayUse: options.mayUse,
    model:
      ledger && openModelShare({ ...share, model: ledger.model({ purpose: "understanding" }) }),
    ledger,
    agentEvents: [],
    artifactNotes: [],
    again: options.again === true,
    mayComeAgain: options.run_id !== undefined,
    branches: options.continueAs !== undefined,
    emit: (run_id, event) => {
      const published = desk.events.publish(key, run_id, event);
      options.watch?.(published, turn.locale);
    },
  };
  return turn;
}

/**
 * True when the open question is ours to answer: one answer is taken, whoever gives it.
 * In a transcript that can branch nothing is taken away; every branch may answer its own copy.
 */
export async function usePending(turn: Turn, pending: PendingAction): Promise<boolean> {
  turn.pendingUsed = true;
  return turn.branches || turn.desk.store.pending.take(turn.key, pending.id);
}

/**
 * Like `usePending`, to go on with what the question stands before. Until that is durable the question is
 * only held back: it is open again when this process does not live to see it.
 */
export async function holdPending(turn: Turn, action: PendingAction): Promise<boolean> {
  turn.pendingUsed = true;
  if (turn.branches) return true;
  const { resume } = action;
  const run_id = resume.at === "step" ? resume.run_id : turn.run_id;
  const isOurs = await turn.desk.store.pending.hold(turn.key, action.id, run_id);
  if (isOurs) turn.held = { action, run_id };
  return isOurs;
}

/** What the sentence is understood against: the session's language and last goal, and today. */
export const hearingOf = ({ state, startedAt, entry, desk }: Turn): Hearing => ({
  locale: state.locale,
  lastFrame: state.last_frame,
  now: startedAt,
  timezone: timezoneOf({ entry, desk }),
});

/** The same as it is kept with a run, so that the run can be replayed. */
export function hearingRecordOf(turn: Turn): HearingRecord {
  const { locale, last_frame, remembered } = turn.state;
  const [only, ...others] = turn.snapshot.catalogue.manifests.keys();
  const only_domain = others.length === 0 ? (only ?? null) : null;
  return { locale, timezone: timezoneOf(turn), last_frame, remembered, only_domain };
}

/** What the channel knows of the user's language; it counts until something was said. */
const hintOf = ({ metadata }: EntryRequest): Locale | undefined =>
  localeSchema.safeParse(metadata["locale_hint"]).data;

/** The user's own zone where the channel knows it. */
export function timezoneOf({ entry, desk }: Pick<Turn, "entry" | "desk">): string {
  const said = entry.metadata["timezone"];
  return typeof said === "string" && isZone(said) ? said : desk.timezone;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
