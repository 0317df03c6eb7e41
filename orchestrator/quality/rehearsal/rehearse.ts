import { hash } from "node:crypto";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { runWork } from "../../engine/run-work.ts";
import { runningRuns } from "../../engine/running-runs.ts";
import type { Work } from "../../engine/work.ts";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import type { ModelRequest } from "../../ports/language-model.ts";
import { SILENT } from "../../ports/log.ts";
import { sessionOrderKey } from "../../ports/owner.ts";
import { PlanRefusedError, type ShownPlan } from "../../ports/plan-tokens.ts";
import type { UserSettings } from "../../ports/stores.ts";
import { runBefore } from "../../turn/replayed-response.ts";
import { openTurn } from "../../turn/turn.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
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

const NO_LIMIT = { again: async () => undefined, done: () => undefined };
const refused = () => Promise.reject(new Error("what is only tried out makes no files"));

/**
 * Deps with which a message is answered as it would be, and nothing is done: they hold the reads of the store and nothing
 * that writes or sends. Where a plan would call something, or a model would be asked, they reject with NeedsAnswers. A look
 * at a watched value sees nothing; `looks` is told of it.
 */
function dryDeps(deps: TurnDeps, looks: (needed: Needed) => void): TurnDeps {
  const { model, files, addressBook, standing, meaning } = deps;
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
    after: deps.after,
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
        factsOf: (channel) => standing.factsOf(channel),
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

/**
 * Does what an explanation has shown: the same plan with the same values, at the time that was read then, by the same call
 * that answers. Where anything of it would be another now, nothing is begun. `options.message` is the request's own name, so that
 * the same request again is told what became of it.
 * Errors: PlanRefusedError with what has moved; as answer
 */
export const doPlannedBy =
  (answer: Turns["answer"]): Turns["doPlanned"] =>
  async ({ plan_token, user_id, session_id }, deps, options = {}) => {
    const shown = await deps.planTokens?.open(plan_token, deps.clock.now());
    if (shown === "expired") throw new PlanRefusedError("time");
    const isTheirs = shown?.user_id === user_id;
    if (!isTheirs || (session_id !== undefined && session_id !== shown.session_id))
      throw new PlanRefusedError("token");
    const entry = entryOf(shown);
    const planned: TurnOptions = {
      ...options,
      saidAt: shown.said_at,
      ...(!shown.follows_ticks && { tell: null }),
    };
    return deps.inOrder(sessionOrderKey(entry), async () => {
      const inTurn: TurnDeps = { ...deps, inOrder: (_key, task) => task() };
      const { message } = options;
      if (message?.again === true) {
        const before = await runBefore(message, await openTurn(entry, deps, planned), deps);
        if (before !== undefined) return answer(entry, inTurn, planned);
      }
      const snapshot = deps.current();
      if (snapshot.catalogue.digest !== shown.digest) throw new PlanRefusedError("catalogue");
      const pinned: TurnDeps = { ...inTurn, current: () => snapshot };
      const run_id = options.run_id ?? message?.run_id ?? deps.makeId("run");
      const now = { ...planned, run_id };
      const { message: _message, ...afresh } = now;
      const rehearsed = await rehearse(answer, entry, pinned, afresh);
      const deeds = rehearsed.deeds.map((deed) => digestOf(deed, run_id));
      if (deeds.join() !== shown.deeds.join()) throw new PlanRefusedError(movedIn(rehearsed));
      return answer(entry, doingOnly(pinned, shown.deeds, run_id), now);
    });
  };

/** Whatever comes to something else after all is stopped in front of it. */
function doingOnly(deps: TurnDeps, deeds: readonly string[], run_id: string): TurnDeps {
  let done = 0;
  return noting(deps, (deed) => {
    if (digestOf(deed, run_id) !== deeds[done]) throw new PlanRefusedError("target");
    done += 1;
  });
}

function movedIn({ told }: Rehearsed): "right" | "target" {
  const isForbidden = told?.trace.intent.evidence.some(({ kind }) => kind === "rights") === true;
  return isForbidden ? "right" : "target";
}

const entryOf = ({
  session_id,
  user_id,
  input_text,
  channel,
  locale,
  metadata,
}: ShownPlan): EntryRequest => ({
  ...{ session_id, user_id, input_text, channel },
  metadata: { ...metadata },
  ...(locale !== null && { locale }),
});

/** What a message does beyond its answer: a plan is carried out, a schedule made or changed, a setting set. */
export type Deed =
  | { does: "run"; work: Work }
  | { does: "make"; schedule: Schedule }
  | { does: "change"; schedule: Schedule }
  | { does: "set"; settings: UserSettings };

/** The same, and `before` is told of each deed in front of it; when that throws, the deed is not done. */
function noting(deps: TurnDeps, before: (deed: Deed) => void): TurnDeps {
  const { store, runWork: carryOut = runWork } = deps;
  const { schedules, settings } = store;
  return {
    ...deps,
    async runWork(work, ...more) {
      before({ does: "run", work });
      return carryOut(work, ...more);
    },
    store: {
      ...store,
      schedules: {
        ...schedules,
        async add(schedule, most) {
          before({ does: "make", schedule });
          return schedules.add(schedule, most);
        },
        async change(schedule) {
          before({ does: "change", schedule });
          return schedules.change(schedule);
        },
      },
      settings: {
        ...settings,
        async put(owner, set) {
          before({ does: "set", settings: set });
          return settings.put(owner, set);
        },
      },
    },
  };
}

/**
 * What a deed is, whenever the same words lead to it: with its resolved values and targets, without the names that each try
 * makes anew and without what was seen meanwhile. `run_id` is the message's own run.
 */
export function digestOf(deed: Deed, run_id: string): string {
  return hash("sha256", canonicalJson([deed.does, partsOf(deed, run_id)]));
}

function partsOf(deed: Deed, run_id: string) {
  if (deed.does === "set") return { ...deed.settings };
  if (deed.does === "run") {
    const { plan, dry_run = false, approved } = deed.work;
    const continued = deed.work.run_id === run_id ? "" : deed.work.run_id;
    return { plan, dry_run, approved: Object.fromEntries(approved ?? []), continued };
  }
  const { id, rights: _rights, timing, ...kept } = deed.schedule;
  return {
    ...kept,
    id: deed.does === "make" ? "" : id,
    timing: timing.kind === "when" ? { ...timing, watch: wantedOf(timing.watch) } : timing,
  };
}

/** A watch as it was asked for. */
function wantedOf({
  base: _base,
  base_day: _day,
  armed: _armed,
  last: _last,
  fresh: _fresh,
  source: _source,
  seen: _seen,
  unseen: _unseen,
  ...wanted
}: Extract<Schedule["timing"], { kind: "when" }>["watch"]) {
  return wanted;
}
