import { z } from "zod";

const id = z.string().regex(/^[A-Z0-9]{2,40}$/);
const block = z.looseObject({ type: z.string() });
const ts = z.string().regex(/^\d{1,16}\.\d{1,9}$/);

/** What someone wrote or touched, as it is kept. */
export const cameIn = z.discriminatedUnion("did", [
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
export type CameIn = z.infer<typeof cameIn>;

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
export function readNotification(value: unknown): { id: string; came: CameIn } | undefined {
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
