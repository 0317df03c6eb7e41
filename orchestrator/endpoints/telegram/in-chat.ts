import { GrammyError } from "grammy";
import { ChatClosedError, NotSentError } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { Chats } from "./chats.ts";
import type { Place } from "./read-message.ts";
import { reasonOf } from "./telegram-api.ts";

/**
 * Do something in a chat, wherever it is now: a group that became a supergroup is followed.
 * Errors: ChatClosedError, NotSentError for what Telegram refuses; any other: it may have been done
 */
export async function inChat<T>(
  { chats, log }: { chats: Chats; log: Log },
  { chat_id }: Pick<Place, "chat_id">,
  act: (chat_id: number) => Promise<T>,
): Promise<T> {
  const { closed, moved_to } = await chats.find(chat_id);
  if (closed === true) throw new ChatClosedError();
  const to = moved_to ?? chat_id;
  try {
    return await act(to);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    const { code, reason } = reasonOf(error);
    if (code === 403) {
      log.warn({ chat_id, code, reason }, "a chat does not take messages any more");
      await chats.learn(chat_id, { closed: true });
      throw new ChatClosedError();
    }
    const next = error.parameters.migrate_to_chat_id;
    if (next === undefined || next === to) throw new NotSentError(reason, code, { cause: error });
    await chats.moved(chat_id, next);
    return inChat({ chats, log }, { chat_id }, act);
  }
}
