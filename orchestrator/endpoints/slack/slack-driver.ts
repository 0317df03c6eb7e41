import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ChannelDriver, ChannelMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { typedCommand } from "../channels/typed-command.ts";
import { type CameIn, cameIn } from "./notification.ts";
import { type Block, sendMessage } from "./send-message.ts";
import { type SlackSettings, slackAccount } from "./settings.ts";
import type { SlackApi } from "./slack-api.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a button and of an option. */
const MAX_LABEL = 75;
const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Slack tries for some minutes, or for a day where an app asked for it. */
const REPEATS_MS = 2 * DAY_MS;
const MOST_REMEMBERED = 10_000;

const person = z.object({
  user: z.object({
    locale: z.string().optional(),
    real_name: z.string().optional(),
    profile: z.object({ first_name: z.string().optional() }).optional(),
  }),
});
type Known = { languageCode: string | undefined; name: string };
const isDirect = (channel: string) => channel.startsWith("D");
/** A chat with one person has that person's id: operators know it, and a message can be sent to it. */
const addressOf = ({ channel, user }: CameIn) => (isDirect(channel) ? user : channel);

/** Slack as one of the channels: direct messages, mentions, and touches of what was offered. */
export function slackDriver(api: SlackApi, settings: SlackSettings, log: Log): ChannelDriver {
  /** What was sent with choices, to take them away: an edit wants the whole message. */
  const offered = new LRUCache<string, { text: string; blocks: Block[] }>({ max: 1000 });
  const people = new LRUCache<string, Known>({ max: MOST_REMEMBERED });

  /** What is not told, as without the right to ask, is not needed. */
  async function known(user: string): Promise<Known> {
    const before = people.get(user);
    if (before !== undefined) return before;
    const asked = await api
      .call("users.info", { user, include_locale: true }, person)
      .catch(() => undefined);
    if (asked === undefined) return { languageCode: undefined, name: "" };
    const { locale, profile, real_name = "" } = asked.user;
    const told = { languageCode: locale, name: profile?.first_name || real_name };
    people.set(user, told);
    return told;
  }
  return {
    name: "slack",
    account: slackAccount(settings),
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_FILE_BYTES, repeatsMs: REPEATS_MS },
    chatOf: (came) => addressOf(cameIn.parse(came)),
    async read(came): Promise<ChannelMessage> {
      const read = cameIn.parse(came);
      const { channel, user, ts, thread } = read;
      const isGroup = !isDirect(channel);
      const { languageCode, name } = await known(user);
      const address = addressOf(read);
      const said = {
        // In a channel the answer stands in the thread of what it answers.
        place: { address, isGroup, thread: thread ?? (isGroup ? ts : undefined) },
        speaker: user,
        who: {
          user_id: `slack:${user}`,
          session_id: isGroup ? `slack:${channel}:${user}` : `slack:${user}`,
        },
        languageCode,
      };
      if (read.did === "touch") {
        const touch = `${channel}:${user}:${read.touched_ts}`;
        return { ...said, did: "choose", choice: read.choice, touch, ref: `${channel}:${ts}` };
      }
      if (read.isShared) return { ...said, did: "pass_on", ref: ts };
      const text = read.hasFiles ? "" : read.text;
      return {
        ...said,
        did: "say",
        text,
        ref: ts,
        title: isGroup ? "" : name,
        ...typedCommand(text),
      };
    },
    mayTalk: async (address) => settings.allowed?.includes(address) ?? true,
    async send(to, message) {
      const last = await sendMessage(api, log, to, message);
      if (last !== undefined) offered.set(last.ref, last);
      return last?.ref;
    },
    async withdraw(_, ref) {
      const sent = offered.get(ref);
      if (sent === undefined) return;
      const [channel, ts] = ref.split(":");
      const { text, blocks } = sent;
      await api.call("chat.update", { channel, ts, text, blocks }, z.unknown());
      offered.delete(ref);
    },
  };
}
