import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { SLACK_PATH, type SlackSettings } from "./settings.ts";
import { slackApi } from "./slack-api.ts";
import { slackDriver } from "./slack-driver.ts";
import { slackWebhook } from "./webhook.ts";

/** People on Slack talk to the orchestrator, over its Events API and Web API. */
export function openSlackChannel(
  settings: SlackSettings,
  deps: TurnDeps,
  parts: ChannelParts,
): ChannelDoor {
  const { log, clock } = deps;
  const api = slackApi(settings, (ms) => deps.sleep(ms, channel.giveUp));
  const channel: OpenChannel = openChannel(slackDriver(api, settings, log), deps, parts);
  if (settings.allowed === undefined)
    log.warn({}, "everyone in the workspace may talk on Slack; SLACK_ALLOWED names those who may");
  return {
    paths: [SLACK_PATH],
    methods: ["POST"],
    handle: slackWebhook(settings, channel, { log, now: clock.now }),
    post: channel.post,
    async close(graceMs) {
      await channel.close(graceMs);
      await api.close();
    },
  };
}
