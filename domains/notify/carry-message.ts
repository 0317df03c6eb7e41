import { type AddressedRecipient, addressedRecipient } from "#shared/contracts/recipient.ts";
import type { Outbox } from "./outbox.ts";
import type { ChatId, MessagePart, Sending, Telegram, Time } from "./telegram.ts";

export type Unsent = Exclude<Sending, { state: "sent" }>;

/** How sending all parts of a message ended; `sent` parts went for certain. */
export type Carried =
  | { state: "sent"; chat_id: string; message_ids: number[] }
  | { state: "interrupted"; by: Unsent; sent: number };

/** Sends the parts of a message to a chat, one after the other. Never rejects. */
export type Carry = (
  chat: Chat,
  parts: readonly MessagePart[],
  time: Time,
  onMoved: (from: string, to: string) => void,
) => Promise<Carried>;

/** Messages to one chat wait for each other, so that their parts do not mix. */
export function carryMessages(telegram: Telegram, outbox: Pick<Outbox, "chatNow">): Carry {
  const inTurn = oneAfterTheOther();
  return ({ chat_id: asked }, parts, time, onMoved) =>
    inTurn(asked, async () => {
      const message_ids: number[] = [];
      let chat: ChatId = outbox.chatNow(asked);
      for (const part of parts) {
        const sending = await telegram.send(chat, part, time);
        if (sending.state !== "sent")
          return { state: "interrupted", by: sending, sent: message_ids.length };
        if (sending.chat_id !== chat) onMoved(asked, String(sending.chat_id));
        chat = sending.chat_id;
        message_ids.push(sending.message_id);
      }
      return { state: "sent", chat_id: String(chat), message_ids };
    });
}

/** Tasks with the same name wait for each other. */
function oneAfterTheOther() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const mine = (last.get(name) ?? Promise.resolve()).then(task);
    const settled = mine.catch(() => {});
    last.set(name, settled);
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    return mine;
  };
}

/** Where a message goes, and whom that is by name; "" is who asked. */
export type Chat = { chat_id: string; name: string };
/** Why there is no chat to send to. */
type NoChat = "NO_CHAT" | "NOT_YOURS";

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
