import { addressedRecipient } from "#shared/contracts/recipient.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { chatOf } from "./carry-message.ts";
import { partsOf } from "./message-part.ts";
import type { OutboxMessage } from "./outbox.ts";
import { rememberIn, restOf, type SendSettings, sent, told, whatHappened } from "./send-message.ts";
import { words } from "./words.ts";

/** So much of a message stands in a question about it. */
const SHOWN_CHARS = 80;

/**
 * `{id?, again?, recipients?}`: sends a kept message, the latest without an id, once more and once only. What may have
 * arrived already is asked about first. `recipients` are the chats that the user may send to now: a message for one
 * that is not among them any more stays where it is.
 */
export function resendMessage({ carry, defaultChat, outbox, wait }: SendSettings): Handler {
  return async ({ id, again, recipients }, call) => {
    const say = words[call.locale];
    const { user_id } = call.context;
    const kept = outbox.find(user_id, id === undefined ? undefined : Number(id));
    if (kept === undefined)
      return failure({ code: "NOTHING_TO_RESEND", explanation: say.nothingToResend });
    const stays = (reason: string): string =>
      told(say.notSent(kept.recipient_name, reason), say.stays);
    const quoted = oneLine(kept.message, SHOWN_CHARS);
    if (again === false) return success({ explanation: say.leftAsItIs });
    if (kept.reason === "OUTCOME_UNKNOWN" && again !== true)
      return ask({
        explanation: say.mayHaveArrived(kept.recipient_name, quoted),
        candidates: [
          { label: say.sendAgain, id: kept.id, again: true },
          { label: say.leave, id: kept.id, again: false },
        ],
      });
    if (carry === undefined)
      return failure({ code: "NOT_CONFIGURED", explanation: stays(say.reasons.NO_TOKEN("")) });
    const chat = chatOf(recipientNow(kept, recipients), user_id, defaultChat);
    if (typeof chat === "string") {
      const gone = kept.recipient_id !== undefined;
      const reason = gone ? say.notLinked(kept.recipient_name) : say.reasons.NO_CHAT("");
      return failure({
        code: gone ? "UNKNOWN_RECIPIENT" : "NOT_CONFIGURED",
        explanation: stays(reason),
      });
    }
    // From here on it may have arrived, also where this process ends now. Exactly one call takes it so far.
    if (!outbox.begin(user_id, kept))
      return failure({ code: "NOTHING_TO_RESEND", explanation: say.nothingToResend });
    const parts = partsOf(kept.message, []);
    const time = { remainingMs: call.remainingMs, signal: call.signal, wait };
    const carried = await carry(chat, parts, time, rememberIn(outbox, call));
    if (carried.state === "sent") {
      settle(call, () => outbox.remove(user_id, kept.id));
      return sent(chat, kept.message, parts, carried, say);
    }
    const { by, sent: gone } = carried;
    const code = by.state === "unknown" ? "OUTCOME_UNKNOWN" : by.code;
    const rest = restOf(kept.message, parts.slice(gone), gone);
    settle(call, () => outbox.change(user_id, kept.id, rest, code));
    return failure({
      code,
      explanation: told(
        whatHappened(by, chat, { sent: gone, of: parts.length }, say),
        gone === 0 ? say.stays : say.restKept,
      ),
      metadata: { parts_sent: gone, parts_total: parts.length },
    });
  };
}

/** The chat as it is now; the user's own one for what was for no one else. */
function recipientNow({ recipient_id }: OutboxMessage, recipients: unknown): unknown {
  const now = addressedRecipient.array().safeParse(recipients ?? []).data ?? [];
  return recipient_id === undefined
    ? now.find(({ self, id }) => self === true && id === undefined)
    : now.find(({ id }) => id === recipient_id);
}

/** What cannot be written down stays as something that may have arrived, and is asked about. */
function settle({ log }: Call, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.error({ error }, "the outbox could not be written");
  }
}
