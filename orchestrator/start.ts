import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { domainKey } from "#shared/domain-secret/domain-key.ts";
import { diskApprovedManifests } from "./adapters/approved-manifests/disk-approved-manifests.ts";
import { auditedRuns } from "./adapters/audit-log/audited-store.ts";
import { diskAuditLog } from "./adapters/audit-log/disk-audit-log.ts";
import { openDomainClient } from "./adapters/domain-client/domain-client.ts";
import { memoryRunEvents } from "./adapters/events/memory-run-events.ts";
import { diskFiles } from "./adapters/files/disk-files.ts";
import { openLanguageModel } from "./adapters/language-model/open-language-model.ts";
import type { JsonLog } from "./adapters/log/json-log.ts";
import { meteredEvents, meteredStore } from "./adapters/metrics/metered.ts";
import { openMetrics } from "./adapters/metrics/metrics.ts";
import { hasEnded, nameThisProcess } from "./adapters/process/this-process.ts";
import { openStore } from "./adapters/store/open-store.ts";
import { randomId, sleep, systemClock } from "./adapters/time/system-clock.ts";
import { findingsCache } from "./adapters/training-cache/findings-cache.ts";
import { type TrainingCache, trainingCache } from "./adapters/training-cache/training-cache.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { openApprovals } from "./catalogue/registry/approvals.ts";
import { openPromotedExamples } from "./catalogue/registry/promoted-examples.ts";
import { openRegistry } from "./catalogue/registry/registry.ts";
import type { Config } from "./config.ts";
import type { KeysChange } from "./endpoints/access/api-keys.ts";
import { openAuthentication } from "./endpoints/access/authenticate.ts";
import { makeApp } from "./endpoints/app.ts";
import { openAdmission } from "./endpoints/http/admission.ts";
import { refuseMalformed, refuseUnreadable } from "./endpoints/http/refuse-malformed.ts";
import { OWN_RIGHTS } from "./endpoints/http/rights.ts";
import { telegramSettings, WEBHOOK_PATH } from "./endpoints/telegram/settings.ts";
import { openBudget } from "./engine/metering/budget.ts";
import { LINTER } from "./quality/lint/finding.ts";
import { openPromotion } from "./quality/promotion/promotion.ts";
import { type Aside, oneAside } from "./quality/review/do-aside.ts";
import { learnAside } from "./quality/review/learn-aside.ts";
import { type Calibration, openCalibration } from "./quality/review/open-calibration.ts";
import { openReview } from "./quality/review/open-review.ts";
import { openPresence } from "./recovery/presence.ts";
import { openRecovery } from "./recovery/recovery.ts";
import { orderAcrossProcesses } from "./recovery/session-order.ts";
import { makeInOrder } from "./turn/conversation/in-order.ts";
import type { Desk, Snapshot } from "./turn/desk.ts";
import { pinDomains } from "./turn/pin-domain.ts";
import { runningRuns } from "./turn/running-runs.ts";
import { trainingBytes, trainingIn } from "./understanding/classifier/training-bytes.ts";
import { buildUnderstanding } from "./understanding/understand.ts";

/** An orchestrator that listens. */
export type Orchestrator = {
  url: string;
  /** Takes nothing new, finishes what is under way for at most `graceMs`, and lets go. */
  close(graceMs?: number): Promise<void>;
};

/** What is under way may take so long when the process is told to stop; the rest of ten seconds is for what follows. */
const GRACE_MS = 9000;
/** For a request to arrive, milliseconds: who sends a byte now and then holds a connection no longer than that. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2000,
  // The doors look at the host themselves, and refuse in their own words.
  requireHostHeader: false,
};
/** Connections that wait to be taken; beyond them a network makes clients try again after seconds. */
const BACKLOG = 4096;
/** Of what people said, how much a changed catalogue is tried with. */
const MOST_REPLAYED = 2000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** What requests need of a catalogue; what one start learns, the next one only reads. */
const preparing =
  ({ read, write }: TrainingCache, aside: Aside, log: JsonLog) =>
  async (catalogue: Catalogue, before: Catalogue): Promise<Snapshot> => {
    const kept = await read(catalogue.digest);
    const known = kept && trainingIn(kept);
    const training = known ?? (await learnAside(catalogue, before, { aside, log }));
    const understanding = buildUnderstanding(catalogue, training);
    if (known === undefined || !understanding.warm)
      await write(catalogue.digest, trainingBytes(understanding.training()));
    return { catalogue, understanding };
  };

