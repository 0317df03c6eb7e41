import { RegenteError } from "#shared/contracts/errors.ts";
import type { RunHostName, TaskRun } from "#shared/contracts/run.ts";
import type { inEnglish } from "#shared/messages/messages.ts";
import type { Reason, reason } from "#shared/messages/reason.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { HeldQuestion, Owner, SessionKey, Store } from "./stores.ts";

/** What has to be known of a run to hand it over. */
export type HostedRun = SessionKey & { run_id: string };

/** A run that does not go on by itself any more, and why, in words. */
export type LostRun = { run_id: string; why: string };

/** The engine's side of a host. */
export type HostedWork = {
  /**
   * Carries on a run that was claimed by this process. False: it has to wait, a domain is not up yet. Rejects with code
   * RUN_TAKEN_OVER: another process has it by now.
   */
  carryOn(run: TaskRun): Promise<boolean>;
  /** True: it is under way in this process, and told to stop. */
  cancel(owner: Owner, run_id: string): boolean;
  isUnderWay(owner: Owner, run_id: string): boolean;
  /** Resolves when this process does not carry it out (any more). */
  ended(owner: Owner, run_id: string): Promise<void>;
  /** Something of this kind is due; the store says what. */
  due(key: string): void;
  /** Resolves when every domain was looked at. */
  domainsReady: Promise<void>;
};

/**
 * Who carries a run on, in what order, and when. The store stays the truth about what happened: whoever carries a run on
 * has to claim it there, whatever a host believes.
 */
export interface RunHost {
  readonly name: RunHostName;
  /** Begins to work; asked for once, before anything else. */
  start(work: HostedWork): void;
  /**
   * A run that is going to have effects in this process, before the first of them: from now on it ends, also when this
   * process does not. Rejects with RunHostAwayError: nothing may be sent then.
   */
  begin(run: HostedRun): Promise<void>;
  /** A run that no one carries out is carried on by whichever process comes to it first. Rejects as `begin`. */
  carryOn(run: HostedRun): Promise<void>;
  /** Reaches whoever carries it out. False: no one does. */
  cancel(run: HostedRun): Promise<boolean>;
  /** One at a time of a session, whichever process it comes to; what a dead one left in it comes before. */
  owned<T>(session: string, work: () => Promise<T>): Promise<T>;
  /** Something of this kind is due then, in some process; the earliest that was named counts. Survives the process, or the store's own list does. */
  later(key: string, epochMs: number): void;
  drop(key: string): void;
  onLost(handler: (lost: LostRun) => void): void;
  /** Why no effect is begun now, in words; undefined: it is there. */
  away(): string | undefined;
  /** Why a run of its own stands still, as far as the host knows; undefined: it does not. */
  standsStill(run_id: string): Reason | undefined;
  /** True once everything that was unfinished at the start is loaded, and will come before what is asked now. */
  isLoaded(): boolean;
  loaded: Promise<void>;
  /** Takes nothing more; what this process has stays its own until it leaves. */
  stop(): void;
  /** Waits until what was taken is done, at most `graceMs`, and lets go. */
  leave(graceMs: number): Promise<void>;
}

/** What would carry the run on does not answer, so nothing was begun. */
export class RunHostAwayError extends RegenteError {
  override readonly name = "RunHostAwayError";
  readonly code = "RUN_HOST_AWAY";
  override readonly retryable = true;
}

/** What a host that is a package of its own works with. It imports nothing of the core but types: the rest is given to it. */
export type RunHostParts = {
  /** This process, among those that share the store. */
  name: string;
  store: Pick<Store, "runs" | "pending" | "flush">;
  clock: Clock;
  log: Log;
  deadlineMs: number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** True when that process cannot come back to what it has. */
  isGone(name: string): Promise<boolean>;
  /** Where processes are asked, by their names; `tell` says it of this one. */
  lines: {
    tell(url: string, keptMs: number): Promise<void>;
    find(name: string): Promise<string | undefined>;
  };
  /** Hears that some process is gone. */
  onGone(handler: () => void): void;
  /** In this process alone, while the host is down. */
  inOrder: RunHost["owned"];
  /** Opens a question again that a dead process held; gives the run that has to go on by itself instead. */
  openAgain(question: HeldQuestion, holder: string): Promise<HostedRun | undefined>;
  /** Tells whoever has the run to stop. */
  cancel(run: HostedRun): Promise<boolean>;
  RunHostAwayError: typeof RunHostAwayError;
  reason: typeof reason;
  inEnglish: typeof inEnglish;
};

/** How a package that hosts runs is opened. Errors: Node's own when a port is taken */
export type OpenRunHost<Settings> = (
  parts: RunHostParts & { settings: Settings },
) => Promise<RunHost>;

/** How Restate is reached, and how it reaches us. */
export type RestateSettings = {
  /** Where Restate takes what is asked of it, and where it is managed. */
  ingress: readonly string[];
  admin: readonly string[];
  /** For both, where something before them asks for one. */
  token: string | undefined;
  /** Restate calls us there; every process of this machine listens on it. */
  port: number;
  /** The same as Restate reaches it: one address for all processes. */
  endpoint: string;
  /** Only requests that were signed for one of them are served. */
  keys: readonly string[];
  /** How often something is tried before it is paused. */
  attempts: number;
  /** Where the processes ask each other; `url` undefined: as it listens. */
  node: { host: string; port: number; url: string | undefined; secret: string };
};

/** Which processes hold a connection to what they share: one that is cut off is seen at once. */
export interface Presence {
  /**
   * True for a process that was there and is not any more. Never for one that was not seen: whoever cannot hold a
   * connection (a pooler between, no room) lives by its lease alone.
   */
  isGone(name: string): boolean;
  onGone(handler: () => void): void;
  close(): Promise<void>;
}
