import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/store-error.ts";

const LOOK_EVERY_MS = 1000;
/** A store that says nothing for so long is away. */
const PATIENCE_MS = 3000;

export type StoreWatch = { isAway(): boolean; close(): void };

/** Asks the store every second whether it is there, and says when that changes. */
export function watchStore(
  check: () => Promise<void>,
  log: Log,
  { everyMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = {},
): StoreWatch {
  let away: string | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const tell = (reason: string | undefined) => {
    if (isClosed || reason === away) return;
    if (reason !== undefined) log.error({ reason }, "the store is away");
    else log.warn({}, "the store is there again");
    away = reason;
  };
  const look = async () => {
    const silent = new StoreError(`it has not answered for ${patienceMs} ms`);
    const { promise: isLate, reject } = Promise.withResolvers<never>();
    const late = setTimeout(() => reject(silent), patienceMs);
    try {
      await Promise.race([check(), isLate]);
      tell(undefined);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(late);
      if (!isClosed) timer = setTimeout(() => void look(), everyMs).unref();
    }
  };
  void look();
  return {
    isAway: () => away !== undefined,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
