import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ChannelDriver, ChannelMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { channelWebhook, empty, isSame, jsonOf, typedCommand } from "../channels/webhook.ts";
import { type CameIn, cameIn, readNotification } from "./notification.ts";
import { escaped, type Shown, sendMessage } from "./send-message.ts";
import { SLACK_PATH, type SlackSettings } from "./settings.ts";
import { type SlackApi, slackApi } from "./slack-api.ts";

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

const MAX_BODY_BYTES = 1024 * 1024;
/** What was signed longer ago, or is signed for later, may be someone's copy. */
const SIGNED_WITHIN_MS = 5 * 60 * 1000;
const verification = z.object({
  type: z.literal("url_verification"),
  challenge: z.string().regex(/^[\w-]{1,256}$/),
});

/**
 * The endpoint that Slack knocks at: signed events in JSON, and touches in a form. What is brought again has the name that
 * it had, so it is not asked whether this is a retry.
 */
const slackWebhook = (
  { signingSecret }: SlackSettings,
  channel: OpenChannel,
  { log, now }: { log: Log; now: () => number },
): ((request: Request) => Promise<Response>) =>
  channelWebhook(
    {
      service: "Slack",
      maxBytes: MAX_BODY_BYTES,
      read({ headers }, body) {
        if (!isSigned(headers, body, signingSecret, now())) return empty(401);
        const value = jsonOf(textOf(headers, body));
        if (value === undefined) return empty(400);
        const { data: verified } = verification.safeParse(value);
        if (verified !== undefined)
          return new Response(verified.challenge, { headers: { "content-type": "text/plain" } });
        const brought = readNotification(value);
        return brought === undefined ? [] : [brought];
      },
    },
    channel,
    log,
  );

function isSigned(headers: Headers, body: Buffer, secret: string, now: number): boolean {
  const at = headers.get("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * 1000) > SIGNED_WITHIN_MS) return false;
  const wanted = createHmac("sha256", secret).update(`v0:${at}:`).update(body).digest("hex");
  return isSame(headers.get("x-slack-signature") ?? "", `v0=${wanted}`);
}

function textOf(headers: Headers, body: Buffer): string {
  const text = body.toString("utf8");
  const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm === true ? (new URLSearchParams(text).get("payload") ?? "") : text;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a button and of an option. */
const MAX_LABEL = 75;
const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Slack tries for some minutes, or for a day where an app asked for it. */
const REPEATS_MS = 2 * DAY_MS;
const MOST_REMEMBERED = 10_000;
/** A token writes to one workspace, and messages of another have other names. */
const ACCOUNT = "slack:1";

const person = z.object({
  user: z.object({
    locale: z.string().optional(),
    tz: z.string().max(64).optional(),
    real_name: z.string().optional(),
    profile: z.object({ first_name: z.string().optional() }).optional(),
  }),
});
type Known = { languageCode?: string | undefined; timezone?: string | undefined; name: string };
const isDirect = (channel: string) => channel.startsWith("D");
/** A chat with one person has that person's id: operators know it, and a message can be sent to it. */
const addressOf = ({ channel, user }: CameIn) => (isDirect(channel) ? user : channel);

/** Slack as one of the channels: direct messages, mentions, and touches of what was offered. */
function slackDriver(api: SlackApi, settings: SlackSettings, log: Log): ChannelDriver {
  /** What was sent with choices: an edit that takes them away wants the rest once more. */
  const shown = new LRUCache<string, Shown>({ max: MOST_REMEMBERED });
  const people = new LRUCache<string, Known>({ max: MOST_REMEMBERED });
  let named: string | undefined;

  /** What is not told, as without the right to ask, is not needed. */
  async function known(user: string): Promise<Known> {
    const before = people.get(user);
    if (before !== undefined) return before;
    const asked = await api
      .call("users.info", { user, include_locale: true }, person)
      .catch(() => undefined);
    if (asked === undefined) return { name: "" };
    const { locale: languageCode, tz: timezone, profile, real_name = "" } = asked.user;
    const told = { languageCode, timezone, name: profile?.first_name || real_name };
    people.set(user, told);
    return told;
  }
  return {
    name: "slack",
    account: ACCOUNT,
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_FILE_BYTES, repeatsMs: REPEATS_MS },
    // What begins with "/" Slack keeps for itself.
    commandSign: "!",
    chatOf: (came) => addressOf(cameIn.parse(came)),
    async read(came): Promise<ChannelMessage> {
      const read = cameIn.parse(came);
      const { channel, user, ts, thread } = read;
      const isGroup = !isDirect(channel);
      const { name, ...client } = await known(user);
      // In a channel the answer stands in the thread of what it answers.
      const at = { isGroup, thread: thread ?? (isGroup ? ts : undefined) };
      const said = { place: { address: addressOf(read), ...at }, speaker: user, ...client };
      if (read.did === "touch") {
        const touch = [channel, user, at.thread].join(":");
        const ref = `${channel}:${ts}`;
        // Another process may have sent it.
        if (read.shown.blocks.length > 0) shown.set(ref, read.shown);
        return { ...said, did: "choose", choice: read.choice, touch, ref };
      }
      if (read.us !== undefined) named = `<@${read.us}>`;
      if (read.isShared) return { ...said, did: "pass_on", ref: ts };
      const text = read.hasFiles ? undefined : read.text;
      const about = { text, ref: ts, title: isGroup ? "" : name, ...typedCommand(text ?? "") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async (address) => settings.allowed?.includes(address) ?? true,
    send: (to, message) =>
      sendMessage({ api, log, named, offered: (ref, what) => shown.set(ref, what) }, to, message),
    async heard(touch, text, isAll) {
      if (!isAll) return;
      const [channel, user, thread] = touch.split(":");
      const needs = { channel, user, text: escaped(text), thread_ts: thread || undefined };
      await api.call("chat.postEphemeral", needs, z.unknown());
    },
    async withdraw(_, ref) {
      const left = shown.get(ref);
      if (left === undefined) return;
      const [channel, ts] = ref.split(":");
      await api.call("chat.update", { channel, ts, ...left }, z.unknown());
      shown.delete(ref);
    },
  };
}
