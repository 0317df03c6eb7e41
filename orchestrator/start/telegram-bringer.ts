import { buttonsOf } from "../endpoints/telegram/schedule-buttons.ts";
import type { TelegramChannel } from "../endpoints/telegram/telegram-channel.ts";
import type { Store } from "../ports/stores.ts";
import type { Bringer } from "./open-standing.ts";

/** A text that a crash may have let through already says so. */
const AGAIN = "(↻) ";

/** Occurrences told in the chat where they were asked for, else where their owner last spoke to the bot. */
export function telegramBringer(
  telegram: Pick<TelegramChannel, "post">,
  { recipients }: Pick<Store, "recipients">,
): Bringer {
  const chatOf = async (owner: { user_id: string }): Promise<string | undefined> => {
    const reached = await recipients.lastReached(owner, true);
    return reached?.channel === "telegram" ? reached.address : undefined;
  };
  return {
    reaches: async (owner) => (await chatOf(owner)) !== undefined,
    async bring(schedule, tick, again) {
      const { place } = tick.tell;
      const address = typeof place === "string" ? place : await chatOf(tick);
      if (address === undefined) return false;
      const text = again ? `${AGAIN}${tick.text}` : tick.text;
      const posted = await telegram.post(address, text, schedule && buttonsOf(schedule));
      // Whether it arrived is not known: another try might double it.
      return posted.status !== "not_sent";
    },
  };
}
