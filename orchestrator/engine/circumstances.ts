import { DEFAULT_LOCALE, isZone, type Locale } from "#shared/contracts/names.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { RunEvent, WordsEvent } from "#shared/contracts/run.ts";
import type { Clock } from "../ports/clock.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { MayUse } from "../ports/principal.ts";
import type { RunEvents } from "../ports/run-events.ts";
import type { SessionKey, Store } from "../ports/stores.ts";
import { type Budget, openLedger } from "./metering/budget.ts";
import type { Circumstances, Instruction } from "./work.ts";

/** What circumstances are made with; one for the whole process. */
export type CircumstancesContext = {
  store: Pick<Store, "conversations" | "usage" | "settings">;
  events: RunEvents;
  /** Absent: there is no model. */
  model?: LanguageModel;
  /** How much a model may be used. */
  budget: Budget;
  clock: Clock;
  /** For a whole request, milliseconds. */
  deadlineMs: number;
  /** IANA name, for requests and users that have not said theirs. */
  timezone: string;
};

/** Who asks for something to be carried out, and how they want to be told. */
export type Caller = {
  key: SessionKey;
  /** As the request says it. Absent: as the session has it, then `localeHint`. */
  locale?: Locale | undefined;
  /** What the channel knows of the user's language; it counts until something was said. */
  localeHint?: Locale | undefined;
  /** IANA name; anything else counts as not given. */
  timezone?: unknown;
  /** Of the run that is begun or continued. */
  run_id: string;
  /** The session was made for this: nothing is known of it yet. */
  isNewSession?: boolean | undefined;
  /** Shorter than the context's own, milliseconds. */
  deadlineMs?: number | undefined;
  signal?: AbortSignal | undefined;
  mayUse?: MayUse | undefined;
  /** See Circumstances. */
  instruction?: Instruction | undefined;
  /** Sees the run's events as they happen. */
  watch?: ((event: RunEvent | WordsEvent, locale: Locale) => void) | undefined;
};

const NEVER = new AbortController().signal;

/** Who says which time zone counts: the client with its request, the user's own setting, or who runs the installation. */
export type ZoneFrom = "client" | "user" | "installation";

export type OpenCircumstances = Circumstances &
  Readonly<{
    run_id: string;
    state: ConversationState;
    timezone_from: ZoneFrom;
    /** `startedAt`, also where what is carried out was said before. */
    begunAt: number;
    /** Nothing is known of the session. */
    isFresh: boolean;
    /** `emit` for an answer in that language. */
    emitIn(locale: Locale): Circumstances["emit"];
  }>;

/**
 * The circumstances of a run, with all that its session knows.
 * Errors: StoreError when the session cannot be read
 */
export async function openCircumstances(
  caller: Caller,
  context: CircumstancesContext,
): Promise<OpenCircumstances> {
  const { key, run_id } = caller;
  const { clock, store, model, budget } = context;
  const startedAt = clock.now();
  const told = isZone(caller.timezone) ? caller.timezone : undefined;
  const settings = told === undefined ? store.settings.find(key) : undefined;
  const [kept, own] =
    caller.isNewSession === true
      ? [undefined, await settings]
      : await Promise.all([store.conversations.load(key), settings]);
  const chosen = own?.timezone ?? undefined;
  const locale = caller.locale ?? kept?.locale ?? caller.localeHint ?? DEFAULT_LOCALE;
  const ledger =
    model &&
    openLedger({
      model,
      run_id,
      clock,
      admit: (request) => budget.admit({ ...key, run_id }, request),
      note: (call) => store.usage.recordCall({ ...key, ...call }),
    });
  const emitIn =
    (told: Locale): Circumstances["emit"] =>
    (id, event) => {
      const published = context.events.publish(key, id, event);
      caller.watch?.(published, told);
    };
  return {
    key,
    run_id,
    locale,
    timezone: told ?? chosen ?? context.timezone,
    timezone_from: told !== undefined ? "client" : chosen === undefined ? "installation" : "user",
    startedAt,
    begunAt: startedAt,
    deadlineAt: startedAt + Math.min(context.deadlineMs, caller.deadlineMs ?? context.deadlineMs),
    signal: caller.signal ?? NEVER,
    mayUse: caller.mayUse,
    instruction: caller.instruction,
    state: kept ?? freshState(locale),
    isFresh: kept === undefined,
    ledger,
    emit: emitIn(locale),
    ...(caller.watch && {
      tellEarly: (step_id: string, text: string) =>
        caller.watch?.({ type: "words", run_id, step_id, text }, locale),
    }),
    emitIn,
  };
}

/** A session in which nothing has been said. */
export const freshState = (locale: Locale): ConversationState => ({
  last_frame: null,
  last_intents: [],
  last_answer: "",
  last_choice: null,
  held: null,
  last_run_id: null,
  last_standing: null,
  schedules_shown_at: null,
  declined: null,
  remembered: {},
  locale,
  title: "",
  turn_count: 0,
  summary: "",
  key_facts: [],
  agent_memory: {},
  artifacts: {},
  shown: [],
});
