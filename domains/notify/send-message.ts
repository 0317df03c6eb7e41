import { type AddressedRecipient, addressedRecipient } from "#shared/contracts/recipient.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { type Outbox, recipientKept } from "./outbox.ts";
import {
  type ChatId,
  type MessagePart,
  partsOf,
  type Sending,
  type Telegram,
  type Time,
} from "./telegram.ts";
import { type Reason, toWhom, type Words, whyNotSent, words } from "./words.ts";

type Unsent = Exclude<Sending, { state: "sent" }>;

/** How sending all parts of a message ended; `sent` parts went for certain. */
type Carried =
  | { state: "sent"; chat_id: string; message_ids: number[] }
  | { state: "interrupted"; by: Unsent; sent: number };

/** Sends the parts of a message to a chat, one after the other. Never rejects. */
type Carry = (
  chat: Chat,
  parts: readonly MessagePart[],
  time: Time,
  onMoved: (from: string, to: string) => void,
) => Promise<Carried>;

/** Messages to one chat wait for each other, so that their parts do not mix. */
export function carryMessages(telegram: Telegram, outbox: Pick<Outbox, "chatNow">): Carry {
  const inTurn = oneAfterAnotherByKey();
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

/** Where a message goes, and whom that is by name; "" is who asked. */
type Chat = { chat_id: string; name: string };
/** Why there is no chat to send to. */
type NoChat = "NO_CHAT" | "NOT_YOURS" | "OTHER_CHANNEL";

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
  if (read.address !== undefined) {
    if (read.user_id !== user_id) return "NOT_YOURS";
    return read.channel === CHANNEL ? named(read, read.address) : "OTHER_CHANNEL";
  }
  const isOwn = read.only_user === true && read.self === true;
  return isOwn && defaultChat !== undefined ? named(read, defaultChat) : "NO_CHAT";
}

const named = ({ self, name = "" }: AddressedRecipient, chat_id: string): Chat => ({
  chat_id,
  name: self === true ? "" : name,
});

export type SendSettings = {
  /** undefined without a token. */
  carry: Carry | undefined;
  /** The chat of the one person who uses the installation. */
  defaultChat: string | undefined;
  outbox: Outbox;
  wait: Time["wait"];
  now(): number;
};

/** So much of a message is said again in the answer. */
const QUOTED_CHARS = 80;

/**
 * `{message, recipient?, files?}`, one part after the other. Words that are not sent for certain are kept in the
 * outbox. Whether it is to be sent at all, now and there, was decided before.
 */
export function sendMessage({ carry, defaultChat, outbox, wait, now }: SendSettings): Handler {
  /** Whether the message is in the outbox now. */
  const keep = (message: string, reason: Reason, recipient: unknown, call: Call): boolean =>
    isWritten(call, () =>
      outbox.keep(call.context.user_id, message, reason, now(), recipientKept(recipient)),
    );

  return async ({ message: text, recipient, files }, call) => {
    const say = words(call.locale);
    const message = String(text).toWellFormed();
    const parts = partsOf(message, files);
    if (message.trim() === "")
      return failure({ code: "EMPTY_MESSAGE", explanation: say("empty_message") });
    const { name: named } = recipientKept(recipient);
    const chat = chatOf(recipient, call.context.user_id, defaultChat);
    const notSent = (why: Reason) =>
      say("not_sent", { to: toWhom(named, say), reason: whyNotSent(why, say) });
    if (chat === "NOT_YOURS" || chat === "OTHER_CHANNEL")
      return failure({ code: chat, explanation: notSent(chat) });
    if (carry === undefined || chat === "NO_CHAT") {
      const reason = carry === undefined ? "NO_TOKEN" : "NO_CHAT";
      const kept = say(keep(message, reason, recipient, call) ? "kept" : "not_kept");
      return failure({
        code: "NOT_CONFIGURED",
        explanation: told(notSent(reason), kept, filesLost(parts, say)),
        metadata: { parts_sent: 0 },
      });
    }
    const time = { remainingMs: call.remainingMs, signal: call.signal, wait };
    const carried = await carry(chat, parts, time, rememberIn(outbox, call));
    if (carried.state === "sent") return sent(chat, message, parts, carried, say);
    const { by, sent: gone } = carried;
    const code = by.state === "unknown" ? "OUTCOME_UNKNOWN" : by.code;
    const left = parts.slice(gone);
    const rest = restOf(message, left, gone);
    const isKept = rest === "" || keep(rest, code, recipient, call);
    return failure({
      code,
      explanation: told(
        whatHappened(by, chat, { sent: gone, of: parts.length }, say),
        isKept ? rest && say(gone === 0 ? "kept" : "rest_kept") : say("not_kept"),
        filesLost(left, say),
      ),
      metadata: { parts_sent: gone, parts_total: parts.length },
    });
  };
}

/** Parts are cut where a line may end. */
export const restOf = (message: string, left: readonly MessagePart[], gone: number): string =>
  gone === 0 ? message : left.filter(isWords).join("\n");

/** The receipt: whom it went to by name, and what was said. */
export function sent(
  { name }: Chat,
  message: string,
  parts: readonly MessagePart[],
  { chat_id, message_ids }: Extract<Carried, { state: "sent" }>,
  say: Words,
) {
  const result = { chat_id, message_ids, ...(name !== "" && { recipient: name }) };
  const quoted = oneLine(message, QUOTED_CHARS);
  const spoken = parts.filter(isWords).length;
  const files = parts.filter(isFile).length;
  const explanation = say("sent", {
    to: toWhom(name, say),
    quoted,
    in_parts: spoken > 1 ? say("in_parts", { count: spoken }) : "",
    with_files: files > 0 ? say("with_files", { count: files }) : "",
  });
  return success({ result, explanation });
}

/** Where it cannot be written down, the next message finds the way again. */
export const rememberIn =
  (outbox: Outbox, call: Call) =>
  (from: string, to: string): void =>
    void isWritten(call, () => outbox.chatMoved(from, to));

/** Whether it is in the outbox now. A full disk must not hide that parts were sent. */
export function isWritten({ log }: Call, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    log.error({ error }, "the outbox could not be written");
    return false;
  }
}

const isWords = (part: MessagePart): part is string => typeof part === "string";
const isFile = (part: MessagePart): boolean => !isWords(part);

/** Sentences in a row; empty ones are left out. */
export const told = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** Files are not kept: whoever made them can give them again. */
const filesLost = (unsent: readonly MessagePart[], say: Words): string =>
  unsent.some(isFile) ? say("files_not_kept") : "";

/** Why a message to someone did not go, or how much of it did. */
export function whatHappened(
  sending: Unsent,
  { name }: Pick<Chat, "name">,
  { sent, of }: { sent: number; of: number },
  say: Words,
): string {
  const to = toWhom(name, say);
  if (sending.state === "unknown")
    return of === 1
      ? say("unknown", { to })
      : say("unknown_partly", { to, sent, of, part: sent + 1 });
  const reason = whyNotSent(sending.code, say, sending.detail);
  return sent === 0
    ? say("not_sent", { to, reason })
    : say("sent_partly", { to, sent, of, reason });
}
