import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { z } from "zod";
import { listenUntilClosed } from "../../adapters/listen.fixture.ts";
import { channelRoom } from "../channels/channel-room.fixture.ts";
import type { SlackSettings } from "../channels/settings.ts";
import { openSlackChannel } from "./slack-channel.ts";

const APP = "A0123456789";
const BOT = "U0B0T";
const TOKEN = "xoxb-of-the-tests";
const SECRET = "signing-secret-of-the-tests";
export const ME = "U0ANA";
export const DIRECT = "D0ANA";
export const CHANNEL = "C0GENERAL";

const plainText = (most: number) =>
  z.strictObject({
    type: z.literal("plain_text"),
    text: z.string().min(1).max(most),
    emoji: z.boolean(),
  });
const unlike = (ids: readonly string[]) => new Set(ids).size === ids.length;
const button = z.strictObject({
  type: z.literal("button"),
  action_id: z.string().min(1).max(255),
  text: plainText(75),
  value: z.string().max(2000),
});
const option = z.strictObject({ text: plainText(75), value: z.string().min(1).max(150) });
const select = z.strictObject({
  type: z.literal("static_select"),
  action_id: z.string().min(1).max(255),
  placeholder: plainText(150),
  options: z.array(option).min(1).max(100),
});
/** Mentions, and what else begins with "<" besides a link, none of ours hold. */
const mrkdwn = z
  .string()
  .min(1)
  .max(3000)
  .refine((text) => !/&(?!amp;|lt;|gt;)|<(?!https?:[^<>|]*(?:\|[^<>]*)?>)/.test(text));
const blocks = z
  .array(
    z.discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("section"),
        block_id: z.string().max(255).optional(),
        text: z.strictObject({ type: z.literal("mrkdwn"), text: mrkdwn, verbatim: z.boolean() }),
      }),
      z.strictObject({
        type: z.literal("context"),
        block_id: z.string().max(255).optional(),
        elements: z
          .array(z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(3000) }))
          .min(1)
          .max(10),
      }),
      z.strictObject({
        type: z.literal("actions"),
        block_id: z.string().max(255).optional(),
        elements: z
          .array(z.discriminatedUnion("type", [button, select]))
          .min(1)
          .max(25),
      }),
    ]),
  )
  .min(1)
  .max(50)
  .refine((all) =>
    unlike(
      all.flatMap((each) =>
        (each.type === "actions" ? each.elements : []).map((one) => one.action_id),
      ),
    ),
  );
type Blocks = z.infer<typeof blocks>;
const elementsOf = (block: Blocks[number]) => (block.type === "actions" ? block.elements : []);
const json = <T>(shape: z.ZodType<T>) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(shape);
const ts = z.string().regex(/^\d+\.\d{6}$/);
const bool = z.enum(["true", "false"]);

/** What the Web API takes. Source: docs.slack.dev/reference/methods */
const methods = {
  "chat.postMessage": z.strictObject({
    channel: z.string(),
    thread_ts: ts.optional(),
    text: z.string().min(1).max(40_000),
    blocks: json(blocks),
    unfurl_links: bool,
    unfurl_media: bool,
  }),
  "chat.update": z.strictObject({
    channel: z.string().startsWith("D").or(z.string().startsWith("C")),
    ts,
    text: z.string().min(1),
    blocks: json(blocks),
  }),
  "chat.postEphemeral": z.strictObject({
    channel: z.string().regex(/^[CDG]/),
    user: z.string().startsWith("U"),
    thread_ts: ts.optional(),
    text: z.string().min(1).max(40_000),
  }),
  "users.info": z.strictObject({ user: z.string(), include_locale: bool }),
  "conversations.open": z.strictObject({ users: z.string().startsWith("U") }),
  "files.getUploadURLExternal": z.strictObject({
    filename: z.string().min(1),
    length: z.string().regex(/^[1-9]\d*$/),
  }),
  "files.completeUploadExternal": z.strictObject({
    files: json(z.array(z.strictObject({ id: z.string(), title: z.string() })).min(1)),
    channel_id: z.string().regex(/^[CDG]/),
    thread_ts: ts.optional(),
  }),
};

