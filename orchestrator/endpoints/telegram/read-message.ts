import { z } from "zod";
import type { ChatPlace } from "../../ports/channel.ts";

/** The bot's own commands; anything else is words. */
const COMMANDS = ["start", "help", "cancel", "stop"] as const;
export type Command = (typeof COMMANDS)[number];

/** A message that is for the bot. */
export type IncomingMessage = {
  place: ChatPlace;
  message_id: number;
  /** The number of the person, or of the chat in whose name they speak. */
  speaker: number;
  language_code: string | undefined;
  command: Command | undefined;
  /** What stands behind the command: the code of "/start CODE". */
  argument: string;
  /** What the chat calls itself: the person's first name, the group's title. */
  title: string;
  /** Without the bot's name; empty for a message without words. */
  text: string;
};

export type Bot = { id: number; username: string };

/**
 * A message as something said to the bot. Pure.
 * undefined: it is for someone else (in a group only what names the bot, answers it or is its command is
 * for the bot), or no one's (another bot's, a note of the service)
 */
export function readMessage(message: TelegramMessage, bot: Bot): IncomingMessage | undefined {
  const { chat, from, sender_chat } = message;
  const speaker = sender_chat?.id ?? from?.id;
  if (chat.type === "channel" || speaker === undefined) return undefined;
  if (from?.is_bot === true && sender_chat === undefined) return undefined;
  if (!hasContent(message)) return undefined;

  const { command, to, words, argument = "" } = readCommand(message.text ?? "");
  const isOthers = to !== undefined && to.toLowerCase() !== bot.username.toLowerCase();
  if (isOthers) return undefined;
  const { text, named } = withoutName(message, bot);
  const answersBot = message.reply_to_message?.from?.id === bot.id;
  const isOurs = named || answersBot || to !== undefined || command !== undefined;
  const place = placeOf(message);
  if (place.isGroup && (!isOurs || (text === "" && !named))) return undefined;
  return {
    place,
    message_id: message.message_id,
    speaker,
    language_code: from?.language_code,
    command,
    argument,
    title: chat.title ?? from?.first_name ?? "",
    text: words ?? text,
  };
}

export const placeOf = ({
  chat,
  message_thread_id,
  is_topic_message,
}: Pick<TelegramMessage, "chat" | "message_thread_id" | "is_topic_message">): ChatPlace => ({
  address: String(chat.id),
  thread: is_topic_message === true ? message_thread_id?.toString() : undefined,
  isGroup: chat.type !== "private",
});

const isCommand = (name: string): name is Command => COMMANDS.some((each) => each === name);

/** `/help@our_bot`: the command and whom it names. Of a command that is none of ours, the words. */
function readCommand(text: string): {
  command?: Command;
  to?: string | undefined;
  words?: string;
  argument?: string;
} {
  const found = /^\/([a-z0-9_]{1,32})(?:@(\w{1,64}))?(?=\s|$)/i.exec(text);
  if (found === null) return {};
  const [whole, name = "", to] = found;
  const known = name.toLowerCase();
  const argument = text.slice(whole.length).trim();
  if (isCommand(known)) return { command: known, to, argument };
  return { to, words: `${name} ${argument}`.trim() };
}

/** The words without the bot's name, and whether they had it. */
function withoutName(message: TelegramMessage, bot: Bot): { text: string; named: boolean } {
  const text = message.text ?? message.caption ?? "";
  const marks = message.text === undefined ? message.caption_entities : message.entities;
  const names = marks.filter(({ type, offset, length, user }) =>
    type === "text_mention"
      ? user?.id === bot.id
      : type === "mention" &&
        text.slice(offset, offset + length).toLowerCase() === `@${bot.username.toLowerCase()}`,
  );
  let rest = text;
  for (const { offset, length } of names.toReversed())
    rest = `${rest.slice(0, offset)}${rest.slice(offset + length)}`;
  const named = names.length > 0;
  return { text: (named ? rest.replace(/^[\s,:]+/, "") : rest).trim(), named };
}

// What is read of Telegram's updates; everything else in them is ignored.

const person = z.object({
  id: z.int(),
  is_bot: z.boolean().default(false),
  language_code: z.string().optional().catch(undefined),
  first_name: z.string().optional().catch(undefined),
});
const chat = z.object({
  id: z.int(),
  type: z.enum(["private", "group", "supergroup", "channel"]),
  /** Of a group. */
  title: z.string().optional().catch(undefined),
});
const entity = z.object({
  type: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
  user: person.optional(),
});
const place = {
  message_id: z.int(),
  chat,
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
};

const anything = z.unknown().optional();
const unread = (...names: string[]) => Object.fromEntries(names.map((name) => [name, anything]));

/** What people send on purpose and has no words; notes of the service have none of these. */
const wordless = {
  ...unread("photo", "video", "video_note", "voice", "audio", "document", "sticker", "animation"),
};

/** The words are of someone else: passed on by hand, or put in by another bot. */
const ofOthers = {
  ...unread("forward_origin", "forward_date", "forward_from", "forward_from_chat"),
  ...unread("forward_sender_name", "via_bot"),
};

export const telegramMessage = z.object({
  ...place,
  ...ofOthers,
  from: person.optional(),
  /** Who speaks as a chat: an anonymous administrator, a channel. */
  sender_chat: z.object({ id: z.int() }).optional(),
  text: z.string().optional(),
  /** Under a picture or a file. */
  caption: z.string().optional(),
  entities: z.array(entity).default([]),
  caption_entities: z.array(entity).default([]),
  reply_to_message: z.object({ from: person.optional() }).optional(),
  migrate_to_chat_id: z.int().optional(),
  ...wordless,
});
export type TelegramMessage = z.infer<typeof telegramMessage>;

/** True for a message that someone sent, not for one that tells who has joined. */
const hasContent = (message: TelegramMessage): boolean =>
  message.text !== undefined || Object.keys(wordless).some((kind) => Object.hasOwn(message, kind));

/** True for a message that its sender only passes on. */
export const isPassedOn = (message: TelegramMessage): boolean =>
  Object.keys(ofOthers).some((kind) => Object.hasOwn(message, kind));

const telegramTap = z.object({
  id: z.string(),
  from: person,
  data: z.string().max(64).optional(),
  message: z.object(place).optional(),
});
export type TelegramTap = z.infer<typeof telegramTap>;

/** One thing that happened. Kinds that were not asked for have neither of the two. */
export const telegramUpdate = z.object({
  update_id: z.int().nonnegative(),
  message: telegramMessage.optional(),
  callback_query: telegramTap.optional(),
});
export type TelegramUpdate = z.infer<typeof telegramUpdate>;

/** What Telegram is asked to tell. Edited messages are not: they would be run again. */
export const ALLOWED_UPDATES = ["message", "callback_query"] as const;

/**
 * Makes an update ours; gives what answers it. undefined: it was ours before, or it is no update. Rejects with
 * StoreError; then it is not ours.
 */
export type Take = (update: unknown) => Promise<(() => Promise<void>) | undefined>;
