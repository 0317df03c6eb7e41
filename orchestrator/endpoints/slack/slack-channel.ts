import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type ChannelParts, type OpenChannel, openChannel } from "../channels/open-channel.ts";
import type { SlackSettings } from "./settings.ts";
import { slackApi } from "./slack-api.ts";
import { slackDriver } from "./slack-driver.ts";
import { slackWebhook } from "./webhook.ts";

export type SlackChannel = Pick<OpenChannel, "post" | "close"> & {
  webhook(request: Request): Promise<Response>;
};

export type SlackParts = { ready: Promise<void>; processLease: ProcessLease } & Pick<
  ChannelParts,
  "rightsOf" | "turns"
>;

/** People on Slack talk to the orchestrator, over its Events API and Web API. */
export function openSlack(
  settings: SlackSettings,
  deps: TurnDeps,
  { ready, processLease, rightsOf, turns }: SlackParts,
): SlackChannel {
  const { log, clock } = deps;
  const api = slackApi(settings, (ms) => deps.sleep(ms, channel.giveUp));
  const channel: OpenChannel = openChannel(slackDriver(api, settings, log), {
    ...{ deps, turns, rightsOf, log, by: processLease },
    connected: ready,
  });
  if (settings.allowed === undefined)
    log.warn({}, "everyone in the workspace may talk on Slack; SLACK_ALLOWED names those who may");
  return {
    webhook: slackWebhook(settings, channel, { log, now: () => clock.now() }),
    post: channel.post,
    async close(graceMs) {
      await channel.close(graceMs);
      await api.close();
    },
  };
}
