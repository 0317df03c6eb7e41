import type { Chat } from "./chat-of.ts";
import type { MessagePart } from "./message-part.ts";
import type { Outbox } from "./outbox.ts";
import type { ChatId, Sending, Telegram, Time } from "./telegram.ts";

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
