import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isZone } from "#shared/contracts/names.ts";
import { addressedRecipient } from "#shared/contracts/recipient.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { fileReceipts } from "#shared/domain-kit/receipts.ts";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { type Outbox, type OutboxMessage, openOutbox } from "./outbox.ts";
import {
  carryMessages,
  chatOf,
  isWritten,
  rememberIn,
  restOf,
  type SendSettings,
  sendMessage,
  sent,
  told,
  whatHappened,
} from "./send-message.ts";
import { partsOf, type TelegramSettings, type Time, telegramClient } from "./telegram.ts";
import { reasonInWords, toWhom, whyNotSent, words } from "./words.ts";

/** So much of a message stands in a question about it. */
const SHOWN_CHARS = 80;

/**
 * `{id?, again?, recipients?}`: sends a kept message, the latest without an id, once more and once only. What may have
 * arrived already is asked about first. `recipients` are the chats that the user may send to now: a message for one
 * that is not among them any more stays where it is.
 */
function resendMessage({ carry, defaultChat, outbox, wait }: SendSettings): Handler {
  return async ({ id, again, recipients }, call) => {
    const say = words(call.locale);
    const { user_id } = call.context;
    const kept = outbox.find(user_id, id === undefined ? undefined : Number(id));
    if (kept === undefined)
      return failure({ code: "NOTHING_TO_RESEND", explanation: say("nothing_to_resend") });
    const to = toWhom(kept.recipient_name, say);
    const stays = (reason: string): string => told(say("not_sent", { to, reason }), say("stays"));
    const quoted = oneLine(kept.message, SHOWN_CHARS);
    if (again === false) return success({ explanation: say("left_as_it_is") });
    if (kept.reason === "OUTCOME_UNKNOWN" && again !== true)
      return ask({
        explanation: say("may_have_arrived", { quoted, to }),
        candidates: [
          { label: say("send_again"), id: kept.id, again: true },
          { label: say("leave"), id: kept.id, again: false },
        ],
      });
    if (carry === undefined)
      return failure({ code: "NOT_CONFIGURED", explanation: stays(whyNotSent("NO_TOKEN", say)) });
    const chat = chatOf(recipientNow(kept, recipients), user_id, defaultChat);
    if (typeof chat === "string") {
      const gone = kept.recipient_id !== undefined;
      const reason = gone
        ? say("not_linked", { name: kept.recipient_name })
        : whyNotSent("NO_CHAT", say);
      return failure({
        code: gone ? "UNKNOWN_RECIPIENT" : "NOT_CONFIGURED",
        explanation: stays(reason),
      });
    }
    // From here on it may have arrived, also where this process ends now. Exactly one call takes it so far.
    if (!outbox.begin(user_id, kept))
      return failure({ code: "NOTHING_TO_RESEND", explanation: say("nothing_to_resend") });
    const parts = partsOf(kept.message, []);
    const time = { remainingMs: call.remainingMs, signal: call.signal, wait };
    const carried = await carry(chat, parts, time, rememberIn(outbox, call));
    if (carried.state === "sent") {
      isWritten(call, () => outbox.remove(user_id, kept.id));
      return sent(chat, kept.message, parts, carried, say);
    }
    const { by, sent: gone } = carried;
    const code = by.state === "unknown" ? "OUTCOME_UNKNOWN" : by.code;
    const rest = restOf(kept.message, parts.slice(gone), gone);
    // What cannot be written down stays as something that may have arrived, and is asked about.
    isWritten(call, () => outbox.change(user_id, kept.id, rest, code));
    return failure({
      code,
      explanation: told(
        whatHappened(by, chat, { sent: gone, of: parts.length }, say),
        say(gone === 0 ? "stays" : "rest_kept"),
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

/** A message is shown up to here; the whole of it is in the result. */
const PREVIEW_CHARS = 200;

/** `{limit}`, the user's own unsent messages, newest first, with date and reason. */
function listOutbox(outbox: Outbox): Handler {
  return async ({ limit }, { context, locale }) => {
    const { total, messages } = outbox.list(context.user_id, Number(limit));
    const result = {
      total,
      messages: messages.map(({ id, message, reason, recipient_name, created_at }) => ({
        ...{ id, message, reason, ...(recipient_name !== "" && { recipient: recipient_name }) },
        created_at: new Date(created_at).toISOString(),
      })),
    };
    const say = words(locale);
    if (total === 0) return success({ result, explanation: say("empty_outbox") });
    // A zone that no one knows must not hide the messages.
    const timeZone = isZone(context.timezone) ? context.timezone : "UTC";
    const style = { dateStyle: "short", timeStyle: "short", timeZone } as const;
    const dates = new Intl.DateTimeFormat(locale, style);
    const lines = messages.map(
      ({ created_at, reason, message, recipient_name }, at) =>
        `${at + 1}. ${dates.format(created_at)}, ${toWhom(recipient_name, say)} - ${reasonInWords(reason, say)}\n   ${oneLine(message, PREVIEW_CHARS)}`,
    );
    const shown = messages.length < total ? say("shown", { count: messages.length }) : "";
    const explanation = [say("outbox", { count: total, shown }), ...lines].join("\n");
    return success({ result, explanation });
  };
}

type Options = Omit<DomainOptions, "receipts"> & { wait?: Time["wait"] };

const waitFor: Time["wait"] = (ms, signal) => sleep(ms, undefined, { signal });

/** The notify service; what it keeps lies in `dataFolder`. */
export function notifyDomain(settings: NotifySettings, options: Options = {}): Domain {
  const { dataFolder, telegram, defaultChat } = settings;
  const { wait = waitFor, ...kit } = options;
  const outbox = openOutbox(join(dataFolder, "outbox.db"));
  const carry = telegram && carryMessages(telegramClient(telegram), outbox);
  const now = () => (kit.clock ?? Date).now();
  const sending = { carry, defaultChat, outbox, wait, now };
  return defineDomain(
    loadManifest(new URL("./", import.meta.url)),
    {
      send_telegram_message: sendMessage(sending),
      resend_message: resendMessage(sending),
      list_outbox: listOutbox(outbox),
    },
    { ...kit, receipts: fileReceipts(join(dataFolder, "receipts.db")) },
  );
}

export type NotifySettings = {
  /** undefined: nothing is sent, everything goes to the outbox. */
  telegram: TelegramSettings | undefined;
  defaultChat: string | undefined;
  dataFolder: string;
};

const variables = z.object({
  TELEGRAM_BOT_TOKEN: z.string().optional(),
  TELEGRAM_CHAT_ID: z.string().optional(),
  TELEGRAM_API_ROOT: address("https:", "http:").default("https://api.telegram.org"),
  REGENTE_DATA: dataFolder("notify"),
});

/** Errors: ContractError naming the variable; the token is never quoted */
export function readSettings(env: Environment): NotifySettings {
  const read = readVariables("notify", env, variables);
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot } = read;
  return {
    telegram: token === undefined ? undefined : { token, apiRoot },
    defaultChat: read.TELEGRAM_CHAT_ID,
    dataFolder: read.REGENTE_DATA,
  };
}

if (import.meta.main)
  await startDomain(() => notifyDomain(readSettings(process.env)), { port: 8102 });
