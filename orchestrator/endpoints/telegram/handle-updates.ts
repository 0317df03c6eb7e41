import type { HeldMessage } from "../../ports/message-store.ts";
import { tapSchedule } from "../../turn/standing/tap-schedule.ts";
import { answerMessage } from "./answer-message.ts";
import type { Channel } from "./channel.ts";
import { identify } from "./identify.ts";
import { ChatClosedError } from "./in-chat.ts";
import type { Taken } from "./inbox.ts";
import { chosenWords, questionDigest, readChoice } from "./keyboard.ts";
import { mayTalk } from "./may-talk.ts";
import { placeOf } from "./read-message.ts";
import { readScheduleTap } from "./schedule-buttons.ts";
import { dropButtons, localeOf, openQuestion, say, takeTurn } from "./take-turn.ts";
import { reasonOf } from "./telegram-api.ts";
import type { Patience } from "./until-reached.ts";
import type { TelegramTap, TelegramUpdate } from "./update.ts";
import { words } from "./words.ts";

export type Handling = {
  /** Answers an update in its turn, one message of a chat at a time. Never rejects. */
  handle(taken: Taken): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

/** What is not begun when `stopping` fires is left to the next process. */
export function handleUpdates(
  connected: Promise<Channel>,
  patience: Patience,
  stopping: AbortSignal,
): Handling {
  const underWay = new Set<Promise<void>>();

  async function answerInTurn(taken: Taken): Promise<void> {
    const channel = await connected;
    // No user is called nothing, so this order is none of a session's.
    await channel.deps.inOrder(`\ntelegram\n${chatOf(taken.update)}`, async () => {
      if (stopping.aborted) return taken.message.letGo();
      await answerUpdate(channel, taken).catch((error: unknown) => {
        if (error instanceof ChatClosedError) return;
        patience.log.error(reasonOf(error), "an answer could not be sent");
      });
      await taken.message.answered(null);
    });
  }

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
async function answerUpdate(channel: Channel, { update, message: held }: Taken): Promise<void> {
  const { message, callback_query } = update;
  if (message !== undefined) await answerMessage(channel, message, held);
  if (callback_query !== undefined) await answerTap(channel, callback_query, held);
}

const chatOf = ({ message, callback_query, update_id }: TelegramUpdate): number =>
  message?.chat.id ?? callback_query?.message?.chat.id ?? update_id;

/**
 * Someone touched a button. The client hears at once what becomes of it; only the question that is open in
 * the toucher's own session is answered, and only once.
 */
async function answerTap(
  channel: Channel,
  { id, from, data, message }: TelegramTap,
  held: HeldMessage,
): Promise<void> {
  const hear = async (text: string) => {
    try {
      await channel.api.answerCallbackQuery(id, { text: text.slice(0, 200) });
    } catch (error) {
      channel.log.info(reasonOf(error), "a tap was not answered");
    }
  };
  // Buttons of messages that are too old to be shown come without them.
  if (message === undefined) return hear("");
  const place = placeOf(message);
  const key = identify(place, from.id, channel.settings.users);
  const { language_code } = from;
  const speaking = { key, place, speaker: from.id, language_code, reply_to: undefined };
  const lines = words(await localeOf(channel, speaking));
  if (!(await mayTalk(channel, place.chat_id))) return hear(lines.isPrivate);
  const tapped = readScheduleTap(data);
  if (tapped !== undefined) {
    const said = await tapSchedule(channel.deps, key, tapped.digest, tapped.action);
    await hear(said ?? lines.notYours);
    if (said === undefined) return;
    await dropButtons(channel, speaking, message.message_id);
    return say(channel, speaking, said);
  }
  const choice = readChoice(data);
  if (choice !== undefined && choice.owner !== from.id) return hear(lines.notYours);

  const open = await openQuestion(channel, key);
  const isOpen = open !== undefined && questionDigest(open) === choice?.asked;
  const chosen = isOpen && choice !== undefined ? chosenWords(open, choice) : undefined;
  await hear(chosen === undefined ? lines.alreadyAnswered : chosen.shown);
  await dropButtons(channel, speaking, message.message_id);
  // A tap that was begun before is told what it led to, whatever became of its question.
  const answers = chosen === undefined ? held.question : open?.id;
  if (answers !== undefined)
    await takeTurn(channel, speaking, chosen?.typed ?? "", held, { answers });
}
