import { type AddressedRecipient, addressedRecipient } from "#shared/contracts/recipient.ts";

/** Where a message goes, and whom that is by name; "" is who asked. */
export type Chat = { chat_id: string; name: string };
/** Why there is no chat to send to. */
export type NoChat = "NO_CHAT" | "NOT_YOURS";

const CHANNEL = "telegram";

/**
 * The chat that the orchestrator has found for a recipient. It is checked again: an address counts only on this channel
 * and for the user whom it was found for, and the chat of the settings only for the one person who uses the installation.
 */
export function chatOf(
  recipient: unknown,
  user_id: string,
  defaultChat: string | undefined,
): Chat | NoChat {
  const { data: read } = addressedRecipient.safeParse(recipient ?? {});
  if (read === undefined) return "NO_CHAT";
  if (read.address !== undefined)
    return isFor(read, user_id) ? named(read, read.address) : "NOT_YOURS";
  const isOwn = read.only_user === true && read.self === true;
  return isOwn && defaultChat !== undefined ? named(read, defaultChat) : "NO_CHAT";
}

const isFor = (read: AddressedRecipient, user_id: string): boolean =>
  read.user_id === user_id && read.channel === CHANNEL;

const named = ({ self, name = "" }: AddressedRecipient, chat_id: string): Chat => ({
  chat_id,
  name: self === true ? "" : name,
});
