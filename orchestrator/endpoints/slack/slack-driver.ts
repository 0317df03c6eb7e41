import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ChannelDriver, ChannelMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { typedCommand } from "../channels/typed-command.ts";
import { type CameIn, cameIn } from "./notification.ts";
import { type Shown, sendMessage } from "./send-message.ts";
import type { SlackSettings } from "./settings.ts";
import type { SlackApi } from "./slack-api.ts";
import { escaped } from "./written-parts.ts";

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
export function slackDriver(api: SlackApi, settings: SlackSettings, log: Log): ChannelDriver {
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
