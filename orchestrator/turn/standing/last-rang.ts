import type { Tick } from "#shared/contracts/schedule.ts";
import type { Turn } from "../turn.ts";

/** A reminder that rang so long ago is not spoken of any more. */
const RANG_FOR_MS = 24 * 60 * 60 * 1000;
const MOST = 100;

/** The last occurrence that its owner was told of; undefined: none in a day. */
export async function lastRang({
  deps,
  key,
  startedAt,
}: Pick<Turn, "deps" | "key" | "startedAt">): Promise<Tick | undefined> {
  const ticks = await deps.store.schedules.ticks(key, { after: startedAt - RANG_FOR_MS }, MOST);
  return ticks.find(
    ({ status, at }) => (status === "fired" || status === "late") && at <= startedAt,
  );
}
