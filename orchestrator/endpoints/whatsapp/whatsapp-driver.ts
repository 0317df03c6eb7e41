import { LRUCache } from "lru-cache";
import type { ChannelDriver, ChannelMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { typedCommand } from "../channels/typed-command.ts";
import type { CloudApi } from "./cloud-api.ts";
import { cameIn } from "./notification.ts";
import { sendMessage } from "./send-message.ts";
import { type WhatsappSettings, whatsappAccount } from "./settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a button; a row of a list has a little more. */
const MAX_LABEL = 20;
const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
/** Meta brings what it is not sure of for a week; clocks may differ. */
const REPEATS_MS = 8 * DAY_MS;
const MOST_REMEMBERED = 10_000;
/** Codes of countries whose people mostly write Portuguese: WhatsApp tells no language. */
const LUSOPHONE = /^(?:55|351|244|258|238|239|245|670)/;

/** WhatsApp as one of the channels: messages of the Cloud API, read and answered. */
export function whatsappDriver(api: CloudApi, settings: WhatsappSettings, log: Log): ChannelDriver {
  /** What each number wrote last: a sign that an answer is on its way stands under it. */
  const latest = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  const languageOf = (number: string) => (LUSOPHONE.test(number) ? "pt" : "en");
  return {
    name: "whatsapp",
    account: whatsappAccount(settings),
    limits: {
      labelChars: MAX_LABEL,
      fileBytes: MAX_DOCUMENT_BYTES,
      repeatsMs: REPEATS_MS,
      windowMs: DAY_MS,
    },
    chatOf: (came) => cameIn.parse(came).message.from,
    async read(came): Promise<ChannelMessage | undefined> {
      const { message, name } = cameIn.parse(came);
      const { id, from, type, text, interactive, context } = message;
      // A heart under a message, or a note of the service, asks for nothing.
      if (type === "reaction" || type === "system") return undefined;
      latest.set(from, id);
      const place = { address: from, isGroup: false };
      const said = { place, speaker: from, languageCode: languageOf(from) };
      const touched = interactive?.button_reply ?? interactive?.list_reply;
      if (touched !== undefined)
        return { ...said, did: "choose", choice: touched.id, touch: id, ref: context?.id ?? "" };
      if (context?.forwarded === true || context?.frequently_forwarded === true)
        return { ...said, did: "pass_on", ref: id };
      const words = type === "text" ? text?.body.trim() || undefined : undefined;
      const about = { text: words, ref: id, title: name, ...typedCommand(words ?? "") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async (address) => settings.allowedNumbers?.includes(address) ?? true,
    send: ({ address }, message) => sendMessage(api, log, address, message),
    async typing({ address }) {
      const id = latest.get(address);
      if (id !== undefined) await api.typing(id);
    },
  };
}
