import { RegenteError } from "#shared/contracts/errors.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import type {
  ExampleProposal,
  TurnReading,
  UnclearSentence,
  WrongTurn,
} from "#shared/contracts/promotion.ts";
import type { RunStatus, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type {
  ModelCallRow,
  ModelTotalsRow,
  TokensSpent,
  UsageRow,
  UsageSummaryRow,
  UsageTotalsRow,
  Verdict,
} from "#shared/contracts/usage.ts";
import type { AnswerCache } from "./answer-cache.ts";
import type { MessageStore } from "./message-store.ts";
import type { Owner, SessionKey } from "./owner.ts";
import type { RecipientStore } from "./recipient-store.ts";
import type { ScheduleStore } from "./schedule-store.ts";

export type { Owner, SessionKey, UsageRow, UsageSummaryRow, UsageTotalsRow };

/**
 * What outlives the process. Every method takes the owner first and sees only that owner's rows;
 * only what channels note for themselves, links that a chat itself ends, and answers that are the same for all, are
 * no one's.
 * Unless it says otherwise, a promise resolves when the write is durable (it survives kill -9 and
 * power loss), and rejects with StoreError when the storage fails or a stored row breaks its
 * contract. Any text comes back as it was; an id of more than 256 characters is a ContractError,
 * also from the methods that return nothing.
 */
export interface Store {
  readonly conversations: ConversationStore;
  readonly pending: PendingStore;
  readonly runs: RunStore;
  readonly usage: UsageStore;
  readonly channels: ChannelStore;
  readonly messages: MessageStore;
  readonly cache: AnswerCache;
  readonly proposals: ProposalStore;
  readonly schedules: ScheduleStore;
  readonly recipients: RecipientStore;
  readonly personal: PersonalData;
  readonly settings: SettingsStore;
  /** Everything written so far is durable once it resolves. */
  flush(): Promise<void>;
  /** Rejects with StoreError while the storage is down, or is not the one that was opened. */
  check(): Promise<void>;
  /** Flushes and lets go. Closing twice is fine. Rejects with StoreError when something could not be written. */
  close(): Promise<void>;
}

export type StoredSession = { session_id: string; state: ConversationState; updated_at: number };
export type SessionPage = { sessions: StoredSession[]; next: string | undefined };

export interface ConversationStore {
  /** undefined for a session no one has spoken in. Sees what `save` was given, flushed or not. */
  load(key: SessionKey): Promise<ConversationState | undefined>;
  /** Batched: resolves nothing, is durable at the next flush (at most 50 ms, or `flush`). Last save wins. */
  save(key: SessionKey, state: ConversationState): void;
  delete(key: SessionKey): Promise<void>;
  /**
   * The latest first. `before` is a `next` of an earlier page. `words`: only those with these in their title or last answer,
   * without case and accents; some 2000 are looked through for a page at most, so that it may be shorter than `limit`.
   */
  list(owner: Owner, limit: number, before?: string, words?: string): Promise<SessionPage>;
}

export interface PendingStore {
  /** The session's open question; expired ones count as none. */
  find(key: SessionKey, now: number): Promise<PendingAction | undefined>;
  /** Replaces the session's open question. */
  put(action: PendingAction): Promise<void>;
  /** Ends the question. True for exactly one caller, also across processes. */
  take(key: SessionKey, id: string): Promise<boolean>;
  /**
   * Takes the answer that leads on to this run: the question is not open any more, and kept until `letGo`, so
   * that it can be opened again should the process die before the run is durable. True for exactly one caller,
   * also across processes.
   */
  hold(key: SessionKey, id: string, run_id: string): Promise<boolean>;
  /** Batched: what a held question led to is durable in the same batch, or before. */
  letGo(key: SessionKey, id: string, holder?: string): void;
  /** A question that this holder (this process where none is named) still holds is open again. */
  reopen(key: SessionKey, id: string, holder?: string): Promise<void>;
  /** What this process held and did not let go, of every owner. */
  held(holder: string): Promise<HeldQuestion[]>;
  /** Of every owner: open questions whose time is over. */
  expired(now: number, limit: number): Promise<PendingAction[]>;
  /** When the next open question expires; undefined: none is open. Cost: one look into an index */
  nextExpiry(): Promise<number | undefined>;
  /** The open questions of all the owner's sessions, the newest first; expired ones are none. */
  list(owner: Owner, now: number, limit: number): Promise<PendingAction[]>;
}

/** A question whose answer was taken, and the run that it led on to. */
export type HeldQuestion = { action: PendingAction; run_id: string };

/** Which runs of a user are meant; what is absent is any. */
export type RunFilter = {
  status?: RunStatus;
  session_id?: string;
  /** That this goal began. */
  goal?: string;
  /** With a step of this domain. */
  domain?: string;
  /** Words of what was asked or answered, without case and accents. */
  q?: string;
  /** Begun at this time or later, epoch milliseconds. */
  since?: number;
  /** Begun before this time. */
  until?: number;
};
export type RunSort = "newest" | "oldest" | "longest";

export type RunPage = { runs: TaskRun[]; next: string | undefined };

/** What the journal says of a run from now on. */
export type BegunAnew = {
  /** As if they had never been begun. */
  forgotten: readonly StepTrace[];
  /** As they are given here. */
  changed: readonly StepTrace[];
};

export interface RunStore {
  /**
   * A run that must survive: before its first effect, or when it waits for the user. Saving again replaces it.
   * False, and nothing is changed, while another process carries it out; where `isBegun` (it was saved as running,
   * or claimed, here) also when another one has taken it over since, however far it is by now.
   */
  save(run: TaskRun, isBegun?: boolean): Promise<boolean>;
  /**
   * Batched like ConversationStore.save: a run that is over or waits, with its steps. What another process carries
   * out, or where `isBegun` has taken over, stays as it is.
   */
  record(run: TaskRun, steps: readonly StepTrace[], isBegun?: boolean): void;
  /** Sees what `record` was given, flushed or not; so do `list` and `steps`. */
  find(owner: Owner, run_id: string): Promise<TaskRun | undefined>;
  /**
   * Newest first unless `sort` says otherwise, at most 500. `before` is a `next` of an earlier page in the same order; anything
   * else is a ContractError. A run that cannot be read is logged and left out. By goal, domain or words some 2000
   * are looked through for a page at most, so that it may be shorter than `limit`.
   */
  list(
    owner: Owner,
    limit: number,
    before?: string,
    filter?: RunFilter,
    sort?: RunSort,
  ): Promise<RunPage>;
  /** In the order of the run's plan. */
  steps(owner: Owner, run_id: string): Promise<StepTrace[]>;
  /**
   * The journal's first line of a step with an effect: durable before anything is sent, together with what
   * `finished` since the line before, so that the step can be sent again with the very same parameters. Again
   * for the same step is fine (a retry, a recovery). ContractError while it is under way with another digest;
   * RunTakenError when another process carries the run out.
   */
  intend(
    owner: Owner,
    run_id: string,
    step: StepTrace,
    key: string,
    paramsDigest: string,
    finished?: readonly StepTrace[],
  ): Promise<void>;
  /** The DomainOutput is the receipt. RunTakenError, and nothing is changed, when another process has the run. */
  settle(owner: Owner, run_id: string, step: StepTrace): Promise<void>;
  /** The process that has a run; undefined: there is no such run, or no one has it. */
  holder(owner: Owner, run_id: string): Promise<string | undefined>;
  /** The processes that have runs under way; "" stands for runs that no one has. */
  holders(): Promise<string[]>;
  /** The runs that one of them has under way, of every owner, the oldest first. */
  unfinished(holder: string): Promise<TaskRun[]>;
  /**
   * Makes a run as it was read this process's own, and running. undefined when it is not as it was read any
   * more: exactly one caller carries it on, also across processes. What is `anew` becomes so in the same commit.
   */
  claim(run: TaskRun, anew?: BegunAnew): Promise<TaskRun | undefined>;
  /**
   * How long the newest successful steps of a capability took, of every owner, at most 500: milliseconds,
   * newest first. An estimate, so it sees only what is durable.
   */
  durations(domain: string, capability: string, limit: number): Promise<number[]>;
  /**
   * What people said that led to the newest `limit` runs, of every owner: at most 5000, newest first, each
   * text once. For whoever keeps the domains, never for a user.
   */
  utterances(limit: number): Promise<string[]>;
}

export type JudgedTurn = UsageRow & { reading?: TurnReading };

export interface UsageStore {
  /** Batched. `reading`: how the message was read, kept until its session is forgotten. */
  record(row: UsageRow, reading?: TurnReading): void;
  /**
   * Keeps what its user says of the newest turn of this id. Gives the turn, with its reading as far as it is kept; undefined:
   * this user has no such turn.
   */
  judge(owner: Owner, run_id: string, verdict: Verdict): Promise<JudgedTurn | undefined>;
  /** How the session's messages were read is forgotten; that they came is not. */
  forgetReadings(key: SessionKey): Promise<void>;
  /** The newest rows of one user, at most 1000. */
  recent(owner: Owner, limit: number): Promise<UsageRow[]>;
  /** Added up by day, goal and action type from the day of `since` (epoch milliseconds), newest day first. */
  summary(owner: Owner, since: number): Promise<UsageSummaryRow[]>;
  /** Added up by day, goal and tier from the day of `since` (epoch milliseconds), newest day first. */
  totals(owner: Owner, since: number): Promise<UsageTotalsRow[]>;
  /** Batched: one request to a model. */
  recordCall(row: ModelCallRow): void;
  /** A run's requests to models, oldest first, at most 1000. */
  calls(owner: Owner, run_id: string): Promise<ModelCallRow[]>;
  /** Requests to models from the day of `since` on, by model and purpose, the dearest first. */
  byModel(owner: Owner, since: number): Promise<ModelTotalsRow[]>;
  /** What models have taken of the budgets, with the day that `now` is in; `day` counts every owner. */
  spent(key: SessionKey & { run_id: string }, now: number): Promise<TokensSpent>;
}

/** How much is kept of one user, of what people know by its name. */
export type KeptOfUser = { sessions: number; questions: number; runs: number; schedules: number };

/** Everything that is kept of one user, whatever it is about. */
export interface PersonalData {
  /**
   * Deletes it, all or nothing: conversations, questions, runs with their steps, usage, proposals, schedules, cached answers,
   * links to chats, and every link of others to where only this user reads. Nothing for a user nobody knows.
   */
  forget(owner: Owner): Promise<void>;
  /** Of what `forget` would delete. Deletes nothing. */
  count(owner: Owner): Promise<KeptOfUser>;
  /**
   * Deletes of every user what is over and was last changed before this moment: conversations, runs that neither run nor
   * wait, occurrences that have ended, schedules that are done or cancelled, and what a call of a model cost.
   */
  forgetBefore(epochMs: number): Promise<void>;
  /** Of what `forgetBefore` would delete: how many runs and conversations. Deletes nothing. */
  countBefore(epochMs: number): Promise<{ runs: number; conversations: number }>;
}

/** What someone has set for themselves, in every conversation. */
export type UserSettings = {
  /** IANA name; null: none. */
  readonly timezone: string | null;
};

export interface SettingsStore {
  /** undefined for someone who has set nothing. */
  find(owner: Owner): Promise<UserSettings | undefined>;
  /** Replaces what was set. */
  put(owner: Owner, settings: UserSettings): Promise<void>;
}

/** Something that a channel has to remember by itself: a delivery that it has taken, a chat that is closed to it. */
export type ChannelNote = {
  /** One account of one channel, `telegram:123456789`. */
  channel: string;
  kind: string;
  id: string;
  /** null: seen, and nothing is left to do. */
  note: Json;
  /** Epoch milliseconds; from then on it counts as forgotten. */
  expires_at: number;
};

/** What channels keep for themselves; it belongs to no user. */
export interface ChannelStore {
  /** True for exactly one caller: the id was not noted yet, or is forgotten. */
  claim(note: ChannelNote, now: number): Promise<boolean>;
  /** Replaces the note of this id. */
  put(note: ChannelNote): Promise<void>;
  /**
   * Compare and set: replaces a note that still says `was`, forgotten or not; false, and nothing is changed, where it
   * says something else. True for exactly one of those who read the same.
   */
  replace(was: Json, note: ChannelNote): Promise<boolean>;
  find(at: Pick<ChannelNote, "channel" | "kind" | "id">, now: number): Promise<Json | undefined>;
  /** The notes of a kind with something left to do. */
  open(at: Pick<ChannelNote, "channel" | "kind">, now: number): Promise<ChannelNote[]>;
  /** Drops what is forgotten. */
  sweep(now: number): Promise<void>;
}

/** Sentences that may become examples. They are their user's; whoever keeps the domains sees and decides on all. */
export interface ProposalStore {
  /** Batched. One that is there stays as it is, whether it waits or was decided on. */
  propose(proposal: ExampleProposal): void;
  /** Batched: a sentence that was not understood. One that is there stays as it is; what is 30 days older goes. */
  noteUnclear(sentence: UnclearSentence): void;
  /** Batched: it was no good after all, or is clear by now. What was decided on stays so. */
  withdraw(owner: Owner, id: string): void;
  /** A turn that its user called wrong. One that is there stays as it is, whether it waits or was decided on. */
  noteWrong(turn: WrongTurn): Promise<void>;
  /** What was called wrong, of every owner: the newest first, at most 500. */
  wrong(limit: number): Promise<WrongTurn[]>;
  findWrong(id: string): Promise<WrongTurn | undefined>;
  /** What waits, of every owner: the newest first, at most 500. */
  waiting(limit: number): Promise<ExampleProposal[]>;
  /** What was not understood, of every owner: the newest first, at most 500. */
  unclear(limit: number): Promise<UnclearSentence[]>;
  /** undefined for one that does not wait. */
  find(id: string): Promise<ExampleProposal | undefined>;
  findUnclear(id: string): Promise<UnclearSentence | undefined>;
  /**
   * Ends the waiting: the sentence itself is not kept any longer, only that it was decided on. True for exactly one
   * caller, also across processes.
   */
  decide(owner: Owner, id: string, decision: "accepted" | "rejected"): Promise<boolean>;
  /** Everything of one session, decided on or not. */
  forget(key: SessionKey): Promise<void>;
}

/** The storage failed (disk full, connection lost). Nothing that was asked to be durable may be relied on. */
export class StoreError extends RegenteError {
  override readonly name = "StoreError";
  readonly code = "STORE_FAILED";
  override readonly retryable = true;
}

/** Another process carries this run out by now; whatever this one still knows of it counts for nothing. */
export class RunTakenError extends RegenteError {
  override readonly name = "RunTakenError";
  readonly code = "RUN_TAKEN_OVER";
  constructor(run_id: string, options?: ErrorOptions) {
    super(`Run ${run_id} is carried out by another process now`, options);
  }
}
