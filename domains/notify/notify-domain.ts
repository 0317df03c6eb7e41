import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
} from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { carryMessages } from "./carry-message.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { resendMessage } from "./resend-message.ts";
import { sendMessage } from "./send-message.ts";
import { type TelegramSettings, type Time, telegramClient } from "./telegram.ts";
import { reasonInWords, words } from "./words.ts";

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
    const say = words[locale];
    if (total === 0) return success({ result, explanation: say.emptyOutbox });
    const dates = dateFormat(locale, context.timezone);
    const lines = messages.map(
      ({ created_at, reason, message, recipient_name }, at) =>
        `${at + 1}. ${dates.format(created_at)}${say.toName(recipient_name)} - ${reasonInWords(reason, locale)}\n   ${oneLine(message, PREVIEW_CHARS)}`,
    );
    const explanation = [say.outbox(messages.length, total), ...lines].join("\n");
    return success({ result, explanation });
  };
}

function dateFormat(locale: Locale, timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: "short", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone });
  } catch {
    // A zone that no one knows must not hide the messages.
    return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  }
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
