import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ChannelNote, Owner, SessionKey, Store } from "../../ports/stores.ts";

/** What is asked of a store and changes nothing in it, part by part. */
const READS = {
  conversations: ["load", "list"],
  pending: ["find", "list", "expired", "nextExpiry", "held"],
  runs: ["find", "list", "steps", "holder", "holders", "unfinished", "durations", "utterances"],
  usage: ["recent", "summary", "totals", "calls", "byModel", "spent"],
  channels: ["find", "open"],
  cache: ["find"],
  proposals: ["waiting", "unclear", "wrong", "find", "findUnclear", "findWrong"],
  schedules: [
    ...(["find", "hasMade", "list", "due", "nextDue"] as const),
    ...(["tick", "ticks", "tickHolders", "heldTicks"] as const),
  ],
  recipients: ["list", "lastReached"],
  settings: ["find"],
} as const satisfies { [P in keyof Store]?: readonly (keyof Store[P])[] };

type Reads = typeof READS;
type StoreReads = { [P in keyof Reads]: Pick<Store[P], Reads[P][number] & keyof Store[P]> };

/** The reads of a store, taken out of it: whoever has them cannot reach the rest. */
export function readsOf(store: Store): StoreReads {
  const parts = Object.entries(READS).map(([name, reads]) => {
    const part = store[name as keyof Reads] as unknown as Record<string, () => unknown>;
    return [name, Object.fromEntries(reads.map((read) => [read, part[read]?.bind(part)]))];
  });
  return Object.fromEntries(parts) as StoreReads;
}

/** Nothing that answers a message asks for it. */
const refused = (): Promise<never> =>
  Promise.reject(new Error("what is only tried out changes nothing"));
const nothing = () => undefined;
const done = async () => undefined;
const placeOf = ({ user_id, session_id }: SessionKey): string => `${user_id}\n${session_id}`;

/**
 * A store for one message that is only tried out: it reads a real one, and keeps to itself what is written. What was written
 * is read again; what nobody reads again is dropped.
 */
