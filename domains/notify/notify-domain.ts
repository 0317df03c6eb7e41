import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { carryMessages } from "./carry-message.ts";
import { listOutbox } from "./list-outbox.ts";
import { openOutbox } from "./outbox.ts";
import { resendMessage } from "./resend-message.ts";
import { sendMessage } from "./send-message.ts";
import type { NotifySettings } from "./settings.ts";
import { type Time, telegramClient } from "./telegram.ts";

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
    loadManifest(new URL(".", import.meta.url)),
    {
      send_telegram_message: sendMessage(sending),
      resend_message: resendMessage(sending),
      list_outbox: listOutbox(outbox),
    },
    { ...kit, receipts: fileReceipts(join(dataFolder, "receipts.db")) },
  );
}
