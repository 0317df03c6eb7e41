import { type Api, GrammyError, InputFile } from "grammy";
import type { ForceReply, InlineKeyboardMarkup, ReplyParameters } from "grammy/types";
import { MAX_CAPTION_CHARS, MAX_PART_CHARS } from "#shared/telegram-text/split-message.ts";
import {
  ChatClosedError,
  type ChatPlace,
  NotSentError,
  type OutgoingFile,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { reasonOf } from "../channels/channel.ts";
import { type FormattedText, plain, splitFormatted } from "../channels/formatted-text.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import type { Chats } from "./chats.ts";
import type { Place } from "./read-message.ts";
import { telegramReasonOf } from "./telegram-api.ts";

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const PICTURES = new Set(["image/png", "image/jpeg"]);

/** What sending goes through. */
export type Line = { api: Api; chats: Chats; log: Log };

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
export const sendReply = (
  line: Line,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<string | undefined> => {
  const { api, log } = line;
  const markup = markupOf(message);
  const extras = extrasOf(to, message);
  const send: InThisChat = async (act) =>
    String((await inChat(line, { chat_id: Number(to.address) }, act)).message_id);
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
    log.warn(reasonOf(error), "Telegram did not take the marks of a text; it goes plain");
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
    const { code, reason } = telegramReasonOf(error);
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
