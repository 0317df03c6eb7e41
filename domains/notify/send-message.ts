import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { splitMessage } from "#shared/telegram-text/split-message.ts";
import type { Outbox } from "./outbox.ts";
import { shortened } from "./shortened.ts";
import type { ChatId, Sending, Telegram, Time } from "./telegram.ts";
import { type Reason, type Words, words } from "./texts.ts";
import { type UnkeptWish, unkeptWish } from "./unkept-wish.ts";

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
 * `{message, chat_id?, as_it_is?}`, one part after the other. What is not sent for certain is kept in the outbox.
 * Who seems to want more than that (an alert, a later time, another recipient) is asked first.
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

  function notConfigured(message: string, reason: "NO_TOKEN" | "NO_CHAT", call: Call) {
    const say = words[call.locale];
    const kept = keep(message, reason, call) ? say.kept : say.notKept;
    return failure({
      code: "NOT_CONFIGURED",
      explanation: `${say.notSent(say.reasons[reason](""))} ${kept}`,
      metadata: { parts_sent: 0 },
    });
  }

  return async ({ message: text, chat_id, as_it_is }, call) => {
    const say = words[call.locale];
    const message = String(text).toWellFormed();
    const parts = splitMessage(message);
    if (parts.length === 0)
      return failure({ code: "EMPTY_MESSAGE", explanation: say.emptyMessage });
    const wish = as_it_is === true ? undefined : unkeptWish(message, call.intent.original_query);
    if (wish !== undefined) return askFirst(wish, message, say);
    if (telegram === undefined) return notConfigured(message, "NO_TOKEN", call);
    const asked = chat_id === undefined || chat_id === "" ? defaultChat : String(chat_id);
    if (asked === undefined) return notConfigured(message, "NO_CHAT", call);

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
        explanation: say.sent(parts.length),
      });
    });
  };

  function interrupted(
    sending: Unsent,
    message: string,
    parts: readonly string[],
    sent: number,
    call: Call,
  ) {
    const say = words[call.locale];
    const code = sending.state === "unknown" ? "OUTCOME_UNKNOWN" : sending.code;
    // Parts are cut where a line may end.
    const rest = sent === 0 ? message : parts.slice(sent).join("\n");
    const isKept = keep(rest, code, call);
    const kept = sent === 0 ? say.kept : say.restKept;
    return failure({
      code,
      explanation: `${whatHappened(sending, sent, parts.length, say)} ${isKept ? kept : say.notKept}`,
      metadata: { parts_sent: sent, parts_total: parts.length },
    });
  }
}

/** A label of an option is shown up to here. */
const LABEL_CHARS = 120;

const askFirst = (wish: UnkeptWish, message: string, say: Words) =>
  ask({
    explanation: `${say.unkept[wish]} ${say.sendAsItIs}`,
    candidates: [{ label: say.nowExactly(shortened(message, LABEL_CHARS)), as_it_is: true }],
    metadata: { resolution: `unkept_${wish}` },
  });

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
