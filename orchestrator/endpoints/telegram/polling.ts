import { createConcurrentSink, createRunner, createSource } from "@grammyjs/runner";
import type { Api } from "grammy";
import { type Patience, watchTrouble } from "./until-reached.ts";
import { ALLOWED_UPDATES, type Take } from "./update.ts";

const POLL_SECONDS = 25;
/** Messages under way at once; more are not asked for. */
const MOST_UNDER_WAY = 200;

type Answer = () => Promise<void>;

export type Polling = {
  /** Rejects with BadTokenError; resolves when it was stopped. */
  ended: Promise<void>;
  /** Asks for nothing more. */
  stop(): void;
};

/**
 * Ask for updates, take them and answer each. Telegram is told that we have an update,
 * by asking for what comes after it, only when it is durable here.
 */
export function startPolling(api: Api, take: Take, patience: Patience): Polling {
  const trouble = watchTrouble(patience);
  let offset = 0;

  /** Makes a batch ours. What the store does not take is asked for again. */
  async function takeAll(updates: readonly { update_id: number }[]): Promise<Answer[]> {
    const taken = await Promise.allSettled(updates.map(take));
    const missed = taken.findIndex(({ status }) => status === "rejected");
    const next = missed === -1 ? (updates.at(-1)?.update_id ?? -1) + 1 : updates[missed]?.update_id;
    offset = Math.max(offset, next ?? 0);
    const ours = taken.flatMap((each) => (each.status === "fulfilled" ? (each.value ?? []) : []));
    const failed = taken[missed];
    // Those that are ours do not wait for those that are not.
    if (failed?.status === "rejected" && ours.length === 0) throw failed.reason;
    return ours;
  }

  const source = createSource<Answer>({
    async supply(size, signal) {
      for (;;)
        try {
          const limit = Math.max(1, Math.min(size, 100));
          const asked = { offset, limit, timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES };
          const updates = await api.getUpdates(asked, signal);
          const taken = await takeAll(updates);
          trouble.over();
          return taken;
        } catch (error) {
          if (signal.aborted) throw error;
          await trouble.met(error, "asking for messages");
        }
    },
  });
  const sink = createConcurrentSink<Answer>(
    { consume: (answer) => answer() },
    () => Promise.resolve(),
    {
      concurrency: MOST_UNDER_WAY,
    },
  );
  const runner = createRunner(source, sink);
  runner.start();
  return {
    ended: runner.task() ?? Promise.resolve(),
    stop: () => void runner.stop(),
  };
}
