import { z } from "zod";

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
/** What people send on purpose and has no words; notes of the service have none of these. */
const wordless = {
  photo: anything,
  video: anything,
  video_note: anything,
  voice: anything,
  audio: anything,
  document: anything,
  sticker: anything,
  animation: anything,
};

/** The words are of someone else: passed on by hand, or put in by another bot. */
const ofOthers = {
  forward_origin: anything,
  forward_date: anything,
  forward_from: anything,
  forward_from_chat: anything,
  forward_sender_name: anything,
  via_bot: anything,
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
export const hasContent = (message: TelegramMessage): boolean =>
  message.text !== undefined || Object.keys(wordless).some((kind) => Object.hasOwn(message, kind));

/** True for a message that its sender only passes on. */
export const isPassedOn = (message: TelegramMessage): boolean =>
  Object.keys(ofOthers).some((kind) => Object.hasOwn(message, kind));

export const telegramTap = z.object({
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