/** A part of a catalogue has its digest, but not its training. */
const prepareUnkept = (catalogue: Catalogue): Snapshot => ({
  catalogue,
  understanding: buildUnderstanding(catalogue),
});

/**
 * Put everything together and listen.
 * Errors: ContractError for a wrong bootstrap file, list of users or file of keys, StoreError when the store cannot be opened,
 *         and Node's own error when the port is taken
 */
export async function startOrchestrator(config: Config, log: JsonLog): Promise<Orchestrator> {
  const clock = systemClock;
  const makeId = randomId;
  const onTelegram = config.telegram && telegramSettings(config.telegram);
  let noteKeys: (change: KeysChange) => void = () => undefined;
  const authentication =
    config.access &&
    openAuthentication(config.access, OWN_RIGHTS, {
      clock,
      log,
      onChange: (change) => noteKeys(change),
    });
  let urlOf: (domain: string) => string | undefined = () => undefined;
  const client = openDomainClient({
    baseUrlOf: (domain) => urlOf(domain),
    keyOf: (domain) => domainKey(config.domainSecret, domain),
    clock,
    makeId,
  });
  const { dataDir, databaseUrl } = config;
  // Only who has a collector pays for loading it.
  const tracing =
    config.otlpEndpoint === undefined
      ? undefined
      : (await import("./adapters/tracing/tracing.ts")).openTracing(config.otlpEndpoint);
  const trainings = trainingCache(join(dataDir, "understanding"), log);
  const aside = oneAside();
  const prepare = preparing(trainings, aside, log);
  let calibration: Calibration | undefined;
  const name = nameThisProcess();
  const opening = openStore({ dataDir, databaseUrl, holder: name, clock, log });
  const review = openReview({
    policy: config.diffPolicy,
    aside,
    recorded: async () => (await opening).runs.utterances(MOST_REPLAYED),
    kept: findingsCache(join(dataDir, "understanding"), LINTER, log),
    log,
  });
  const approvals =
    config.changePolicy === "accept"
      ? undefined
      : openApprovals(await diskApprovedManifests(join(dataDir, "approved-manifests"), log), log);
  const promoted = await openPromotedExamples(config.promoted);
  const [store, model, files, registry] = await Promise.all([
    opening,
    config.model && openLanguageModel(config.model, { clock, random: Math.random, sleep }),
    diskFiles(join(config.dataDir, "files"), clock),
    openRegistry({
      bootstrap: config.bootstrap,
      registered: join(dataDir, "registered-domains.json"),
      promoted,
      env: process.env,
      source: client,
      log,
      prepare: async (candidate, before) => {
        const snapshot = await prepare(candidate, before);
        await review.admit(candidate, before);
        return snapshot;
      },
      objectionTo: review.objectionTo,
      approvals,
      onChange: (now, before) => {
        review.onChange(now, before);
        calibration?.onChange(now);
      },
    }),
  ]);
  calibration = openCalibration({
    current: registry.current,
    keep: (digest, training) => trainings.write(digest, trainingBytes(training)),
    aside,
    log,
  });
  calibration.onChange(registry.current().catalogue);
  urlOf = registry.urlOf;
  const presence = openPresence(store.channels, name, clock, hasEnded);
  const audit = await diskAuditLog(join(dataDir, "audit"), name, { clock, log });
  noteKeys = (change) => {
    audit
      .append({ what: "keys_changed", ...change })
      .catch((err: unknown) =>
        log.error({ err }, "a change of the API keys is missing in the audit log"),
      );
  };
  const effectOf = (domain: string, capability: string) =>
    registry.current().catalogue.capability(domain, capability)?.effect ?? "external";
  const audited = { ...store, runs: auditedRuns(store.runs, audit, effectOf, log) };
  const metrics = openMetrics({
    domains: () => registry.status().domains,
    breakers: () => client.lines(),
  });
  const watch = { metrics, log, clock };
  const events = meteredEvents(memoryRunEvents(clock), watch);
  const desk: Desk = {
    current: registry.current,
    pinned: registry.pinned,
    client: tracing?.domains(client) ?? client,
    store: meteredStore(audited, watch),
    events: tracing?.events(events) ?? events,
    files,
    budget: openBudget(config.tokenLimits, (key) => store.usage.spent(key, clock.now())),
    ...(model && { model: tracing?.model(model) ?? model }),
    clock,
    makeId,
    random: Math.random,
    sleep,
    inOrder: orderAcrossProcesses({
      ...{ inOrder: makeInOrder(), sleep, presence, name, clock },
      store: store.channels,
    }),
    running: runningRuns(),
    log,
    deadlineMs: config.deadlineMs,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const recovery = openRecovery({
    desk,
    presence,
    domainsReady: registry.ready,
    isExpected: (domain) => registry.status().domains.some((each) => each.name === domain),
  });
  const rightsOf = authentication && ((user_id: string) => authentication.known(user_id).mayUse);
  // Only who has a bot pays for loading it.
  const channel = onTelegram && (await import("./endpoints/telegram/telegram-channel.ts"));
  const telegram = onTelegram && channel?.openTelegram(onTelegram, desk, recovery.loaded, rightsOf);
  const admission = openAdmission(clock, makeId);
  const app = makeApp({
    desk,
    authentication,
    pin: pinDomains(registry.current, prepareUnkept),
    domains: registry,
    review,
    promotion: openPromotion({
      proposals: store.proposals,
      current: () => registry.current().catalogue,
      judge: (example, inForce) =>
        review.judge(example, inForce, registry.current().understanding.training()),
      promote: registry.promote,
      log,
    }),
    presence,
    audit,
    isReady: () => registry.isReady() && recovery.isLoaded() && !admission.isDraining(),
    metrics,
    settings: { ...config.doors, limits: config.limits },
  });
  const sweeping = setInterval(() => {
    const failed = (error: unknown) => log.warn({ err: error }, "expired answers are not dropped");
    store.cache.sweep(clock.now()).catch(failed);
  }, SWEEP_EVERY_MS);
  sweeping.unref();
  const webhook = telegram?.webhook;
  // No route among the doors: who may knock is told by Telegram's own secret, under any host name.
  if (webhook !== undefined) app.post(WEBHOOK_PATH, ({ req }) => webhook(req.raw));
  const listen = getRequestListener(app.fetch, { errorHandler: refuseUnreadable });
  const serve: RequestListener = (incoming, outgoing) => {
    admission.admit(incoming, outgoing, () => void listen(incoming, outgoing));
  };
  const server = createServer(PATIENCE, tracing?.doors(serve) ?? serve);
  server.on("clientError", refuseMalformed);
  // Node would refuse what nobody has to expect without a word.
  server.on("checkExpectation", tracing?.doors(serve) ?? serve);
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, () => listening());
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    async close(graceMs = GRACE_MS) {
      const until = clock.monotonic() + graceMs;
      admission.drain();
      recovery.stop();
      clearInterval(sweeping);
      const quiet = telegram?.close(graceMs);
      const drained = new Promise<void>((done) => server.close(() => done()));
      // A connection that becomes idle while we wait is let go as well; its client would keep it open.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      server.closeIdleConnections();
      await drained;
      clearInterval(idle);
      clearTimeout(late);
      await quiet;
      // What has an effect goes on without its client; its receipt is worth a little time.
      await desk.running.idle(until - clock.monotonic());
      admission.close();
      await recovery
        .leave(Math.max(until - clock.monotonic(), 0))
        .catch((err: unknown) => log.warn({ err }, "left without giving the lease back"));
      review.close();
      calibration?.close();
      await registry.close();
      await client.close();
      await authentication?.close();
      await model?.close();
      await store.close();
      await audit.close();
      await tracing?.close();
    },
  };
}
