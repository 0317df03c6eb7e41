import type { ChangedSchedule } from "#shared/contracts/endpoints.ts";
import type { EntryRequest, IntentOutput } from "#shared/contracts/intent.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { ContextRecord } from "#shared/contracts/run.ts";
import type { Schedule, TellTo } from "#shared/contracts/schedule.ts";
import { cleanText } from "#shared/plain-text/clean-text.ts";
import { type OpenCircumstances, openCircumstances } from "../engine/circumstances.ts";
import type { ScheduleChange } from "../engine/noted-schedules.ts";
import { intentWithout } from "../planning/frames.ts";
import type { RunPage } from "../ports/stores.ts";
import { showTiming } from "../standing/show-when.ts";
import type { SessionContext, Spoken } from "../understanding/understanding.ts";
import { type ModelShare, openModelShare } from "../understanding/with-model/model-share.ts";
import type { Outcome } from "./outcome.ts";
import { nameOf } from "./standing/show-schedule.ts";
import type { Snapshot, StandingRequests, TurnDeps, TurnOptions } from "./turn-deps.ts";

/**
 * One message being answered: what was said, what the session knew when it came, and until when. It never changes;
 * what the message changes is in its Outcome.
 */
export type Turn = OpenCircumstances &
  Readonly<{
    deps: TurnDeps;
    snapshot: Snapshot;
    entry: EntryRequest;
    /** The session's open question. */
    pending: PendingAction | undefined;
    /** See TurnOptions. */
    message: TurnOptions["message"];
    /** An answer of the transcript's own session is never used up; see TurnOptions.continueAs. */
    branches: boolean;
    /** See TurnOptions. */
    shownBy: TurnOptions["shownBy"];
    lacks: TurnOptions["lacks"];
    tell: TellTo | null;
    /** What a model may still do to understand this message; undefined: there is none. */
    model: ModelShare | undefined;
    /** Does what a message says of what stands, once its person has said yes to it; `answer` puts it in. */
    doSaid?: (turn: Turn) => Promise<Outcome | undefined>;
  }>;

/** A turn that may keep something for later. */
export type StandingTurn = Turn & { readonly standing: StandingRequests };

/**
 * Read what the session knows and begin.
 * Errors: StoreError when the store cannot be read
 */
export async function openTurn(
  came: EntryRequest,
  deps: TurnDeps,
  options: TurnOptions,
): Promise<Turn> {
  const entry = { ...came, input_text: cleanText(came.input_text) };
  const key = { user_id: entry.user_id, session_id: entry.session_id };
  const { message, signal, mayUse, watch, unread = [], isNewSession } = options;
  const run_id = options.run_id ?? message?.run_id ?? deps.makeId("run");
  const instruction =
    unread.length === 0
      ? options.instruction
      : { digest: options.instruction?.digest ?? "", isTrusted: false };
  const caller = { ...callerOf(entry), run_id, signal, mayUse, watch, instruction, isNewSession };
  const [circumstances, pending] = await Promise.all([
    openCircumstances(caller, deps),
    isNewSession === true ? undefined : deps.store.pending.find(key, deps.clock.now()),
  ]);
  // What was said before a yes may have been meant to stop it: it is asked for once more.
  const asked = pending && unread.length > 0 ? { ...pending, parked: true } : pending;
  return turnFrom(circumstances, entry, deps, asked, options);
}

/** A turn for what is carried on without a message; what was `said` had led to it. */
export const turnBehind = (
  circumstances: OpenCircumstances,
  { user_id, session_id, input_text, locale }: Omit<EntryRequest, "channel" | "metadata">,
  channel: string,
  deps: TurnDeps,
): Turn =>
  turnFrom(
    circumstances,
    { user_id, session_id, input_text, locale, channel, metadata: {} },
    deps,
    undefined,
    {},
  );

