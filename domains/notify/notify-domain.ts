import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import { carryMessages } from "./carry-message.ts";
import { listOutbox } from "./list-outbox.ts";
import { openOutbox } from "./outbox.ts";
import { resendMessage } from "./resend-message.ts";
import { sendMessage } from "./send-message.ts";
import { type TelegramSettings, type Time, telegramClient } from "./telegram.ts";

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
