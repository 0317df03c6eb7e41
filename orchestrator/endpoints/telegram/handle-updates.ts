import { answerMessage } from "./answer-message.ts";
import { answerTap } from "./answer-tap.ts";
import type { Channel } from "./channel.ts";
import { ChatClosedError } from "./in-chat.ts";
import type { Inbox, Taken } from "./inbox.ts";
import type { Attempt } from "./take-turn.ts";
import { reasonOf } from "./telegram-api.ts";
import { type Patience, untilReached } from "./until-reached.ts";
import type { TelegramUpdate } from "./update.ts";

export type Handling = {
  /** Answers an update in its turn, one message of a chat at a time. Never rejects. */
  handle(taken: Taken): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

/** What is not begun when `stopping` fires is left to the next process. */
export function handleUpdates(
  connected: Promise<Channel>,
  inbox: Inbox,
  patience: Patience,
  stopping: AbortSignal,
): Handling {
  const underWay = new Set<Promise<void>>();

  async function answerInTurn(taken: Taken): Promise<void> {
    const channel = await connected;
    // No user is called nothing, so this order is none of a session's.
    await channel.deps.inOrder(`\ntelegram\n${chatOf(taken.update)}`, async () => {
      if (stopping.aborted) return;
      await answerUpdate(channel, taken, attemptOf(taken)).catch((error: unknown) => {
        if (error instanceof ChatClosedError) return;
        patience.log.error(reasonOf(error), "an answer could not be sent");
      });
      await inbox.finish(taken);
    });
  }

  /** Nothing is done that could not be found again. */
  const attemptOf = (taken: Taken): Attempt => ({
    earlier: taken.begun,
    begin: (begun) => untilReached(patience, "keeping a message", () => inbox.begin(taken, begun)),
  });

  return {
    handle(taken) {
      const task = answerInTurn(taken).catch((error: unknown) => {
        if (!stopping.aborted) patience.log.error(reasonOf(error), "a message was not handled");
      });
      underWay.add(task);
      return task.finally(() => underWay.delete(task));
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Kinds that were not asked for have no answer. */
async function answerUpdate(channel: Channel, { update }: Taken, attempt: Attempt): Promise<void> {
  const { message, callback_query } = update;
  if (message !== undefined) await answerMessage(channel, message, attempt);
  if (callback_query !== undefined) await answerTap(channel, callback_query, attempt);
}

const chatOf = ({ message, callback_query, update_id }: TelegramUpdate): number =>
  message?.chat.id ?? callback_query?.message?.chat.id ?? update_id;
