import type { Store } from "../ports/stores.ts";
import { dryStore, type StoreReads } from "./dry-store.ts";

const nothing = () => Promise.resolve(undefined);
const none = () => Promise.resolve([]);

/** What there is to read where nothing was ever kept. */
const READS: StoreReads = {
  conversations: { load: nothing, list: async () => ({ sessions: [], next: undefined }) },
  pending: { find: nothing, list: none, expired: none, nextExpiry: nothing, held: none },
  runs: {
    ...{ find: nothing, steps: none, holder: nothing, holders: none, unfinished: none },
    ...{ list: async () => ({ runs: [], next: undefined }), durations: none, utterances: none },
  },
  usage: {
    ...{ recent: none, summary: none, totals: none, calls: none, byModel: none },
    spent: async () => ({ run: 0, session: 0, user_day: 0, day: 0 }),
  },
  channels: { find: nothing, open: none },
  cache: { find: nothing },
  proposals: {
    ...{ waiting: none, unclear: none, wrong: none },
    ...{ find: nothing, findUnclear: nothing, findWrong: nothing },
  },
  schedules: {
    ...{ find: nothing, list: none, due: none, nextDue: nothing, hasMade: async () => false },
    ...{ tick: nothing, ticks: none, tickHolders: none, heldTicks: none },
  },
  recipients: { list: none, lastReached: nothing },
  settings: { find: nothing },
};

/** A store in which nothing was ever kept, and that keeps nothing for longer than a try. */
export const emptyStore = (): Store => dryStore(READS);
