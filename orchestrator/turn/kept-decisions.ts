import type { Locale } from "#shared/contracts/names.ts";
import type { Owner } from "../ports/owner.ts";
import type { MayUse } from "../ports/principal.ts";
import type { ScheduleStore } from "../ports/schedule-store.ts";
import type { Understood } from "../understanding/understanding.ts";
import type { Planned } from "./pursue.ts";
import { sessionContextOf, type Turn } from "./turn.ts";
import type { StandingRequests } from "./turn-deps.ts";

/** What a message came to before anything was sent: one step that reads, and what it was understood by. */
export type Decision = Planned & {
  /** Of the answer. */
  locale: Locale;
};

type Asked = Parameters<MayUse>[0];
/** Everything that a decision was made of, beside what its words were understood as. */
type Kept = {
  circumstances: string;
  /** The rights that were asked about, and the answers. */
  rights: ReadonlyMap<Asked, boolean>;
  /** The minute for which it holds, where words of time were read against the clock. */
  minute: number | undefined;
  /** It was looked for standing requests, and none was found: it holds for whoever has made none. */
  ifNoneStands: boolean;
  decision: Decision;
};

/**
 * By what the words were understood as, which understanding itself keeps for some thousands of sentences, by the text, the
 * language and goal spoken of last, the catalogue, the confidences in force and, where a date was read, the day. What it
 * forgets is forgotten here.
 */
const keptFor = new WeakMap<Understood, Kept[]>();
/** The same words under other rights, in another language or zone. */
const MOST_KEPT = 4;

/** Words of time are read against the clock, and none says a time more exactly. */
const MINUTE_MS = 60_000;

/**
 * The same words, catalogue and circumstances lead to the same decision: what was decided for a message before,
 * where it was decided from exactly these. undefined: it is to be decided.
 * Errors: StoreError
 * Cost: two look-ups; one more in the store for words that may be about standing requests
 */
export async function decidedBefore(turn: Turn): Promise<Decision | undefined> {
  if (!isAlone(turn)) return undefined;
  const kept = keptFor.get(wordsOf(turn));
  if (kept === undefined) return undefined;
  const circumstances = circumstancesOf(turn);
  const { mayUse, deps, key } = turn;
  const found = kept.find(
    (each) =>
      each.circumstances === circumstances &&
      (each.minute === undefined || each.minute === minuteOf(turn)) &&
      (mayUse === undefined ||
        each.rights.entries().every(([asked, allowed]) => mayUse(asked) === allowed)),
  );
  if (found?.ifNoneStands === true && (await deps.store.schedules.hasMade(key))) return undefined;
  return found?.decision;
}

/**
 * A turn of which is noted what it asks about rights, whether it reads words of time against the clock, and what it looks
 * for among standing requests.
 */
export type NotedTurn = {
  turn: Turn;
  rights: ReadonlyMap<Asked, boolean>;
  readsClock(): boolean;
  /** What was found of standing requests; who can be told or sent to counts as well. undefined: nothing was looked for. */
  found(): "nothing" | "something" | undefined;
};

export function notingTurn(turn: Turn): NotedTurn {
  const rights = new Map<Asked, boolean>();
  let readsClock = false;
  let found: ReturnType<NotedTurn["found"]>;
  const { mayUse, deps } = turn;
  const { standing } = deps;
  const noted = mayUse && notingRights(mayUse, rights);
  const timed: StandingRequests | undefined = standing && {
    ...standing,
    reaches(owner, channel) {
      found = "something";
      return standing.reaches(owner, channel);
    },
    readTime: (text, now, zone, locale, beside) =>
      standing.readTime(text, now, zone, locale, beside, () => {
        readsClock = true;
      }),
  };
  const schedules = notingFound(deps.store.schedules, (isThere) => {
    if (found !== "something") found = isThere ? "something" : "nothing";
  });
  const store = { ...deps.store, schedules };
  const { addressBook: book } = deps;
  const addressBook = book && {
    ...book,
    list(owner: Owner) {
      found = "something";
      return book.list(owner);
    },
  };
  return {
    turn: {
      ...turn,
      mayUse: noted,
      deps: {
        ...{ ...deps, store },
        ...(timed && { standing: timed }),
        ...(addressBook && { addressBook }),
      },
    },
    rights,
    readsClock: () => readsClock,
    found: () => found,
  };
}

/** What a message asks of them, and whether that found any; to change one is to have found it. */
function notingFound(schedules: ScheduleStore, note: (isThere: boolean) => void): ScheduleStore {
  const noting =
    <Args extends unknown[], R>(
      ask: (...args: Args) => Promise<R>,
      isThere: (found: R) => boolean,
    ) =>
    async (...args: Args): Promise<R> => {
      const found = await ask(...args);
      note(isThere(found));
      return found;
    };
  const isAny = (found: readonly unknown[]) => found.length > 0;
  const always = () => true;
  return {
    ...schedules,
    find: noting(schedules.find, (found) => found !== undefined),
    list: noting(schedules.list, isAny),
    ticks: noting(schedules.ticks, isAny),
    add: noting(schedules.add, always),
    change: noting(schedules.change, always),
  };
}

const notingRights =
  (mayUse: MayUse, rights: Map<Asked, boolean>): MayUse =>
  (asked) => {
    const allowed = mayUse(asked);
    rights.set(asked, allowed);
    return allowed;
  };

/** Keep what a message came to, where nothing but its words and what stands in a kept one decided it. */
export function keepDecision(
  { turn, rights, readsClock, found }: NotedTurn,
  decision: Decision,
): void {
  const { plan, intent } = decision;
  const { catalogue } = turn.snapshot;
  const [step, ...more] = plan.steps;
  if (step === undefined || more.length > 0 || !isAlone(turn)) return;
  if (catalogue.capability(step.domain, step.capability)?.effect !== "read") return;
  if (intent.tier === "model" || found() === "something") return;
  const heard = wordsOf(turn);
  const minute = readsClock() ? minuteOf(turn) : undefined;
  const circumstances = circumstancesOf(turn);
  const ifNoneStands = found() === "nothing";
  const kept = { circumstances, rights: new Map(rights), minute, ifNoneStands, decision };
  keptFor.set(heard, [kept, ...(keptFor.get(heard) ?? [])].slice(0, MOST_KEPT));
}

/** The first message of a conversation, with no question open: nothing of the session is read. */
const isAlone = ({ pending, isFresh }: Turn): boolean => isFresh && pending === undefined;

const wordsOf = (turn: Turn): Understood =>
  turn.snapshot.understanding.understand(turn.entry.input_text, sessionContextOf(turn));

const minuteOf = ({ startedAt }: Turn): number => Math.floor(startedAt / MINUTE_MS);

const circumstancesOf = ({ entry, locale, timezone, deps, model, mayUse }: Turn) =>
  JSON.stringify([
    entry.locale,
    locale,
    timezone,
    entry.metadata["timezone"],
    deps.standing === undefined,
    model === undefined,
    mayUse === undefined,
  ]);
