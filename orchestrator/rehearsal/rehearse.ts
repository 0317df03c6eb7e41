import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { runWork } from "../engine/run-work.ts";
import { runningRuns } from "../engine/running-runs.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import type { DomainCall } from "../ports/domain-client.ts";
import type { ModelRequest } from "../ports/language-model.ts";
import type { TurnDeps, TurnOptions } from "../turn/turn-deps.ts";
import type { Turns } from "../turn/turns.ts";
import { type Deed, noting } from "./deeds.ts";
import { dryStore, readsOf } from "./dry-store.ts";

/** What a message would come to. */
export type Rehearsed = {
  /** In the order in which they would be done. */
  deeds: readonly Deed[];
  /** What would be asked for what comes next; none: `told` is what would be told, word for word. */
  needed: readonly Needed[];
  /** undefined: it could not be followed to its end. */
  told: TurnResponse | undefined;
};

/**
 * Answers a message with nothing but reads of the store: as it would be answered now, up to where something would be called.
 * Errors: as answer
 */
export const rehearse = (
  answer: Turns["answer"],
  entry: EntryRequest,
  deps: TurnDeps,
  options: TurnOptions,
): Promise<Rehearsed> => rehearsing(answer, deps).say(entry, options);

/** The same for one message after another, each with what those before it would have left; `store` reads that. */
export function rehearsing(answer: Turns["answer"], deps: TurnDeps) {
  let deeds: Deed[] = [];
  let looks: Needed[] = [];
  const dry = noting(
    dryDeps(deps, (look) => looks.push(look)),
    (deed) => deeds.push(deed),
  );
  return {
    store: dry.store,
    async say(entry: EntryRequest, options: TurnOptions): Promise<Rehearsed> {
      deeds = [];
      looks = [];
      try {
        const told = await answer(entry, dry, options);
        return { deeds, needed: looks, told };
      } catch (error) {
        if (!(error instanceof NeedsAnswers)) throw error;
        return { deeds, needed: [...looks, ...error.needed], told: undefined };
      }
    },
  };
}

/** Something that would be asked for what comes next: a capability of a domain, or a model. */
type Needed = { what: "capability"; name: string } | { what: "model"; name: string };

/** An answer cannot be followed any further: what comes next depends on what these would say. */
class NeedsAnswers extends Error {
  override readonly name = "NeedsAnswers";
  readonly needed: readonly Needed[];
  constructor(needed: readonly Needed[]) {
    super("what comes next depends on what is not asked here");
    this.needed = needed;
  }
}

const SILENT = { info() {}, warn() {}, error() {} };
const NO_LIMIT = { again: async () => undefined, done: () => undefined };
const refused = () => Promise.reject(new Error("what is only tried out makes no files"));

/**
 * Deps with which a message is answered as it would be, and nothing is done: they hold the reads of the store and nothing
 * that writes or sends. Where a plan would call something, or a model would be asked, they reject with NeedsAnswers. A look
 * at a watched value sees nothing; `looks` is told of it.
 */
function dryDeps(deps: TurnDeps, looks: (needed: Needed) => void): TurnDeps {
  const { model, files, addressBook, standing, meaning, after } = deps;
  const askModel = async ({ size, own }: ModelRequest): Promise<never> => {
    throw new NeedsAnswers([{ what: "model", name: model?.nameOf(size, own) ?? size }]);
  };
  return {
    current: deps.current,
    pinned: deps.pinned,
    catalogueOf: deps.catalogueOf,
    client: {
      async call(look) {
        looks(nameOf(look));
        return notCalled(look);
      },
    },
    carriers: { ...deps.carriers, agent: notCalled, reasoning: notCalled },
    async runWork(work, circumstances, context, ask) {
      const needed: Needed[] = [];
      const call = async (asked: DomainCall) => {
        needed.push(nameOf(asked));
        return notCalled(asked);
      };
      // What asks the user, or fails before anything is sent, does so here as well.
      const carriers = { ...deps.carriers, agent: call, reasoning: call };
      const result = await runWork(
        work,
        circumstances,
        { ...context, carriers, client: { call } },
        ask,
      );
      if (needed.length > 0) throw new NeedsAnswers(needed);
      return result;
    },
    store: dryStore(readsOf(deps.store)),
    events: {
      publish: (_owner, run_id, event) => ({ ...event, run_id, seq: 0, at: deps.clock.now() }),
      follow: () => undefined,
    },
    files: {
      find: (owner, id) => files.find(owner, id),
      signed: (link) => files.signed(link),
      isSigned: (id, signature) => files.isSigned(id, signature),
      put: refused,
      forget: refused,
      sweep: refused,
    },
    ...(addressBook && {
      addressBook: {
        list: (owner) => addressBook.list(owner),
        own: (owner) => addressBook.own(owner),
      },
    }),
    ...(meaning && { meaning }),
    ...(model && { model: { nameOf: model.nameOf, complete: askModel, write: askModel } }),
    budget: { limits: deps.budget.limits, admit: async () => NO_LIMIT },
    clock: deps.clock,
    makeId: deps.makeId,
    random: deps.random,
    sleep: deps.sleep,
    ...(after && { after }),
    inOrder: (_key, task) => task(),
    running: runningRuns(),
    log: SILENT,
    deadlineMs: deps.deadlineMs,
    timezone: deps.timezone,
    ...(standing && {
      standing: {
        holidays: standing.holidays,
        most: standing.most,
        endsAfterMs: standing.endsAfterMs,
        readTime: standing.readTime,
        channels: () => standing.channels(),
        reaches: (owner, channel) => standing.reaches(owner, channel),
        wakeAt() {},
      },
    }),
  };
}

const nameOf = ({ request: { intent } }: DomainCall): Needed => ({
  what: "capability",
  name: `${intent.domain}.${intent.capability}`,
});

const notCalled = async ({ domain }: DomainCall): Promise<never> => {
  throw new DomainCallError(domain, "cancelled", "is not called here", false);
};
