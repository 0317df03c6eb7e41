import { GrammyError } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import { splitMessage } from "#shared/telegram-text/split-message.ts";
import type { Channel } from "./channel.ts";
import { ChatClosedError, inChat } from "./in-chat.ts";
import { reasonOf } from "./telegram-api.ts";

/** How sending a text to a chat that did not ask just now ended. */
export type Posted =
  | { status: "sent" }
  | { status: "not_sent"; detail: string }
  | { status: "unknown" };

/** Sends a plain text to a chat, part by part, without link previews. Never rejects. */
export async function postText(
  channel: Pick<Channel, "api" | "chats" | "log">,
  address: string,
  text: string,
  reply_markup?: InlineKeyboardMarkup,
): Promise<Posted> {
  const place = { chat_id: Number(address) };
  let sent = 0;
  try {
    const parts = splitMessage(text.toWellFormed());
    for (const [at, part] of parts.entries()) {
      const markup = at === parts.length - 1 && reply_markup !== undefined && { reply_markup };
      await inChat(channel, place, (chat_id) =>
        channel.api.sendMessage(chat_id, part, {
          link_preview_options: { is_disabled: true },
          ...markup,
        }),
      );
      sent += 1;
    }
    return { status: "sent" };
  } catch (error) {
    channel.log.warn({ sent, ...reasonOf(error) }, "a text could not be delivered");
    const isRefused = error instanceof GrammyError || error instanceof ChatClosedError;
    return isRefused && sent === 0
      ? { status: "not_sent", detail: reasonOf(error).reason }
      : { status: "unknown" };
  }
}
