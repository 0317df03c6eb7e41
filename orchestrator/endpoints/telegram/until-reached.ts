import { GrammyError } from "grammy";
import { backoffMs } from "#shared/patience/backoff.ts";
import type { Log } from "../../ports/log.ts";
import { isBadToken, reasonOf } from "./telegram-api.ts";

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
export function watchTrouble({ log, pause }: Patience) {
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
        log.warn({ doing, ...reasonOf(error) }, "trouble with Telegram; trying again");
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
