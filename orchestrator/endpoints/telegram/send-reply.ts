import { GrammyError, InputFile } from "grammy";
import type { ForceReply, InlineKeyboardMarkup, ReplyParameters } from "grammy/types";
import { MAX_CAPTION_CHARS, MAX_PART_CHARS } from "#shared/telegram-text/split-message.ts";
import type { Channel } from "./channel.ts";
import { type FormattedText, joined, plain, splitFormatted } from "./formatted-text.ts";
import { ChatClosedError, inChat } from "./in-chat.ts";
import type { Place } from "./read-message.ts";
import { reasonOf } from "./telegram-api.ts";

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** A file that goes out as one. */
export type OutgoingFile = { name: string; is_picture: boolean; bytes: Uint8Array };

export type Reply = {
  text: FormattedText;
  files: readonly OutgoingFile[];
  markup: InlineKeyboardMarkup | ForceReply | undefined;
  /** The message that is answered. */
  reply_to: number | undefined;
  /** In words, for a file that cannot be sent. */
  notSent: (name: string) => string;
};

/** What goes along with one message. */
type Extra = {
  message_thread_id?: number;
  reply_parameters?: ReplyParameters;
  reply_markup?: InlineKeyboardMarkup | ForceReply;
};

/**
 * Send an answer, one message after the other: files first, or one file with the words under it where they
 * fit; the buttons under the last message.
 * Shape:  the number of the message with the markup
 * Errors: ChatClosedError, and whatever else the Bot API throws for a text
 */
export async function sendReply(
  channel: Channel,
  place: Place,
  reply: Reply,
): Promise<number | undefined> {
  const { files, text, markup } = reply;
  const extras = extrasOf(place, reply);
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0 && text.text.length <= MAX_CAPTION_CHARS) {
    const sent = await sendFile(channel, place, only, text, extras(markup));
    if (sent !== undefined) return sent;
    return sendText(channel, place, withNotes(reply, [only.name]), extras, markup);
  }
  const failed: string[] = [];
  for (const file of files) {
    const caption = file.is_picture ? plain(file.name) : plain("");
    const sent = await sendFile(channel, place, file, caption, extras(undefined));
    if (sent === undefined) failed.push(file.name);
  }
  return sendText(channel, place, withNotes(reply, failed), extras, markup);
}

/** The first message answers the one that asked. */
function extrasOf({ thread }: Place, { reply_to }: Reply) {
  let answered = false;
  return (markup: Reply["markup"]): Extra => {
    const answers = reply_to !== undefined && !answered;
    answered = true;
    return {
      ...(thread !== undefined && { message_thread_id: thread }),
      ...(answers && {
        reply_parameters: { message_id: reply_to, allow_sending_without_reply: true },
      }),
      ...(markup !== undefined && { reply_markup: markup }),
    };
  };
}

const withNotes = ({ text, notSent }: Reply, failed: readonly string[]): FormattedText =>
  joined([text, ...failed.map((name) => plain(notSent(name)))], "\n\n");

async function sendText(
  channel: Channel,
  place: Place,
  text: FormattedText,
  extras: (markup: Reply["markup"]) => Extra,
  markup: Reply["markup"],
): Promise<number | undefined> {
  const parts = splitFormatted(text, MAX_PART_CHARS);
  let last: number | undefined;
  for (const [at, part] of parts.entries()) {
    const extra = extras(at === parts.length - 1 ? markup : undefined);
    last = await sendPart(channel, place, part, extra);
  }
  return markup === undefined ? undefined : last;
}

async function sendPart(
  channel: Channel,
  place: Place,
  { text, entities }: FormattedText,
  extra: Extra,
): Promise<number> {
  const send = (marks: FormattedText["entities"]) =>
    inChat(channel, place, (chat_id) =>
      channel.api.sendMessage(chat_id, text, {
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
    channel.log.warn(reasonOf(error), "Telegram did not take the marks of a text; it goes plain");
    return (await send([])).message_id;
  }
}

/** undefined: it could not be sent; the words still can. A picture that Telegram does not take goes as a file. */
async function sendFile(
  channel: Channel,
  place: Place,
  { name, is_picture, bytes }: OutgoingFile,
  { text, entities }: FormattedText,
  extra: Extra,
): Promise<number | undefined> {
  const { api, log } = channel;
  const other = { ...extra, caption: text, caption_entities: [...entities] };
  const asPicture = is_picture && bytes.length <= MAX_PHOTO_BYTES;
  for (const way of asPicture
    ? (["sendPhoto", "sendDocument"] as const)
    : (["sendDocument"] as const))
    try {
      const sent = await inChat<{ message_id: number }>(channel, place, (chat_id) =>
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
