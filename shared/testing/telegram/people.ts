import { type ChatId, typeOf } from "./chat-methods.ts";

export type Person = { id: number; first_name: string; language_code?: string; is_bot?: boolean };

export const ana: Person = { id: 42, first_name: "Ana", language_code: "pt-br" };

/** Where someone speaks, and what they answer. */
export type Saying = {
  from?: Person;
  /** Their private chat where it is not said. */
  chat?: ChatId;
  reply_to?: { message_id: number; from: object };
  thread?: number;
  /** Everything else of the message, such as a sticker; `text: undefined` for one without words. */
  more?: Record<string, unknown>;
};

/** The commands and mentions that a client marks while people write. */
export function markedIn(text: string) {
  const marked = (pattern: RegExp, type: string) =>
    [...text.matchAll(pattern)].map((match) => ({
      type,
      offset: match.index,
      length: match[0].length,
    }));
  return [
    ...marked(/^\/[a-z0-9_]+(@\w+)?/gi, "bot_command"),
    ...marked(/(?<![/\w])@\w{4,}/g, "mention"),
  ];
}

/** A message as people's clients make it. */
export function messageFrom(message_id: number, text: string | undefined, saying: Saying) {
  const { from = ana, chat = from.id, reply_to, thread, more } = saying;
  const entities = markedIn(text ?? "");
  return {
    message_id,
    from: { is_bot: false, ...from },
    chat: { id: chat, type: typeOf(chat) },
    date: 1_700_000_000,
    ...(text !== undefined && { text }),
    ...(entities.length > 0 && { entities }),
    ...(reply_to !== undefined && { reply_to_message: { ...reply_to, chat: { id: chat } } }),
    ...(thread !== undefined && { message_thread_id: thread, is_topic_message: true }),
    ...more,
  };
}
