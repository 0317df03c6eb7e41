import { type Api, GrammyError, InputFile } from "grammy";
import type { ForceReply, InlineKeyboardMarkup, ReplyParameters } from "grammy/types";
import type { Json } from "#shared/contracts/json.ts";
import { MAX_CAPTION_CHARS, MAX_PART_CHARS } from "#shared/telegram-text/split-message.ts";
import {
  type ChannelDriver,
  type ChannelMessage,
  ChatClosedError,
  type ChatPlace,
  NotSentError,
  type OutgoingFile,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { SessionKey, Store } from "../../ports/stores.ts";
import { reasonOf } from "../channels/channel.ts";
import { type FormattedText, plain, splitFormatted } from "../channels/formatted-text.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import { type KnownUser, type TelegramSettings, telegramAccount } from "../channels/settings.ts";
import { type Chats, mayTalk, openChats } from "./chats.ts";
import {
  type Bot,
  isPassedOn,
  placeOf,
  readMessage,
  type TelegramMessage,
  type TelegramTap,
  type TelegramUpdate,
  telegramUpdate,
} from "./read-message.ts";
import { telegramReasonOf } from "./telegram-api.ts";

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const PICTURES = new Set(["image/png", "image/jpeg"]);

/** What sending goes through. */
type Line = { api: Api; chats: Chats; log: Log };

type Markup = InlineKeyboardMarkup | ForceReply | undefined;
/** What goes along with one message. */
type Extra = {
  message_thread_id?: number;
  reply_parameters?: ReplyParameters;
  reply_markup?: InlineKeyboardMarkup | ForceReply;
};
type SentMessage = { message_id: number };
type InThisChat = (act: (chat_id: number) => Promise<SentMessage>) => Promise<string>;

/** As ChannelDriver.send: files first, or one file with the words under it where they fit; buttons under the last part. */
const sendReply = (
  line: Line,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<string | undefined> => {
  const { api, log } = line;
  const markup = markupOf(message);
  const extras = extrasOf(to, message);
  const send: InThisChat = async (act) =>
    String((await inChat(line, Number(to.address), act)).message_id);
  return sendInParts(
    message,
    {
      service: "Telegram",
      captionChars: MAX_CAPTION_CHARS,
      file: (file, words) => sendFile({ api, log }, send, file, words, extras(words && markup)),
      split: (text) => splitFormatted(text, MAX_PART_CHARS),
      words: (text, isLast) =>
        sendText({ api, log }, send, text, extras(isLast ? markup : undefined)),
    },
    log,
  );
};

function markupOf({ choices, asks }: OutgoingMessage): Markup {
  if (choices.length > 0)
    return {
      inline_keyboard: choices.map((row) =>
        row.map(({ label, choice }) => ({ text: label, callback_data: choice })),
      ),
    };
  return asks ? { force_reply: true, selective: true } : undefined;
}

/** The first part answers the message that asked. */
function extrasOf({ thread }: ChatPlace, { answers }: OutgoingMessage) {
  let answered = false;
  return (markup: Markup): Extra => {
    const isFirst = answers !== undefined && !answered;
    answered = true;
    return {
      ...(thread !== undefined && { message_thread_id: Number(thread) }),
      ...(isFirst && {
        reply_parameters: { message_id: Number(answers), allow_sending_without_reply: true },
      }),
      ...(markup !== undefined && { reply_markup: markup }),
    };
  };
}

async function sendText(
  { api, log }: Pick<Line, "api" | "log">,
  inThisChat: InThisChat,
  { text, entities }: FormattedText,
  extra: Extra,
): Promise<string> {
  const send = (marks: FormattedText["entities"]) =>
    inThisChat((chat_id) =>
      api.sendMessage(chat_id, text, {
        ...extra,
        entities: [...marks],
        link_preview_options: { is_disabled: true },
      }),
    );
  try {
    return await send(entities);
  } catch (error) {
    const areMarksWrong =
      error instanceof NotSentError && error.status === 400 && /entit/i.test(error.reason);
    if (!areMarksWrong || entities.length === 0) throw error;
    log.warn(reasonOf(error), "Telegram refused the formatting of a message; it is sent plain");
    return send([]);
  }
}

/** A picture that Telegram does not take goes as a file. */
async function sendFile(
  { api, log }: Pick<Line, "api" | "log">,
  inThisChat: InThisChat,
  { name, media_type, bytes }: OutgoingFile,
  words: FormattedText | undefined,
  extra: Extra,
): Promise<string> {
  const isPicture = PICTURES.has(media_type);
  const { text, entities } = words ?? plain(isPicture ? name : "");
  const other = { ...extra, caption: text, caption_entities: [...entities] };
  const send = (way: "sendPhoto" | "sendDocument") =>
    inThisChat((chat_id) => api[way](chat_id, new InputFile(bytes, fileName(name)), other));
  if (isPicture && bytes.length <= MAX_PHOTO_BYTES)
    try {
      return await send("sendPhoto");
    } catch (error) {
      // What did not get through may have arrived; as another kind it would come twice.
      if (error instanceof ChatClosedError || !(error instanceof NotSentError)) throw error;
      log.warn({ bytes: bytes.length, ...reasonOf(error) }, "a picture could not be sent as one");
    }
  return send("sendDocument");
}

/** It stands bare in a header. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(-100);

/**
 * Do something in a chat, wherever it is now: a group that became a supergroup is followed.
 * Errors: ChatClosedError, NotSentError for what Telegram refuses; any other: it may have been done
 */
async function inChat<T>(
  { chats, log }: { chats: Chats; log: Log },
  chat_id: number,
  act: (chat_id: number) => Promise<T>,
): Promise<T> {
  const { closed, moved_to } = await chats.find(chat_id);
  if (closed === true) throw new ChatClosedError();
  const to = moved_to ?? chat_id;
  try {
    return await act(to);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    const { code, reason } = telegramReasonOf(error);
    if (code === 403) {
      log.warn({ chat_id, code, reason }, "a chat does not take messages any more");
      await chats.learn(chat_id, { closed: true });
      throw new ChatClosedError();
    }
    const next = error.parameters.migrate_to_chat_id;
    if (next === undefined || next === to) throw new NotSentError(reason, code, { cause: error });
    await chats.moved(chat_id, next);
    return inChat({ chats, log }, chat_id, act);
  }
}

const NAME = "telegram";
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** More than Telegram shows of a button on one line. */
const MAX_LABEL = 60;
/** It repeats what it is not sure of for 24 hours; clocks may differ. */
const REPEATS_MS = 48 * 60 * 60 * 1000;

type DriverParts = {
  api: Api;
  settings: TelegramSettings;
  /** Who we are on Telegram, once it was reached. */
  bot: Promise<Bot>;
  store: Pick<Store, "channels" | "recipients">;
  clock: Clock;
  log: Log;
};

/** Telegram as one of the channels: updates of the Bot API, read and answered. */
export function telegramDriver(parts: DriverParts): ChannelDriver {
  const { api, settings, bot, store, clock, log } = parts;
  const account = telegramAccount(settings);
  const chats = openChats(store.channels, account, clock);
  const line = { api, chats, log };
  const whoSays = (place: ChatPlace, speaker: number, languageCode: string | undefined) => ({
    place,
    speaker: String(speaker),
    who: identify(place, speaker, settings.users),
    languageCode,
  });

  async function readSaid(message: TelegramMessage): Promise<ChannelMessage | undefined> {
    const { migrate_to_chat_id: moved_to } = message;
    if (moved_to !== undefined) {
      await chats.moved(message.chat.id, moved_to);
      const from = { channel: NAME, address: String(message.chat.id) };
      await store.recipients.moved(from, String(moved_to));
      return undefined;
    }
    const said = readMessage(message, await bot);
    if (said === undefined) return undefined;
    const { id: chat_id } = message.chat;
    // Whoever speaks listens again.
    if ((await chats.find(chat_id)).closed === true) await chats.learn(chat_id, { closed: false });
    const who = whoSays(said.place, said.speaker, said.language_code);
    const ref = String(said.message_id);
    if (isPassedOn(message)) return { ...who, did: "pass_on", ref };
    const { command, argument, text, title } = said;
    const start = argument === "" ? ("help" as const) : ("link" as const);
    return {
      // In a group only what names us comes without words.
      ...{ ...who, did: "say", text: text || (said.place.isGroup ? "" : undefined) },
      ...{ ref, title, argument },
      command: command === "start" ? start : command,
    };
  }

  async function readTap({ id, from, data, message }: TelegramTap) {
    // Buttons of messages that are too old to be shown come without them.
    if (message === undefined) {
      await api.answerCallbackQuery(id).catch(() => undefined);
      return undefined;
    }
    const who = whoSays(placeOf(message), from.id, from.language_code);
    const chose = { touch: id, choice: data ?? "", ref: String(message.message_id) };
    return { ...who, did: "choose" as const, ...chose };
  }

  return {
    name: NAME,
    title: "Telegram",
    account,
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_DOCUMENT_BYTES, repeatsMs: REPEATS_MS },
    chatOf: (came) => chatOf(readUpdate(came)),
    async read(came) {
      const { message, callback_query } = readUpdate(came) ?? {};
      if (message !== undefined) return readSaid(message);
      return callback_query && readTap(callback_query);
    },
    mayTalk: (address) => mayTalk({ settings, chats }, Number(address)),
    send: (to, message) => sendReply(line, to, message),
    async typing(at) {
      const extra = at.thread === undefined ? {} : { message_thread_id: Number(at.thread) };
      await inChat(line, Number(at.address), (chat_id) =>
        api.sendChatAction(chat_id, "typing", extra),
      );
    },
    async heard(touch, text) {
      await api.answerCallbackQuery(touch, { text: text.slice(0, 200) });
    },
    async withdraw(at, ref) {
      await inChat(line, Number(at.address), (chat_id) =>
        api.editMessageReplyMarkup(chat_id, Number(ref)),
      );
    },
  };
}

const readUpdate = (came: Json): TelegramUpdate | undefined => telegramUpdate.safeParse(came).data;

const chatOf = (update: TelegramUpdate | undefined): string =>
  String(
    update?.message?.chat.id ?? update?.callback_query?.message?.chat.id ?? update?.update_id ?? "",
  );

/**
 * Whose words these are and in which session. In a group a question belongs to the chat and the person; a
 * private chat may share its session with the same user's other channels.
 * Shape:  `telegram:42` and `telegram:42`; in a group `telegram:42` and `telegram:-100:42`
 */
export function identify(
  { address, isGroup }: ChatPlace,
  speaker: number,
  users: ReadonlyMap<string, KnownUser>,
): SessionKey {
  const known = users.get(String(speaker));
  const user_id = known?.user_id ?? `telegram:${speaker}`;
  if (isGroup) return { user_id, session_id: `telegram:${address}:${speaker}` };
  return { user_id, session_id: known?.session_id ?? `telegram:${address}` };
}
