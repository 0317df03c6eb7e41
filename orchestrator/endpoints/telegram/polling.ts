import { createConcurrentSink, createRunner, createSource } from "@grammyjs/runner";
import { type Api, GrammyError } from "grammy";
import { backoffMs } from "#shared/patience/backoff.ts";
import type { Log } from "../../ports/log.ts";
import { isBadToken, telegramReasonOf } from "./telegram-api.ts";
import { ALLOWED_UPDATES, type Take } from "./update.ts";

const POLL_SECONDS = 25;
/** Messages under way at once; more are not asked for. */
const MOST_UNDER_WAY = 200;

type Answer = () => Promise<void>;

type Polling = {
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

const PAUSES = { firstMs: 1000, mostMs: 30_000 };
/** Two who ask for updates at once only take them from each other. */
const CONFLICT_PAUSE_MS = 10_000;

/** The token is wrong: nothing will work before someone fixes it. */
export class BadTokenError extends Error {
  constructor() {
    super(
      "Telegram does not accept TELEGRAM_BOT_TOKEN; the Telegram channel is off. Check the token and TELEGRAM_API_ROOT, and start again",
    );
  }
}

/** What a loop over the Bot API goes by. */
export type Patience = {
  log: Log;
  /** Rejects when the channel is stopped. */
  pause(ms: number): Promise<void>;
};

/** Tells of trouble once and of its end, and loudly of another poller each time. */
function watchTrouble({ log, pause }: Patience) {
  let failures = 0;
  return {
    /** Resolves when it is time to try again. Errors: BadTokenError; and when the channel is stopped */
    async met(error: unknown, doing: string): Promise<void> {
      if (isBadToken(error)) throw new BadTokenError();
      failures += 1;
      const pauseMs = backoffMs(failures, PAUSES);
      if (error instanceof GrammyError && error.error_code === 409) {
        log.error(
          { reason: error.description },
          "another process takes this bot's messages: one with the same TELEGRAM_BOT_TOKEN, or a webhook; stop it",
        );
        return pause(Math.max(CONFLICT_PAUSE_MS, pauseMs));
      }
      if (failures === 1)
        log.warn({ doing, ...telegramReasonOf(error) }, "trouble with Telegram; trying again");
      return pause(pauseMs);
    },
    /** It works. */
    over(): void {
      if (failures > 0) log.info({ failures }, "no more trouble with Telegram");
      failures = 0;
    },
  };
}

/** Try until it works. Errors: BadTokenError; and when the channel is stopped */
export async function untilReached<T>(
  patience: Patience,
  doing: string,
  call: () => Promise<T>,
): Promise<T> {
  const trouble = watchTrouble(patience);
  for (;;)
    try {
      const result = await call();
      trouble.over();
      return result;
    } catch (error) {
      await trouble.met(error, doing);
    }
}
