import { GrammyError } from "grammy";
import { ChatClosedError } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { Chats } from "./chats.ts";
import type { Place } from "./read-message.ts";
import { reasonOf } from "./telegram-api.ts";

/**
 * Do something in a chat, wherever it is now: a group that became a supergroup is followed.
 * Errors: ChatClosedError, and whatever else the Bot API throws
 */
export async function inChat<T>(
  { chats, log }: { chats: Chats; log: Log },
  { chat_id }: Pick<Place, "chat_id">,
  act: (chat_id: number) => Promise<T>,
): Promise<T> {
  const { closed, moved_to } = await chats.find(chat_id);
  if (closed === true) throw new ChatClosedError();
  try {
    return await act(moved_to ?? chat_id);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    if (error.error_code === 403) {
      log.warn({ chat_id, ...reasonOf(error) }, "a chat does not take messages any more");
      await chats.learn(chat_id, { closed: true });
      throw new ChatClosedError();
    }
    const to = error.parameters.migrate_to_chat_id;
    if (to === undefined) throw error;
    await chats.moved(chat_id, to);
    return act(to);
  }
}
