import { tapSchedule } from "../../turn/standing/tap-schedule.ts";
import type { Channel } from "./channel.ts";
import { identify } from "./identify.ts";
import { chosenWords, questionDigest, readChoice } from "./keyboard.ts";
import { mayTalk } from "./may-talk.ts";
import { placeOf } from "./read-message.ts";
import { recoverTurn } from "./recover-turn.ts";
import { readScheduleTap } from "./schedule-buttons.ts";
import { type Attempt, dropButtons, localeOf, openQuestion, say, takeTurn } from "./take-turn.ts";
import { reasonOf } from "./telegram-api.ts";
import type { TelegramTap } from "./update.ts";
import { words } from "./words.ts";

/**
 * Someone touched a button. The client hears at once what becomes of it; only the question that is open in
 * the toucher's own session is answered, and only once.
 */
export async function answerTap(
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
