import { tapSchedule } from "../../turn/standing/tap-schedule.ts";
import { answerMessage } from "./answer-message.ts";
import type { Channel } from "./channel.ts";
import { identify } from "./identify.ts";
import { ChatClosedError } from "./in-chat.ts";
import type { Inbox, Taken } from "./inbox.ts";
import { chosenWords, questionDigest, readChoice } from "./keyboard.ts";
import { mayTalk } from "./may-talk.ts";
import { placeOf } from "./read-message.ts";
import { recoverTurn } from "./recover-turn.ts";
import { readScheduleTap } from "./schedule-buttons.ts";
import { type Attempt, dropButtons, localeOf, openQuestion, say, takeTurn } from "./take-turn.ts";
import { reasonOf } from "./telegram-api.ts";
import { type Patience, untilReached } from "./until-reached.ts";
import type { TelegramTap, TelegramUpdate } from "./update.ts";
import { words } from "./words.ts";
import { readWrongTap } from "./wrong-button.ts";

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

/**
 * Someone touched a button. The client hears at once what becomes of it; only the question that is open in
 * the toucher's own session is answered, and only once.
 */
async function answerTap(
  channel: Channel,
  { id, from, data, message }: TelegramTap,
  attempt: Attempt,
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
  const wrong = readWrongTap(data);
  if (wrong !== undefined) {
    const isTheirs = await channel.turns.judgeTurn(channel.deps, key, wrong, { verdict: "wrong" });
    await hear(isTheirs ? lines.notedWrong : lines.notYours);
    if (isTheirs) await dropButtons(channel, speaking, message.message_id);
    return;
  }
  const choice = readChoice(data);
  if (choice !== undefined && choice.owner !== from.id) return hear(lines.notYours);

  const open = await openQuestion(channel, key);
  const isOpen = open !== undefined && questionDigest(open) === choice?.asked;
  const chosen = isOpen && choice !== undefined ? chosenWords(open, choice) : undefined;
  await hear(chosen === undefined ? lines.alreadyAnswered : chosen.shown);
  await dropButtons(channel, speaking, message.message_id);
  if (await recoverTurn(channel, speaking, chosen?.shown ?? "", attempt)) return;
  if (chosen !== undefined) await takeTurn(channel, speaking, chosen.typed, attempt, open?.id);
}
