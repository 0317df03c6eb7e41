import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { cloudApi } from "./cloud-api.ts";
import { WHATSAPP_PATH, type WhatsappSettings } from "./settings.ts";
import { whatsappWebhook } from "./webhook.ts";
import { whatsappDriver } from "./whatsapp-driver.ts";

/** People on WhatsApp talk to the orchestrator, over Meta's Cloud API. */
export function openWhatsappChannel(
  settings: WhatsappSettings,
  deps: TurnDeps,
  parts: ChannelParts,
): ChannelDoor {
  const { log } = deps;
  const api = cloudApi(settings, (ms) => deps.sleep(ms, channel.giveUp));
  const channel: OpenChannel = openChannel(whatsappDriver(api, settings, log), deps, parts);
  if (settings.allowedNumbers === undefined)
    log.warn(
      {},
      "everyone who writes to the number may talk to it; WHATSAPP_ALLOWED_NUMBERS names those who may",
    );
  return {
    paths: [WHATSAPP_PATH],
    methods: ["GET", "POST"],
    handle: whatsappWebhook(settings, channel, log),
    post: channel.post,
    async close(graceMs) {
      await channel.close(graceMs);
      await api.close();
    },
  };
}
