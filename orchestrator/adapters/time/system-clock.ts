import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock, MakeId } from "../../ports/clock.ts";

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Ids that sort by time of making and cannot be guessed: `run_mb2x9k0q_` and 96 random bits. */
export const randomId: MakeId = (prefix) =>
  `${prefix}_${Date.now().toString(36)}_${randomBytes(12).toString("base64url")}`;

/** Rejects with the signal's reason when it fires. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
