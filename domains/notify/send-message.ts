import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { type MessagePart, partsOf } from "./message-part.ts";
import type { Outbox } from "./outbox.ts";
import type { ChatId, Sending, Telegram, Time } from "./telegram.ts";
import { type Reason, type Words, words } from "./texts.ts";

type Unsent = Exclude<Sending, { state: "sent" }>;

export type SendSettings = {
  /** undefined without a token. */
  telegram: Telegram | undefined;
  /** Where messages go that name no chat. */
  defaultChat: string | undefined;
  outbox: Outbox;
  wait: Time["wait"];
  now(): number;
};

/**
 * `{message, chat_id?, files?}`, one part after the other. Words that are not sent for certain are kept in the outbox.
 * Whether it is to be sent at all, now and there, was decided before.
 */
export function sendMessage({ telegram, defaultChat, outbox, wait, now }: SendSettings): Handler {
  const inTurn = oneAfterTheOther();

  /** Whether the message is in the outbox now. A full disk must not hide that parts were sent. */
  function keep(message: string, reason: Reason, { context, log }: Call): boolean {
    try {
      outbox.keep(context.user_id, message, reason, now());
      return true;
    } catch (error) {
      log.error({ error }, "the outbox could not be written");
      return false;
    }
  }

  function remember(asked: string, chat: string, { log }: Call): void {
    try {
      outbox.chatMoved(asked, chat);
    } catch (error) {
      // The next message finds the way again.
      log.error({ error }, "the outbox could not be written");
    }
  }

  function notConfigured(
    message: string,
    parts: readonly MessagePart[],
    reason: "NO_TOKEN" | "NO_CHAT",
    call: Call,
  ) {
    const say = words[call.locale];
    const kept = keep(message, reason, call) ? say.kept : say.notKept;
    return failure({
      code: "NOT_CONFIGURED",
      explanation: told(say.notSent(say.reasons[reason]("")), kept, filesLost(parts, say)),
      metadata: { parts_sent: 0 },
    });
  }

  return async ({ message: text, chat_id, files }, call) => {
    const say = words[call.locale];
    const message = String(text).toWellFormed();
    const parts = partsOf(message, files);
    if (message.trim() === "")
      return failure({ code: "EMPTY_MESSAGE", explanation: say.emptyMessage });
    if (telegram === undefined) return notConfigured(message, parts, "NO_TOKEN", call);
    const asked = chat_id === undefined || chat_id === "" ? defaultChat : String(chat_id);
    if (asked === undefined) return notConfigured(message, parts, "NO_CHAT", call);

    const time = { remainingMs: call.remainingMs, signal: call.signal, wait };
    return inTurn(asked, async () => {
      const message_ids: number[] = [];
      let chat: ChatId = outbox.chatNow(asked);
      for (const part of parts) {
        const sending = await telegram.send(chat, part, time);
        if (sending.state !== "sent")
          return interrupted(sending, message, parts, message_ids.length, call);
        if (sending.chat_id !== chat) remember(asked, String(sending.chat_id), call);
        chat = sending.chat_id;
        message_ids.push(sending.message_id);
      }
      return success({
        result: { chat_id: String(chat), message_ids },
        explanation: say.sent(message, parts.filter(isWords).length, parts.filter(isFile).length),
      });
    });
  };

  function interrupted(
    sending: Unsent,
    message: string,
    parts: readonly MessagePart[],
    sent: number,
    call: Call,
  ) {
    const say = words[call.locale];
    const code = sending.state === "unknown" ? "OUTCOME_UNKNOWN" : sending.code;
    const left = parts.slice(sent);
    // Parts are cut where a line may end.
    const lines = left.filter(isWords);
    const rest = sent === 0 ? message : lines.join("\n");
    const kept = sent === 0 ? say.kept : say.restKept;
    const isKept = rest === "" || keep(rest, code, call);
    return failure({
      code,
      explanation: told(
        whatHappened(sending, sent, parts.length, say),
        isKept ? (rest === "" ? "" : kept) : say.notKept,
        filesLost(left, say),
      ),
      metadata: { parts_sent: sent, parts_total: parts.length },
    });
  }
}

const isWords = (part: MessagePart): part is string => typeof part === "string";
const isFile = (part: MessagePart): boolean => !isWords(part);

const told = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** Files are not kept: whoever made them can give them again. */
const filesLost = (unsent: readonly MessagePart[], say: Words): string =>
  unsent.some(isFile) ? say.filesNotKept : "";

function whatHappened(sending: Unsent, sent: number, of: number, say: Words): string {
  if (sending.state === "unknown") return of === 1 ? say.unknown : say.unknownPartly(sent, of);
  const reason = say.reasons[sending.code](sending.detail);
  return sent === 0 ? say.notSent(reason) : say.sentPartly(sent, of, reason);
}

/** Tasks with the same name wait for each other, so that the parts of two messages do not mix in a chat. */
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
