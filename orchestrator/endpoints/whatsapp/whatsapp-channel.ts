import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type ChannelParts, type OpenChannel, openChannel } from "../channels/open-channel.ts";
import { cloudApi } from "./cloud-api.ts";
import type { WhatsappSettings } from "./settings.ts";
import { whatsappWebhook } from "./webhook.ts";
import { whatsappDriver } from "./whatsapp-driver.ts";

export type WhatsappChannel = Pick<OpenChannel, "post" | "close"> & {
  webhook(request: Request): Promise<Response>;
};

export type WhatsappParts = { ready: Promise<void>; processLease: ProcessLease } & Pick<
  ChannelParts,
  "rightsOf" | "turns"
>;

/** People on WhatsApp talk to the orchestrator, over Meta's Cloud API. */
export function openWhatsapp(
  settings: WhatsappSettings,
  deps: TurnDeps,
  { ready, processLease, rightsOf, turns }: WhatsappParts,
): WhatsappChannel {
  const { log } = deps;
  const api = cloudApi(settings, (ms) => deps.sleep(ms, channel.giveUp));
  const channel: OpenChannel = openChannel(whatsappDriver(api, settings, log), {
    ...{ deps, turns, rightsOf, log, by: processLease },
    connected: ready,
  });
  if (settings.allowedNumbers === undefined)
    log.warn(
      {},
      "everyone who writes to the number may talk to it; WHATSAPP_ALLOWED_NUMBERS names those who may",
    );
  return {
    webhook: whatsappWebhook(settings, channel, log),
    post: channel.post,
    async close(graceMs) {
      await channel.close(graceMs);
      await api.close();
    },
  };
}
