import type { TaskRun } from "#shared/contracts/run.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { auditedRuns, auditedSchedules, stoppedNotes } from "../adapters/audit-log/audited.ts";
import { type LineState, openDomainClient } from "../adapters/domain-client/domain-client.ts";
import { memoryRunEvents } from "../adapters/events/memory-run-events.ts";
import { openLanguageModel } from "../adapters/language-model/open-language-model.ts";
import {
  type Metrics,
  meteredEvents,
  meteredStore,
  openMetrics,
} from "../adapters/metrics/metrics.ts";
import { signedPlanTokens } from "../adapters/plan-tokens/signed-plan-tokens.ts";
import { deadlineWheel, randomId, sleep } from "../adapters/time/system-clock.ts";
import type { Tracing } from "../adapters/tracing/tracing.ts";
import { effectAt } from "../catalogue/catalogue.ts";
import { cataloguesOfRuns } from "../catalogue/registry/catalogues-of-runs.ts";
import type { Registry } from "../catalogue/registry/registry.ts";
import { LOCAL_USER } from "../endpoints/http/identity.ts";
import { openAnswerRoom } from "../engine/answer-room.ts";
import { CARRIERS } from "../engine/carriers/carriers.ts";
import { openBudget } from "../engine/metering/budget.ts";
import type { ProcessLease } from "../engine/recovery/process-lease.ts";
import { hostedWork } from "../engine/recovery/recovery.ts";
import { runningRuns } from "../engine/running-runs.ts";
import { withStandIns } from "../engine/stand-ins.ts";
import type { AddressBook, RecipientStore } from "../ports/recipient-store.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { Store } from "../ports/stores.ts";
import type { Scheduler } from "../standing/scheduler.ts";
import type { RightsNow } from "../turn/standing/carry-out-occurrence.ts";
import { tellContinued } from "../turn/tell-continued.ts";
import type { Snapshot, TurnDeps } from "../turn/turn-deps.ts";
import type { ReadMeaning } from "../understanding/understanding.ts";
import { hostTimers, openRunHost, STANDING } from "./open-run-host.ts";
import {
  type Bringer,
  expireDue,
  openStanding,
  QUESTIONS,
  readHolidays,
  standingRequests,
  withExpiries,
} from "./open-standing.ts";
import type { Stores } from "./open-stores.ts";
import type { Opening } from "./opening.ts";

/** What carries messages out, and goes on with what was left unfinished. */
export type Engine = {
  deps: TurnDeps;
  host: RunHost;
  processLease: ProcessLease;
  metrics: Metrics;
  /** Whether calls of a domain go through; undefined: none was made yet. */
  breakerOf(domain: string): LineState["state"] | undefined;
  scheduler: Scheduler;
  /** What brings texts to people by itself; channels that are opened later join it. */
  bringers: Map<string, Bringer>;
};

/** What the key of plan tokens is made for: no domain can have such a name. */
const PLANS = "plan tokens";

