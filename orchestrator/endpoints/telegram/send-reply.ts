import type { Api } from "grammy";
import { GrammyError, InputFile } from "grammy";
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
import { type FormattedText, joined, plain, splitFormatted } from "../channels/formatted-text.ts";
import { formattedMessage } from "../channels/readable-text.ts";
import type { Chats } from "./chats.ts";
import { inChat } from "./in-chat.ts";
import { reasonOf } from "./telegram-api.ts";

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

/**
 * Send a message, one part after the other: files first, or one file with the words under it where they fit; the buttons
 * under the last part.
 * Shape:  the number of the part with the buttons
 * Errors: as ChannelDriver.send
 */
export async function sendReply(
  line: Line,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<string | undefined> {
  let sent = 0;
  const place = { chat_id: Number(to.address) };
  const sending: Sending = {
    ...line,
    async inChat(act) {
      const done = await inChat(line, place, act);
      sent += 1;
      return done;
    },
  };
  try {
    return await sendParts(sending, to, message);
  } catch (error) {
    if (!(error instanceof GrammyError) || sent > 0) throw error;
    const { code, reason } = reasonOf(error);
    throw new NotSentError(reason, code, { cause: error });
  }
}
type Sending = Line & { inChat<T>(act: (chat_id: number) => Promise<T>): Promise<T> };

async function sendParts(
  sending: Sending,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<string | undefined> {
  const { files, words } = message;
  const text = formattedMessage(message);
  const markup = markupOf(message);
  const extras = extrasOf(to, message);
  const withNotes = (failed: readonly string[]) =>
    joined([text, ...failed.map((name) => plain(words.fileNotSent(name)))], "\n\n");
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0 && text.text.length <= MAX_CAPTION_CHARS) {
    const sent = await sendFile(sending, only, text, extras(markup));
    if (sent !== undefined) return String(sent);
    return sendText(sending, withNotes([only.name]), extras, markup);
  }
  const failed: string[] = [];
  for (const file of files) {
    const caption = PICTURES.has(file.media_type) ? plain(file.name) : plain("");
    const sent = await sendFile(sending, file, caption, extras(undefined));
    if (sent === undefined) failed.push(file.name);
  }
  return sendText(sending, withNotes(failed), extras, markup);
}

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
  sending: Sending,
  text: FormattedText,
  extras: (markup: Markup) => Extra,
  markup: Markup,
): Promise<string | undefined> {
  const parts = splitFormatted(text, MAX_PART_CHARS);
  let last: number | undefined;
  for (const [at, part] of parts.entries())
    last = await sendPart(sending, part, extras(at === parts.length - 1 ? markup : undefined));
  return markup === undefined || last === undefined ? undefined : String(last);
}

async function sendPart(
  { api, log, inChat: act }: Sending,
  { text, entities }: FormattedText,
  extra: Extra,
): Promise<number> {
  const send = (marks: FormattedText["entities"]) =>
    act((chat_id) =>
      api.sendMessage(chat_id, text, {
        ...extra,
        entities: [...marks],
        link_preview_options: { is_disabled: true },
      }),
    );
  try {
    return (await send(entities)).message_id;
  } catch (error) {
    const areMarksWrong =
      error instanceof GrammyError && error.error_code === 400 && /entit/i.test(error.description);
    if (!areMarksWrong || entities.length === 0) throw error;
    log.warn(reasonOf(error), "Telegram did not take the marks of a text; it goes plain");
    return (await send([])).message_id;
  }
}

/** undefined: it could not be sent; the words still can. A picture that Telegram does not take goes as a file. */
async function sendFile(
  { api, log, inChat: act }: Sending,
  { name, media_type, bytes }: OutgoingFile,
  { text, entities }: FormattedText,
  extra: Extra,
): Promise<number | undefined> {
  const other = { ...extra, caption: text, caption_entities: [...entities] };
  const asPicture = PICTURES.has(media_type) && bytes.length <= MAX_PHOTO_BYTES;
  for (const way of asPicture
    ? (["sendPhoto", "sendDocument"] as const)
    : (["sendDocument"] as const))
    try {
      const sent = await act<{ message_id: number }>((chat_id) =>
        api[way](chat_id, new InputFile(bytes, fileName(name)), other),
      );
      return sent.message_id;
    } catch (error) {
      if (error instanceof ChatClosedError) throw error;
      log.warn({ way, bytes: bytes.length, ...reasonOf(error) }, "a file could not be sent");
      // What did not get through may have arrived; as another kind it would come twice.
      if (!(error instanceof GrammyError)) return undefined;
    }
  return undefined;
}

/** It stands bare in a header. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(-100);
