import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { UsageRow } from "#shared/contracts/usage.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DomainFault } from "../../ports/domain-client.ts";
import type { RunEvents } from "../../ports/run-events.ts";
import type { Store } from "../../ports/stores.ts";
import type { JsonLog } from "../log/json-log.ts";

/** What is looked at only when someone asks. */
type Watched = {
  domains(): readonly Pick<DomainStatus, "name" | "state">[];
  /** Which domains are left alone for a while, and which of them are being tried. */
  breakers?(): Iterable<{ name: string; state: "closed" | "half_open" | "open" }>;
};

/**
 * Counters and histograms for Prometheus. Labels are names of manifests and fixed words, never ids nor
 * what anyone wrote, so there are as many series as there are capabilities and goals.
 */
export type Metrics = {
  turn(row: UsageRow): void;
  step(step: StepTrace): void;
  /** One durable line of the journal: how long it took, milliseconds, and whether it was written. */
  journal(durationMs: number, written: boolean): void;
  /** A request that an endpoint answered with an error. */
  refused(status: number, code: string): void;
  page(): Promise<{ type: string; text: string }>;
};

/** Seconds: a turn without a domain takes a tenth of a millisecond, one at the deadline half a minute. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const FAULTS: ReadonlySet<unknown> = new Set<DomainFault>([
  ...(["unreachable", "timeout", "http_status", "too_large"] as const),
  ...(["malformed", "contract", "busy", "ejected", "file", "cancelled"] as const),
]);
/** How often the event loop is looked at. Each look wakes the process: at every 10 ms they are half of what an idle one costs. */
const LAG_LOOK_MS = 50;
const BREAKER = { closed: 0, half_open: 0.5, open: 1 };

/** Cost: about 2 us for a turn, and as much for each of its steps */
export function openMetrics(watched: Watched): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_LOOK_MS });

  const turns = new Histogram({
    name: "regente_turn_duration_seconds",
    help: "Messages and given plans: by goal, by who understood them, by how they ended.",
    labelNames: ["goal", "tier", "status"],
    buckets: DURATIONS,
    registers,
  });
  const steps = new Histogram({
    name: "regente_step_duration_seconds",
    help: "Steps, their retries included: by domain, capability and how they ended.",
    labelNames: ["domain", "capability", "status"],
    buckets: DURATIONS,
    registers,
  });
  const retries = new Counter({
    name: "regente_step_retries_total",
    help: "Times that a step was sent again.",
    labelNames: ["domain", "capability"],
    registers,
  });
  const faults = new Counter({
    name: "regente_domain_faults_total",
    help: "Steps without a usable answer, by what was wrong with the domain.",
    labelNames: ["domain", "fault"],
    registers,
  });
  const tokens = new Counter({
    name: "regente_model_tokens_total",
    help: "Tokens that models were paid for.",
    labelNames: ["direction"],
    registers,
  });
  const modelCalls = new Counter({
    name: "regente_model_calls_total",
    help: "Requests to models.",
    registers,
  });
  const journal = new Histogram({
    name: "regente_journal_write_duration_seconds",
    help: "How long an effect waited for its line in the journal, or for its receipt to be kept.",
    labelNames: ["written"],
    buckets: DURATIONS,
    registers,
  });
  const refusals = new Counter({
    name: "regente_door_errors_total",
    help: "Requests that an endpoint answered with an error.",
    labelNames: ["status", "code"],
    registers,
  });
  new Gauge({
    name: "regente_domain_up",
    help: "1 while the domain answers, or needs no service.",
    labelNames: ["domain"],
    registers,
    collect() {
      this.reset();
      for (const { name, state } of watched.domains())
        this.set({ domain: name }, state === "up" || state === "manifest_only" ? 1 : 0);
    },
  });
  if (watched.breakers !== undefined) {
    const breakers = watched.breakers.bind(watched);
    new Gauge({
      name: "regente_breaker_open",
      help: "1 while a domain is left alone, 0.5 while it is tried again.",
      labelNames: ["domain"],
      registers,
      collect() {
        this.reset();
        for (const { name, state } of breakers()) this.set({ domain: name }, BREAKER[state]);
      },
    });
  }

  return {
    turn({ goal, tier, status, duration_ms, llm_calls, tokens_input, tokens_output }) {
      turns.observe({ goal, tier, status }, duration_ms / 1000);
      if (llm_calls === 0) return;
      modelCalls.inc(llm_calls);
      tokens.inc({ direction: "input" }, tokens_input);
      tokens.inc({ direction: "output" }, tokens_output);
    },
    step({ domain, capability, status, attempts, duration_ms, output }) {
      steps.observe({ domain, capability, status }, duration_ms / 1000);
      if (attempts > 1) retries.inc({ domain, capability }, attempts - 1);
      const fault = output?.metadata["fault"];
      // A domain may write anything there.
      if (FAULTS.has(fault)) faults.inc({ domain, fault: String(fault) });
    },
    journal: (durationMs, written) =>
      journal.observe({ written: String(written) }, durationMs / 1000),
    refused: (status, code) => refusals.inc({ status, code }),
    page: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
}

/** Who hears of what happens. */
type Watch = {
  metrics: Metrics;
  log: Pick<JsonLog, "debug" | "info" | "warn">;
  clock: Clock;
};

/** The same events; every step that ends is counted, and written down where it did not go well. */
export const meteredEvents = (events: RunEvents, { metrics, log }: Watch): RunEvents => ({
  ...events,
  publish(owner, run_id, event) {
    if (event.type === "step_finished") {
      metrics.step(event.step);
      tellStep(log, run_id, event.step);
    }
    return events.publish(owner, run_id, event);
  },
});

/**
 * The same store; turns are counted where their cost is written down, and the journal's lines are timed.
 * Cost: about 3 us a turn
 */
export function meteredStore(store: Store, { metrics, log, clock }: Watch): Store {
  const timed = async (write: Promise<void>): Promise<void> => {
    const startedAt = clock.monotonic();
    let written = false;
    try {
      await write;
      written = true;
    } finally {
      metrics.journal(clock.monotonic() - startedAt, written);
    }
  };
  const { runs, usage } = store;
  return {
    ...store,
    runs: {
      ...runs,
      intend: (...line) => timed(runs.intend(...line)),
      settle: (...line) => timed(runs.settle(...line)),
    },
    usage: {
      ...usage,
      record(row, reading) {
        metrics.turn(row);
        tellTurn(log, row);
        usage.record(row, reading);
      },
    },
  };
}

/** What no one can say happened is always worth a look; a question is no trouble. */
function tellStep(log: Watch["log"], run_id: string, step: StepTrace): void {
  const { id: step_id, domain, capability, status, attempts, duration_ms, output } = step;
  const fault = output?.metadata["fault"];
  const fields = { run_id, step_id, domain, capability, status, attempts, duration_ms, fault };
  if (status === "unknown") log.warn(fields, "it is not known whether a step was done");
  else if (status === "failure") log.info(fields, "a step failed");
  else log.debug(fields, "a step ended");
}

function tellTurn(log: Watch["log"], { user_id: _, at: __, action_type: ___, ...row }: UsageRow) {
  if (row.status === "failure" || row.status === "partial") log.info(row, "a turn failed");
  else log.debug(row, "a turn ended");
}
