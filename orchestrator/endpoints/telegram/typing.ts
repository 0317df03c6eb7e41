import type { Channel } from "./channel.ts";
import { inChat } from "./in-chat.ts";
import type { Place } from "./read-message.ts";

/** Telegram shows it for five seconds. */
const AGAIN_MS = 4500;

/** Shows that the bot is typing for as long as the work takes; what it gives is what the work gives. */
export async function whileTyping<T>(
  channel: Channel,
  place: Place,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  // No one misses it where it cannot be shown.
  const shown = showTyping(channel, place, done.signal).catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    await shown;
  }
}

async function showTyping(channel: Channel, place: Place, done: AbortSignal): Promise<void> {
  const { api, deps } = channel;
  const extra = place.thread === undefined ? {} : { message_thread_id: place.thread };
  while (!done.aborted) {
    await inChat(channel, place, (chat_id) => api.sendChatAction(chat_id, "typing", extra));
    await deps.sleep(AGAIN_MS, done);
  }
}
