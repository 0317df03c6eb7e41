import type { Holidays } from "#shared/calendar/holidays.ts";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { RunEvent, TaskRun, WordsEvent } from "#shared/contracts/run.ts";
import type { Schedule, TellTo } from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Budget } from "../engine/metering/budget.ts";
import type { RunningRuns } from "../engine/running-runs.ts";
import type { Carriers, Instruction, RunWork } from "../engine/work.ts";
import type { TimeBeside } from "../language/time/beside.ts";
import type { TimeReading } from "../language/time/reading.ts";
import type { GivenGoal } from "../planning/frames.ts";
import type { AnswerRoom } from "../ports/answer-cache.ts";
import type { ChannelFacts } from "../ports/channel.ts";
import type { After, Clock, MakeId } from "../ports/clock.ts";
import type { DomainClient } from "../ports/domain-client.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { Log } from "../ports/log.ts";
import type { HeldMessage } from "../ports/message-store.ts";
import type { PlanTokens } from "../ports/plan-tokens.ts";
import type { MayUse, Rights } from "../ports/principal.ts";
import type { AddressBook } from "../ports/recipient-store.ts";
import type { RunEvents } from "../ports/run-events.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { Store } from "../ports/stores.ts";
import type { ReadMeaning, Understanding } from "../understanding/understanding.ts";

/** What the manifests promise at one moment, and how sentences are heard against it. */
export type Snapshot = { catalogue: Catalogue; understanding: Understanding };

/** Everything that a turn needs from outside; one for the whole process. */
export type TurnDeps = {
  /** The snapshot that new requests begin with. */
  current(): Snapshot;
  /** The snapshot that a run began with, while this process still has it: for what is told of the run. */
  pinned(digest: string): Snapshot | undefined;
  /** What a run goes on with: the catalogue that it began with, as long as its domains answer in those versions; else today's. */
  catalogueOf(run: Pick<TaskRun, "catalogue_digest" | "plan">): Promise<Catalogue>;
  client: DomainClient;
  /** Absent: answers take what they take. */
  answerRoom?: AnswerRoom;
  /** Who carries out a step, by the kind of its capability. */
  carriers: Carriers;
  /** Carries out the plan of a message. Absent: the engine, as it is. */
  runWork?: RunWork;
  /** Absent: no explanation can be taken at its word. */
  planTokens?: PlanTokens;
  store: Store;
  events: RunEvents;
  files: FileStore;
  /** Absent: there is no one to send to. */
  addressBook?: AddressBook;
  /** What a sentence means where its words leave the goal open; absent: sentences are read by their words alone. */
  meaning?: ReadMeaning;
  /** Absent: what the words alone leave open is asked. */
  model?: LanguageModel;
  /** How much a model may be used. */
  budget: Budget;
  clock: Clock;
  makeId: MakeId;
  random(): number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** See EngineDeps. */
  after: After;
  /** One message of a session at a time. */
  inOrder<T>(key: string, task: () => Promise<T>): Promise<T>;
  running: RunningRuns;
  /** Absent: what the store keeps of a run is enough for others to carry it on. */
  host?: Pick<RunHost, "begin">;
  log: Log;
  /** For a whole request, milliseconds. */
  deadlineMs: number;
  /** IANA name, for requests that do not say theirs. */
  timezone: string;
  /** Absent: nothing is kept for later. */
  standing?: StandingRequests;
};

/** What standing requests are made with. */
export type StandingRequests = {
  readonly holidays: Holidays;
  /** What a text says about when, how often, until when or on what condition. */
  readTime(
    text: string,
    now: number,
    zone: string,
    locale: Locale,
    beside?: TimeBeside,
    /** Called when what the text says depends on `now`. */
    onClock?: () => void,
  ): TimeReading;
  /** Of one owner. */
  readonly most: number;
  /** What recurs, and what is watched, ends by itself after so long, milliseconds. */
  readonly endsAfterMs: number;
  /** Channels that bring a text to people by themselves, and whether they could reach this one. */
  channels(): readonly string[];
  reaches(owner: { user_id: string }, channel: string): Promise<boolean>;
  /** undefined: it brings no texts by itself. */
  factsOf(channel: string): ChannelFacts | undefined;
  /** Something is due then. */
  wakeAt(epochMs: number): void;
};

/** How a channel wants one turn to be handled. */
export type TurnOptions = {
  /** The client went away: reads are cancelled, effects finish. */
  signal?: AbortSignal;
  /** Sees the run's events as they happen, and the language of the answer as far as it is known then. */
  watch?: (event: RunEvent | WordsEvent, locale: Locale) => void;
  /**
   * Where the session goes on after this answer, at least one place. Channels whose session is the
   * transcript itself give every answer its own place, so that an edited or regenerated message finds the
   * question it belongs to.
   */
  continueAs?: (told: TurnResponse) => readonly string[];
  /** True of what another one answers in our place: it is neither counted here, nor does a session learn of it. */
  isElsewhere?: (
    ended: Pick<TurnResponse, "status"> & Pick<TurnResponse["trace"], "steps">,
  ) => boolean;
  /** The session was made for this message: nothing is known of it yet, and nothing has to be read. */
  isNewSession?: boolean;
  /** The message is meant for this question and nothing else: where it is not open any more, nothing happens. */
  answers?: string;
  /** A program speaks for its person: a confirmation that waits in the session stays open, whatever the message says. */
  isProgram?: true;
  /** The goal and its values as a program names them; the message is only kept. No open question is answered by it. */
  given?: GivenGoal;
  /** What the user has a right to. Absent: everything, where no one checks who calls. */
  mayUse?: MayUse | undefined;
  lacks?: Rights["lacks"] | undefined;
  /** What a front end put before the user's words; see Instruction. */
  instruction?: Instruction | undefined;
  /** What else the user said with this message, which is not read: the answer says so, and what changes something asks first. */
  unread?: readonly string[];
  /** By what the user has shown who they are; absent where no one checks. */
  shownBy?: Schedule["rights"];
  /** Where the user can be told something later; null: nowhere, the client is gone then. Absent: in this session. */
  tell?: TellTo | null;
  /** The message may come again under its name: where someone was at it before, it is answered with what became of it. */
  message?: HeldMessage;
  /** Of the run that this turn begins, where it begins one. Absent: the message's, else a new one. */
  run_id?: string;
  /** When the message was said, where that is not now: words of time count from then. Epoch milliseconds. */
  saidAt?: number;
};
