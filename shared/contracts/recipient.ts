import { z } from "zod";
import { unlike } from "../messages/reason.ts";

/** What a person calls a chat: "Ana", "grupo da família". */
export const recipientName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{C}]+$/u, unlike("no_control_characters"))
  .regex(/[\p{L}\p{N}]/u, unlike("needs_letter_or_digit"));

/** A chat of a channel; the address is as the channel writes it and is never typed by a person. */
export const chatAddress = z.strictObject({
  channel: z.string().min(1).max(40),
  address: z.string().min(1).max(64),
});
export type ChatAddress = z.infer<typeof chatAddress>;

/** A chat that was linked and has agreed. */
export const recipient = z.strictObject({
  ...chatAddress.shape,
  id: z.string().min(1).max(64),
  /** Who linked it. */
  user_id: z.string().min(1).max(256),
  name: recipientName,
  /** The own chat of who linked it: what "me" stands for. */
  self: z.boolean(),
  /** Everybody may send there. */
  shared: z.boolean(),
  /** What the chat calls itself, "" where it has no name. */
  title: z.string().max(256),
  /** Epoch milliseconds. */
  created_at: z.number(),
});
export type Recipient = z.infer<typeof recipient>;

/**
 * What a domain is given for a parameter of `format: recipient`: where it goes, and for whom that was found.
 * Without `address` there is no such chat yet.
 */
export const addressedRecipient = z.strictObject({
  id: z.string().max(64).optional(),
  name: z.string().max(256).optional(),
  self: z.boolean().optional(),
  channel: z.string().max(40).optional(),
  address: z.string().max(64).optional(),
  user_id: z.string().max(256).optional(),
  /** Where no one else uses the installation: the domain may know this user's chat by its own settings. */
  only_user: z.boolean().optional(),
});
export type AddressedRecipient = z.infer<typeof addressedRecipient>;

/** A recipient as its user sees it: no address. */
export const shownRecipient = recipient.omit({ user_id: true, address: true }).extend({
  /** False: someone else linked it and shares it. */
  own: z.boolean(),
});
export const recipientsResponse = z.strictObject({ recipients: z.array(shownRecipient) });

export const linkRequest = z.strictObject({
  /** Absent: the asker's own chat, which "me" stands for. */
  name: recipientName.optional(),
  /** Everybody may send there; for operators. */
  shared: z.boolean().default(false),
});
/** What the person has to do whose chat is to be linked. */
export const linkOffer = z.strictObject({
  name: z.string(),
  code: z.string(),
  /** What is said to the bot in the chat. */
  command: z.string(),
  /** The same as a link; null while the bot's name is not known. */
  url: z.string().nullable(),
  expires_at: z.number(),
});
export type LinkOffer = z.infer<typeof linkOffer>;

export const renameRequest = z.strictObject({ name: recipientName });
export const recipientRemoved = z.strictObject({ id: z.string(), removed: z.literal(true) });
