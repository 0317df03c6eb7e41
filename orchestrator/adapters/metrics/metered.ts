import type { StepTrace } from "#shared/contracts/run.ts";
import type { UsageRow } from "#shared/contracts/usage.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RunEvents } from "../../ports/run-events.ts";
import type { Store } from "../../ports/stores.ts";
import type { JsonLog } from "../log/json-log.ts";
import type { Metrics } from "./metrics.ts";

/** Who hears of what happens. */
export type Watch = {
  metrics: Metrics;
  log: Pick<JsonLog, "debug" | "info" | "warn">;
  clock: Clock;
};

/** The same events; every step that ends is counted, and written down where it did not go well. */
export const meteredEvents = (events: RunEvents, { metrics, log }: Watch): RunEvents => ({
  publish(owner, run_id, event) {
    if (event.type === "step_finished") {
      metrics.step(event.step);
      tellStep(log, run_id, event.step);
    }
    return events.publish(owner, run_id, event);
  },
  follow: (owner, run_id, afterSeq, signal) => events.follow(owner, run_id, afterSeq, signal),
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