/** A turn from circumstances that are open already. */
function turnFrom(
  circumstances: OpenCircumstances,
  entry: EntryRequest,
  deps: TurnDeps,
  pending: PendingAction | undefined,
  options: TurnOptions,
): Turn {
  const { ledger } = circumstances;
  return {
    ...circumstances,
    startedAt: options.saidAt ?? circumstances.startedAt,
    deps,
    snapshot: deps.current(),
    entry,
    pending,
    model:
      ledger &&
      openModelShare({
        ...deps,
        ...circumstances,
        cache: deps.store.cache,
        model: ledger.model({ purpose: "understanding" }),
      }),
    message: options.message,
    branches: options.continueAs !== undefined,
    shownBy: options.shownBy,
    lacks: options.lacks,
    tell:
      options.tell === undefined
        ? { channel: entry.channel, session_id: entry.session_id }
        : options.tell,
  };
}

/** Who calls, as a request tells it. */
export const callerOf = ({ user_id, session_id, locale, metadata }: EntryRequest) => ({
  key: { user_id, session_id },
  locale,
  // A schema that refuses makes an error with all that is to know; nearly always there is nothing to refuse.
  localeHint: locales.find((locale) => locale === metadata["locale_hint"]),
  timezone: metadata["timezone"],
});

/** The turn of other words than those that came. */
export const saying = <T extends Turn>(turn: T, input_text: string): T => ({
  ...turn,
  entry: { ...turn.entry, input_text },
});

/** The turn answered in another language: the one that the message is in, or its question. */
export const inLanguage = <T extends Turn>(turn: T, locale: Locale): T =>
  turn.locale === locale ? turn : { ...turn, locale, emit: turn.emitIn(locale) };

/** What a turn comes to when it is answered in that language. */
export const answeredIn = async (
  turn: Turn,
  locale: Locale,
  task: (turn: Turn) => Promise<Outcome>,
): Promise<Outcome> => ({ ...(await task(inLanguage(turn, locale))), locale });

/** What the sentence is understood against: the session's language and last goal, and today. */
export const sessionContextOf = ({ state, startedAt, timezone }: Turn): SessionContext => ({
  locale: state.locale,
  lastFrame: state.last_frame,
  now: startedAt,
  timezone,
});

/** What words of an answer are read against: the language of the question, and today. */
export const spokenIn = ({ startedAt: now, timezone, locale }: Turn): Spoken => ({
  now,
  timezone,
  locale,
});

/** The same as it is kept with a run, so that the run can be replayed. */
export function contextRecordOf({ state, snapshot, timezone }: Turn): ContextRecord {
  const { locale, last_frame, remembered } = state;
  const [only, ...others] = snapshot.catalogue.manifests.keys();
  const only_domain = others.length === 0 ? (only ?? null) : null;
  return { locale, timezone, last_frame, remembered, only_domain };
}

/** The intent of a message that asks for no goal; `said`: what it says instead. */
export const controlIn = ({ entry }: Pick<Turn, "entry">, said: string): IntentOutput =>
  intentWithout(entry.input_text, "control", said);

/** The session's last runs, the newest first. */
export const lastRuns = async (
  { deps, key }: Pick<Turn, "deps" | "key">,
  most: number,
): Promise<RunPage["runs"]> =>
  (await deps.store.runs.list(key, most, undefined, { session_id: key.session_id })).runs;

/** What every run of a message has in common. */
export const workOf = (turn: Turn, intent: IntentOutput) => ({
  run_id: turn.run_id,
  catalogue: turn.snapshot.catalogue,
  intent,
  execution_intents: [],
  frames: [],
  original_query: turn.entry.input_text,
  created_at: turn.begunAt,
});

/** A change as people are told of it. */
export function viewChange(
  { before, now }: ScheduleChange,
  { locale, startedAt }: Pick<Turn, "locale" | "startedAt">,
): ChangedSchedule {
  const { id, status, timing, only_if, action, until, zone, tell, next_at } = now;
  return {
    ...{ id, status, timing, action, until, zone, tell, next_at },
    ...(only_if !== undefined && { only_if }),
    change: before === undefined ? "made" : changeOf(before, now),
    name: nameOf(now),
    shown: showTiming(now, locale, startedAt),
  };
}

function changeOf(before: Schedule, { status }: Schedule): ChangedSchedule["change"] {
  if (status === before.status) return "changed";
  if (status === "active") return "resumed";
  return status === "paused" ? "paused" : "cancelled";
}