export function dryStore(reads: StoreReads): Store {
  const states = new Map<string, ConversationState>();
  /** undefined: the question is taken. */
  const questions = new Map<string, PendingAction | undefined>();
  const runs = new Map<string, TaskRun>();
  const schedules = new Map<string, Schedule>();
  const notes = new Map<string, ChannelNote>();
  let settings: Awaited<ReturnType<Store["settings"]["find"]>>;

  const openQuestion: Store["pending"]["find"] = async (key, now) =>
    questions.has(placeOf(key)) ? questions.get(placeOf(key)) : reads.pending.find(key, now);
  const take = async (key: SessionKey, id: string): Promise<boolean> => {
    const open = await openQuestion(key, 0);
    if (open?.id !== id) return false;
    questions.set(placeOf(key), undefined);
    return true;
  };
  const findSchedule = async (owner: Owner, id: string): Promise<Schedule | undefined> =>
    schedules.get(id) ?? reads.schedules.find(owner, id);
  const listSchedules: Store["schedules"]["list"] = async (owner, limit, open) => {
    const isOpen = ({ status }: Schedule) => status === "active" || status === "paused";
    const kept = await reads.schedules.list(owner, limit, open);
    const known = new Set(kept.map(({ id }) => id));
    const made = [...schedules.values()].filter(({ id }) => !known.has(id));
    return [...made, ...kept.map((each) => schedules.get(each.id) ?? each)]
      .filter((each) => !open || isOpen(each))
      .slice(0, limit);
  };

  return {
    conversations: {
      ...reads.conversations,
      load: async (key) => states.get(placeOf(key)) ?? reads.conversations.load(key),
      save: (key, state) => void states.set(placeOf(key), state),
      delete: refused,
    },
    pending: {
      ...reads.pending,
      find: openQuestion,
      put: async (action) => void questions.set(placeOf(action), action),
      take,
      hold: (key, id) => take(key, id),
      letGo: nothing,
      reopen: done,
    },
    runs: {
      ...reads.runs,
      find: async (owner, run_id) => runs.get(run_id) ?? reads.runs.find(owner, run_id),
      async save(run) {
        runs.set(run.run_id, run);
        return true;
      },
      record: (run) => void runs.set(run.run_id, run),
      intend: done,
      settle: done,
      async claim(run) {
        const claimed: TaskRun = { ...run, status: "running" };
        runs.set(run.run_id, claimed);
        return claimed;
      },
    },
    usage: {
      ...reads.usage,
      record: nothing,
      recordCall: nothing,
      judge: refused,
      forgetReadings: refused,
    },
    channels: {
      ...reads.channels,
      async find(at, now) {
        const own = notes.get(JSON.stringify([at.channel, at.kind, at.id]));
        return own === undefined ? reads.channels.find(at, now) : own.note;
      },
      put: async (note) => void notes.set(JSON.stringify([note.channel, note.kind, note.id]), note),
      claim: refused,
      replace: refused,
      sweep: refused,
    },
    cache: { ...reads.cache, put: nothing, forget: done, sweep: refused },
    proposals: {
      ...reads.proposals,
      propose: nothing,
      noteUnclear: nothing,
      withdraw: nothing,
      noteWrong: refused,
      decide: refused,
      forget: refused,
    },
    schedules: {
      ...reads.schedules,
      find: findSchedule,
      list: listSchedules,
      async add(schedule, most) {
        if ((await findSchedule(schedule, schedule.id)) !== undefined) return true;
        if ((await listSchedules(schedule, most, true)).length >= most) return false;
        schedules.set(schedule.id, schedule);
        return true;
      },
      async change(schedule) {
        const before = await findSchedule(schedule, schedule.id);
        if (before?.version !== schedule.version - 1) return false;
        schedules.set(schedule.id, schedule);
        return true;
      },
      claim: refused,
      settle: refused,
      takeTick: refused,
    },
    recipients: {
      ...reads.recipients,
      offer: refused,
      accept: refused,
      put: refused,
      remove: refused,
      leave: refused,
      moved: refused,
      reached: refused,
    },
    messages: { take: refused, takeOver: refused },
    personal: { forget: refused, count: refused, forgetBefore: refused, countBefore: refused },
    settings: {
      find: async (owner) => settings ?? reads.settings.find(owner),
      async put(_owner, set) {
        settings = set;
      },
    },
    flush: done,
    check: done,
    close: done,
  };
}

const nothingThere = () => Promise.resolve(undefined);
const none = () => Promise.resolve([]);

/** What there is to read where nothing was ever kept. */
const NOTHING: StoreReads = {
  conversations: { load: nothingThere, list: async () => ({ sessions: [], next: undefined }) },
  pending: { find: nothingThere, list: none, expired: none, nextExpiry: nothingThere, held: none },
  runs: {
    ...{ find: nothingThere, steps: none, holder: nothingThere, holders: none, unfinished: none },
    ...{ list: async () => ({ runs: [], next: undefined }), durations: none, utterances: none },
  },
  usage: {
    ...{ recent: none, summary: none, totals: none, calls: none, byModel: none },
    spent: async () => ({ run: 0, session: 0, user_day: 0, day: 0 }),
  },
  channels: { find: nothingThere, open: none },
  cache: { find: nothingThere },
  proposals: {
    ...{ waiting: none, unclear: none, wrong: none },
    ...{ find: nothingThere, findUnclear: nothingThere, findWrong: nothingThere },
  },
  schedules: {
    ...{
      find: nothingThere,
      list: none,
      due: none,
      nextDue: nothingThere,
      hasMade: async () => false,
    },
    ...{ tick: nothingThere, ticks: none, tickHolders: none, heldTicks: none },
  },
  recipients: { list: none, lastReached: nothingThere },
  settings: { find: nothingThere },
};

/** A store in which nothing was ever kept, and that keeps nothing for longer than a try. */
export const emptyStore = (): Store => dryStore(NOTHING);
