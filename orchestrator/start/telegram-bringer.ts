import type { Posted } from "../endpoints/telegram/deliver.ts";
import { buttonsOf } from "../endpoints/telegram/schedule-buttons.ts";
import type { Store } from "../ports/stores.ts";
import type { Bringer } from "./open-standing.ts";

type Markup = ReturnType<typeof buttonsOf>;

/** A text that a crash may have let through already says so. */
const AGAIN = "(↻) ";

/** Occurrences told in the chat where they were asked for, else where their owner last spoke to the bot. */
export function telegramBringer(
  telegram: { post(address: string, text: string, markup?: Markup): Promise<Posted> },
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
