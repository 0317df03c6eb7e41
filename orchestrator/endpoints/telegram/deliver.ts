import { GrammyError } from "grammy";
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
): Promise<Posted> {
  const place = { chat_id: Number(address) };
  let sent = 0;
  try {
    for (const part of splitMessage(text.toWellFormed())) {
      await inChat(channel, place, (chat_id) =>
        channel.api.sendMessage(chat_id, part, { link_preview_options: { is_disabled: true } }),
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
