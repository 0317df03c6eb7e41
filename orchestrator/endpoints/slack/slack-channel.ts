import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { parsedJson } from "#shared/contracts/json.ts";
import type { ChannelDriver, ChannelMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { SLACK_PATH, type SlackSettings } from "../channels/settings.ts";
import { channelWebhook, empty, isSame, typedCommand } from "../channels/webhook.ts";
import { escaped, type Shown, type SlackApi, sendMessage, slackApi } from "./send-message.ts";

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
    ...{ facts: channel.facts, post: channel.post, mayPost: channel.mayPost },
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
        const value = parsedJson(textOf(headers, body));
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
    title: "Slack",
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

const id = z.string().regex(/^[A-Z0-9]{2,40}$/);
const block = z.looseObject({ type: z.string() });
const ts = z.string().regex(/^\d{1,16}\.\d{1,9}$/);

/** What someone wrote or touched, as it is kept. */
const cameIn = z.discriminatedUnion("did", [
  z.object({
    did: z.literal("write"),
    channel: id,
    user: id,
    ts,
    thread: ts.optional(),
    text: z.string(),
    /** Who we are there. */
    us: id.optional(),
    /** Something besides words, and something of someone else. */
    hasFiles: z.boolean(),
    isShared: z.boolean(),
  }),
  z.object({
    did: z.literal("touch"),
    channel: id,
    user: id,
    ts,
    thread: ts.optional(),
    choice: z.string().max(150),
    touched_ts: ts,
    /** What can be read of the message that offered it. */
    shown: z.object({ text: z.string(), blocks: z.array(block) }),
  }),
]);
type CameIn = z.infer<typeof cameIn>;

/** Source: docs.slack.dev/reference/events/message, app_mention */
const written = z.object({
  type: z.enum(["message", "app_mention"]),
  channel: id,
  channel_type: z.string().optional(),
  user: id,
  text: z.string().default(""),
  ts,
  thread_ts: ts.optional(),
  subtype: z.enum(["file_share", "thread_broadcast", "me_message"]).optional(),
  /** Of a program's message, ours among them. */
  bot_id: z.never().optional(),
  files: z.array(z.unknown()).default([]),
  attachments: z.array(z.object({ is_share: z.boolean().optional() })).default([]),
});

const envelope = z.object({
  type: z.literal("event_callback"),
  event: z.unknown(),
  authorizations: z.array(z.object({ user_id: id, is_bot: z.boolean() })).default([]),
});

/** Source: docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const touched = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id }),
  channel: z.object({ id }),
  message: z.object({
    ts,
    thread_ts: ts.optional(),
    text: z.string().default(""),
    blocks: z.array(block).default([]),
  }),
  actions: z
    .array(
      z.object({
        value: z.string().optional(),
        selected_option: z.object({ value: z.string() }).nullish(),
        action_ts: ts,
      }),
    )
    .length(1),
});

/** An event or a touch, and what Slack calls it; of what is like nothing known, nothing. Pure. */
function readNotification(value: unknown): { id: string; came: CameIn } | undefined {
  const touch = touched.safeParse(value).data;
  if (touch !== undefined) return readTouch(touch);
  const event = envelope.safeParse(value).data;
  const message = written.safeParse(event?.event).data;
  // In a channel only what mentions us: what is written there besides is brought to some apps as well.
  if (message === undefined || (message.type === "message" && message.channel_type !== "im"))
    return undefined;
  const us = event?.authorizations.find(({ is_bot }) => is_bot)?.user_id;
  if (message.user === us) return undefined;
  const { channel, user, thread_ts, files, attachments } = message;
  return {
    // A message has one name, by however many events it is told of.
    id: `${channel}:${message.ts}`,
    came: {
      ...{ did: "write", channel, user, ts: message.ts, text: readText(message.text, us) },
      us,
      thread: thread_ts,
      hasFiles: files.length > 0,
      isShared: attachments.some(({ is_share }) => is_share === true),
    },
  };
}

function readTouch({ user, channel, message, actions }: z.infer<typeof touched>) {
  const [action] = actions;
  const choice = action?.selected_option?.value ?? action?.value;
  if (action === undefined || choice === undefined) return undefined;
  const came: CameIn = {
    ...{ did: "touch", channel: channel.id, user: user.id, ts: message.ts, choice },
    ...{ thread: message.thread_ts, touched_ts: action.action_ts },
    shown: {
      text: message.text,
      blocks: message.blocks.filter(({ type }) => type !== "actions"),
    },
  };
  return { id: `${channel.id}:${message.ts}:${user.id}:${action.action_ts}`, came };
}

/** What someone wrote, as they see it: names and links by their labels, without the mentions of us. Pure. */
export function readText(text: string, us: string | undefined): string {
  return text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, what: string, label = "") => {
      if (what === `@${us}`) return " ";
      if (what.startsWith("#")) return `#${String(label || what.slice(1))}`;
      if (what.startsWith("@")) return `@${String(label || what.slice(1)).replace(/^@/, "")}`;
      if (what.startsWith("!")) return String(label || `@${what.slice(1)}`);
      return String(label || what);
    })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/[ \t]{2,}/g, " ")
    .trim();
}