export async function openEngine(
  opening: Opening,
  { store, files, audit }: Stores,
  { registry, meaning }: { registry: Registry<Snapshot>; meaning: ReadMeaning | undefined },
  tracing: Tracing | undefined,
  rightsNow: RightsNow,
): Promise<Engine> {
  const { config, log, clock, name, ends } = opening;
  const model =
    config.model && (await openLanguageModel(config.model, { clock, random: Math.random, sleep }));
  if (model !== undefined) ends.defer(() => model.close());
  const client = openDomainClient({
    baseUrlOf: registry.urlOf,
    keyOf: (domain) => domainKey(config.domainSecret, domain),
    clock,
    makeId: randomId,
  });
  ends.defer(() => client.close());
  const metrics = openMetrics({
    domains: () => registry.status().domains,
    breakers: () => client.lines(),
  });
  const watch = { metrics, log, clock };
  const events = meteredEvents(memoryRunEvents(clock), watch);
  const breakerOf = (domain: string) => client.lines().find(({ name }) => name === domain)?.state;
  const effectOf = (domain: string, capability: string) =>
    effectAt({ domain, capability }, registry.current().catalogue);
  const audited = {
    ...store,
    runs: auditedRuns(store.runs, audit, effectOf, log),
    schedules: auditedSchedules(store.schedules, audit, log),
  };
  const { host, processLease } = await openRunHost(opening, audited);
  const holidays = readHolidays(config.holidays);
  const bringers = new Map<string, Bringer>();
  const standing = standingRequests(holidays, bringers);
  const catalogues = cataloguesOfRuns({
    current: () => registry.current().catalogue,
    inMemory: (digest) => registry.pinned(digest)?.catalogue,
    speaks: registry.speaks,
    cache: store.cache,
    ...{ clock, log },
  });
  const deps: TurnDeps = {
    current: registry.current,
    pinned: registry.pinned,
    catalogueOf: catalogues.catalogueOf,
    client: withStandIns(tracing?.domains(client) ?? client, {
      standInsFor: registry.standInsFor,
      isAway: (domain) => breakerOf(domain) === "open",
      effectOf,
      clock,
    }),
    answerRoom: openAnswerRoom(),
    carriers: CARRIERS,
    planTokens: signedPlanTokens(domainKey(config.domainSecret, PLANS)),
    store: withKeptCatalogues(withExpiries(meteredStore(audited, watch), host), catalogues),
    events: tracing?.events(events) ?? events,
    files,
    addressBook: openAddressBook(
      store.recipients,
      config.access === undefined ? LOCAL_USER : undefined,
    ),
    budget: openBudget(config.tokenLimits, (key) => store.usage.spent(key, clock.now())),
    ...(meaning && { meaning }),
    ...(model && { model: tracing?.model(model) ?? model }),
    clock,
    makeId: randomId,
    random: Math.random,
    sleep,
    after: deadlineWheel(clock.monotonic),
    inOrder: host.owned,
    ...(host.name === "restate" && { host }),
    running: runningRuns(),
    log,
    deadlineMs: config.deadlineMs,
    timezone: config.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    standing,
  };
  const scheduler = openStanding({
    ...{ deps, bringers, holidays, name },
    schedules: store.schedules,
    stopped: stoppedNotes(audit, log),
    rightsNow,
    isGone: processLease.isGone,
    timers: hostTimers(host, STANDING, clock),
  });
  standing.wakes(scheduler);
  ends.defer(() => scheduler.idle());
  // Against no manifests, everything would seem to have changed.
  void registry.ready.then(() => scheduler.start());
  carryOnRuns(opening, { host, deps, registry, scheduler });
  return { deps, host, processLease, metrics, breakerOf, scheduler, bringers };
}

/** From now on runs of dead processes are carried on here, and what is due wakes this process. */
function carryOnRuns(
  { log, clock, ends, grace }: Opening,
  {
    host,
    deps,
    registry,
    scheduler,
  }: Pick<Engine, "host" | "deps" | "scheduler"> & { registry: Registry<Snapshot> },
): void {
  const expire = () =>
    void expireDue(deps, host).catch((err: unknown) =>
      log.warn({ err }, "questions whose time is over cannot be closed"),
    );
  host.start(
    hostedWork({
      context: deps,
      continuedFor: tellContinued(deps),
      domainsReady: registry.ready,
      isExpected: (domain) => registry.status().domains.some((each) => each.name === domain),
      due: (key) => (key === QUESTIONS ? expire() : scheduler.wake()),
    }),
  );
  host.onLost(({ run_id, why }) => log.error({ run_id, reason: why }, "a run stands still"));
  host.later(QUESTIONS, clock.now());
  ends.defer(async () => {
    host.stop();
    await host
      .leave(grace.leftMs())
      .catch((err: unknown) => log.warn({ err }, "left without giving the lease back"));
  });
}

/** A store that keeps, beside a run that is under way or waits, the manifests that it began with. */
function withKeptCatalogues(store: Store, { keep }: ReturnType<typeof cataloguesOfRuns>): Store {
  const keepFor = ({ status, catalogue_digest }: TaskRun) => {
    if (status === "running" || status === "waiting") keep(catalogue_digest);
  };
  return {
    ...store,
    runs: {
      ...store.runs,
      save(run, isBegun) {
        keepFor(run);
        return store.runs.save(run, isBegun);
      },
      record(run, steps, isBegun) {
        keepFor(run);
        store.runs.record(run, steps, isBegun);
      },
    },
  };
}

/**
 * Whom people may send to, by what is linked. "Me" is the chat that the user linked as their own, else the private
 * chat in which they speak to us; `onlyUser` is the one person of an open installation, for whom a domain may be set
 * up with a chat.
 */
function openAddressBook(
  recipients: Pick<RecipientStore, "list" | "lastReached">,
  onlyUser: string | undefined,
): AddressBook {
  const list = (owner: { user_id: string }) => recipients.list(owner);
  return {
    list,
    async own(owner) {
      const linked = await list(owner);
      const self = linked.find((each) => each.self && each.user_id === owner.user_id);
      const chat = self ?? (await recipients.lastReached(owner));
      if (chat !== undefined) return { channel: chat.channel, address: chat.address };
      return owner.user_id === onlyUser ? "only_user" : undefined;
    },
  };
}
