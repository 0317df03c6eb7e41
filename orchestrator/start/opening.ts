import type { JsonLog } from "../adapters/log/json-log.ts";
import type { Config } from "../config/config.ts";
import type { Clock } from "../ports/clock.ts";
import type { Chosen } from "./open-chosen.ts";

/** What every part is opened with. A part that has to be ended says so in `ends`: the last one opened ends first. */
export type Opening = {
  config: Config;
  log: JsonLog;
  clock: Clock;
  /** This process, among those that share the store. */
  name: string;
  chosen: Chosen;
  ends: AsyncDisposableStack;
  grace: Grace;
};

type Grace = ReturnType<typeof graceBy>;

/** The time that what is under way may still take once the process is told to stop. */
export function graceBy(clock: Clock) {
  let until = Number.NEGATIVE_INFINITY;
  return {
    begin(ms: number): void {
      until = clock.monotonic() + ms;
    },
    /** None where the process could not even start. */
    leftMs: () => Math.max(until - clock.monotonic(), 0),
  };
}
