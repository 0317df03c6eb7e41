import { addressedRecipient } from "#shared/contracts/recipient.ts";

/** Whom a kept message is for: one of the linked chats, or who asked. The address is found again when it is sent. */
export type RecipientKept = { id: string | undefined; name: string };

export function recipientKept(recipient: unknown): RecipientKept {
  const { id, name = "" } = addressedRecipient.safeParse(recipient).data ?? {};
  return { id, name: id === undefined ? "" : name };
}
