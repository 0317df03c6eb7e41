import { hasContent, type TelegramMessage } from "./update.ts";

/** Where an answer goes. */
export type Place = {
  chat_id: number;
  /** A topic of a group that has topics. */
  thread: number | undefined;
  is_group: boolean;
};

/** The bot's own commands; anything else is words. */
const COMMANDS = ["start", "help", "cancel", "stop"] as const;
export type Command = (typeof COMMANDS)[number];

/** A message that is for the bot. */
export type IncomingMessage = {
  place: Place;
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
  const is_group = chat.type !== "private";
  if (!hasContent(message)) return undefined;

  const { command, to, words, argument = "" } = readCommand(message.text ?? "");
  const isOthers = to !== undefined && to.toLowerCase() !== bot.username.toLowerCase();
  if (isOthers) return undefined;
  const { text, named } = withoutName(message, bot);
  const answersBot = message.reply_to_message?.from?.id === bot.id;
  const isOurs = named || answersBot || to !== undefined || command !== undefined;
  if (is_group && (!isOurs || (text === "" && !named))) return undefined;
  return {
    place: placeOf(message),
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
}: Pick<TelegramMessage, "chat" | "message_thread_id" | "is_topic_message">): Place => ({
  chat_id: chat.id,
  thread: is_topic_message === true ? message_thread_id : undefined,
  is_group: chat.type !== "private",
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