/** What a conversation has received; `how` its choices are shown. */
export type Received = {
  channel: string;
  ts: string;
  thread: string | undefined;
  text: string;
  choices: Map<string, string>;
  how: "text" | "buttons" | "list" | "file";
  blocks: Blocks;
};

const channelOf = (id: string) => (id.startsWith("U") ? id.replace(/^U/, "D") : id);

/** The Web API on loopback, as strict as Slack's. */
async function startWebApi() {
  const received: Received[] = [];
  /** What one person alone is shown, for as long as they look. */
  const seen: { channel: string; user: string; text: string }[] = [];
  const refusals: { error: string; status: number; left: number }[] = [];
  const calls: string[] = [];
  const files = new Map<string, { name: string; bytes?: Buffer }>();
  let count = 0;
  let root = "";
  const shown = (all: Blocks): Pick<Received, "text" | "choices" | "how" | "blocks"> => {
    const elements = all.flatMap((each) => elementsOf(each));
    const offered = elements.flatMap((each) =>
      each.type === "button" ? [each] : each.options.map((one) => one),
    );
    const texts = all.flatMap((each) => {
      if (each.type === "section") return [each.text.text];
      return each.type === "context" ? each.elements.map(({ text }) => text) : [];
    });
    const isList = elements.some(({ type }) => type === "static_select");
    const how = isList ? "list" : elements.length > 0 ? "buttons" : "text";
    const choices = new Map(offered.map((each) => [each.text.text, each.value]));
    const blocks = all.map((each, at) => ({ block_id: `b${at}`, ...each }));
    return { text: texts.join("\n"), how, choices, blocks };
  };
  const answer = (method: string, value: unknown): object | string => {
    if (method === "chat.postMessage") {
      const { channel, thread_ts, blocks } = methods[method].parse(value);
      const sent = { channel: channelOf(channel), ts: `1790000${++count}.000100` };
      received.push({ ...sent, thread: thread_ts, ...shown(blocks) });
      return sent;
    }
    if (method === "chat.update") {
      const { channel, ts, blocks } = methods[method].parse(value);
      const before = received.find((each) => each.channel === channel && each.ts === ts);
      if (before === undefined) return "message_not_found";
      Object.assign(before, shown(blocks));
      return { channel, ts };
    }
    if (method === "chat.postEphemeral") {
      const { channel, user, text } = methods[method].parse(value);
      seen.push({ channel, user, text });
      return { message_ts: `1790000${++count}.000100` };
    }
    if (method === "users.info") {
      const { user } = methods[method].parse(value);
      return {
        user: { id: user, locale: "pt-BR", tz: "Asia/Tokyo", profile: { first_name: "Ana" } },
      };
    }
    if (method === "conversations.open")
      return { channel: { id: channelOf(methods[method].parse(value).users) } };
    if (method === "files.getUploadURLExternal") {
      const { filename } = methods[method].parse(value);
      const id = `F${++count}`;
      files.set(id, { name: filename });
      return { upload_url: `${root}/upload/${id}`, file_id: id };
    }
    if (method === "files.completeUploadExternal") {
      const { files: ready, channel_id, thread_ts } = methods[method].parse(value);
      for (const { id } of ready) {
        const file = files.get(id);
        if (file?.bytes === undefined) return "file_not_found";
        const sent = { channel: channel_id, ts: `1790000${++count}.000100`, thread: thread_ts };
        received.push({ ...sent, text: file.name, choices: new Map(), how: "file", blocks: [] });
      }
      return { files: ready };
    }
    return "unknown_method";
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    const [, kind, name = ""] = (request.url ?? "").split("/");
    const send = (body: object, status = 200, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (kind === "upload") {
      const file = files.get(name);
      if (file === undefined) return send({}, 404);
      file.bytes = bytes;
      return send({});
    }
    calls.push(name);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return send({ ok: false, error: "invalid_auth" });
    const next = refusals[0];
    if (name.startsWith("chat.") && next !== undefined) {
      next.left -= 1;
      if (next.left === 0) refusals.shift();
      return send({ ok: false, error: next.error }, next.status, { "retry-after": "1" });
    }
    try {
      const told = answer(name, Object.fromEntries(new URLSearchParams(bytes.toString())));
      return send(typeof told === "string" ? { ok: false, error: told } : { ok: true, ...told });
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return send({ ok: false, error: `invalid_arguments: ${why}` });
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  const { url, close } = await listenUntilClosed(server);
  root = url;
  return {
    ...{ url: `${url}/api`, received, seen, calls, files, close },
    refuse: (error: string, status = 200, times = 1000) =>
      refusals.push({ error, status, left: times }),
  };
}

/** A person on Slack, and the channel on a real desk with a real domain. */
export async function startSlack(changes: Partial<SlackSettings> = {}) {
  const web = await startWebApi();
  const settings: SlackSettings = {
    ...{ botToken: TOKEN, signingSecret: SECRET },
    ...{ apiRoot: web.url, allowed: undefined, ...changes },
  };
  const room = await channelRoom((deps, parts) => openSlackChannel(settings, deps, parts));
  let written = 0;
  let last: object = {};
  const now = () => Math.floor(room.room.turnDeps().clock.now() / 1000);
  const signed = (at: number, body: string) =>
    `v0=${createHmac("sha256", SECRET).update(`v0:${at}:${body}`).digest("hex")}`;
  const knock = (
    body: string,
    { at = now(), signature = signed(at, body), type = "application/json", more = {} } = {},
  ) => {
    const headers = {
      "content-type": type,
      "x-slack-request-timestamp": String(at),
      "x-slack-signature": signature,
      ...more,
    };
    const address = "http://localhost/v1/slack/events";
    return room.open().handle(new Request(address, { method: "POST", body, headers }), "127.0.0.1");
  };
  const envelopeOf = (event: object) => ({
    ...{ token: "old", team_id: "T0TEAM", api_app_id: APP, type: "event_callback" },
    ...{ event_id: `Ev${written}`, event_time: now(), event },
    authorizations: [{ enterprise_id: null, team_id: "T0TEAM", user_id: BOT, is_bot: true }],
  });
  const bring = (event: object) => {
    last = envelopeOf({ ts: `1789000${++written}.000200`, ...event });
    return knock(JSON.stringify(last));
  };
  const direct = { type: "message", channel_type: "im", channel: DIRECT, user: ME };
  return {
    ...room,
    ...{ web, knock, bring, direct, now },
    say: (text: string, more: object = {}) => bring({ ...direct, text, ...more }),
    mention: (text: string, more: object = {}) =>
      bring({
        ...{ type: "app_mention", channel: CHANNEL, user: ME, text: `<@${BOT}> ${text}` },
        ...more,
      }),
    async choose(label: string, user = ME) {
      const offer = web.received.findLast(({ choices }) => choices.has(label));
      const value = offer?.choices.get(label) ?? "";
      const action =
        offer?.how === "list"
          ? { type: "static_select", selected_option: { text: { text: label }, value } }
          : { type: "button", value };
      const payload = {
        ...{
          type: "block_actions",
          api_app_id: APP,
          trigger_id: "1.2.3",
          response_url: "https://x",
        },
        user: { id: user, team_id: "T0TEAM" },
        channel: { id: offer?.channel ?? DIRECT, name: "directmessage" },
        message: {
          ...{ type: "message", ts: offer?.ts ?? "1.0", thread_ts: offer?.thread },
          ...{ text: offer?.text, blocks: offer?.blocks },
        },
        actions: [{ action_id: "choose_0_0", action_ts: `1789500${++written}.000300`, ...action }],
      };
      return knock(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), {
        type: "application/x-www-form-urlencoded",
      });
    },
    bringAgain: () => knock(JSON.stringify(last), { more: { "x-slack-retry-num": "1" } }),
    told: async (count: number, of = DIRECT) => {
      const chat = () => web.received.filter((each) => each.channel === of);
      await expect.poll(() => chat().length).toBeGreaterThanOrEqual(count);
      return chat();
    },
    async close() {
      await room.close();
      await web.close();
    },
  };
}
