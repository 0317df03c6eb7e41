import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { z } from "zod";
import { listenUntilClosed } from "../../adapters/listen.fixture.ts";
import { channelRoom } from "../channels/channel-room.fixture.ts";
import type { WhatsappSettings } from "../channels/settings.ts";
import { openWhatsappChannel } from "./whatsapp-channel.ts";

const NUMBER_ID = "106540352242922";
export const SECRET = "app-secret-of-the-tests";
export const ME = "5511987654321";

const title = (most: number) => z.string().min(1).max(most);
const button = z.strictObject({
  type: z.literal("reply"),
  reply: z.strictObject({ id: z.string().min(1).max(256), title: title(20) }),
});
const row = z.strictObject({
  id: z.string().min(1).max(200),
  title: title(24),
  description: z.string().max(72).optional(),
});
const text = (most: number) => z.strictObject({ text: z.string().min(1).max(most) });
const unlike = <T>(names: readonly T[]) => new Set(names).size === names.length;
const head = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  to: z.string(),
};
const media = z.strictObject({ id: z.string(), filename: z.string().optional() });

/** What the Cloud API takes. Source: developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
const outgoing = z.discriminatedUnion("type", [
  z.strictObject({
    ...head,
    type: z.literal("text"),
    text: z.strictObject({ preview_url: z.boolean(), body: z.string().min(1).max(4096) }),
  }),
  z.strictObject({
    ...head,
    type: z.literal("interactive"),
    interactive: z.discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("button"),
        body: text(1024),
        action: z.strictObject({
          buttons: z
            .array(button)
            .min(1)
            .max(3)
            .refine((all) => unlike(all.map((each) => each.reply.title))),
        }),
      }),
      z.strictObject({
        type: z.literal("list"),
        body: text(4096),
        action: z.strictObject({
          button: title(20),
          sections: z
            .array(
              z.strictObject({
                rows: z
                  .array(row)
                  .min(1)
                  .max(10)
                  .refine((all) => unlike(all.map((each) => each.id))),
              }),
            )
            .length(1),
        }),
      }),
    ]),
  }),
  z.strictObject({ ...head, type: z.literal("image"), image: media }),
  z.strictObject({ ...head, type: z.literal("document"), document: media }),
]);
const typing = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string().startsWith("wamid."),
  typing_indicator: z.strictObject({ type: z.literal("text") }),
});

/** What a chat has received; `how` its choices are shown. */
export type Received = {
  id: string;
  to: string;
  text: string;
  choices: Map<string, string>;
  /** What stands under the titles of a list. */
  below?: (string | undefined)[];
  how: "text" | "button" | "list" | "image" | "document";
};

/** The Cloud API on loopback, as strict as Meta's. */
async function startCloudApi() {
  const received: Received[] = [];
  const files = new Map<string, Buffer>();
  const refusals: { code: number; status: number; left: number }[] = [];
  const seen: string[] = [];
  let count = 0;
  const refuse = (response: ServerResponse, status: number, code: number) =>
    response.writeHead(status, { "content-type": "application/json" }).end(
      JSON.stringify({
        error: {
          message: `(#${code}) refused`,
          type: "OAuthException",
          code,
          error_data: { messaging_product: "whatsapp", details: "" },
          fbtrace_id: "A",
        },
      }),
    );
  const keep = (message: z.infer<typeof outgoing>): Received => {
    const kept = { id: `wamid.out${++count}`, to: message.to, choices: new Map<string, string>() };
    if (message.type === "text") return { ...kept, text: message.text.body, how: "text" };
    if (message.type === "image") return { ...kept, text: "", how: "image" };
    if (message.type === "document")
      return { ...kept, text: message.document.filename ?? "", how: "document" };
    const { type: how, body, action } = message.interactive;
    const rows =
      "buttons" in action
        ? action.buttons.map(({ reply }) => reply)
        : action.sections.flatMap(({ rows }) => rows);
    return {
      ...kept,
      text: body.text,
      how,
      below:
        "buttons" in action
          ? []
          : action.sections.flatMap(({ rows }) => rows.map(({ description }) => description)),
      choices: new Map(rows.map(({ title, id }) => [title, id])),
    };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    seen.push(request.url ?? "");
    const send = (body: object) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== "Bearer EAAG-token") return refuse(response, 401, 190);
    if (request.url === `/v24.0/${NUMBER_ID}/media`) {
      const type = request.headers["content-type"] ?? "";
      const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
      const file = form.get("file");
      if (!(file instanceof File) || form.get("messaging_product") !== "whatsapp")
        return refuse(response, 400, 100);
      files.set(String(++count), Buffer.from(await file.arrayBuffer()));
      return send({ id: String(count) });
    }
    const value: unknown = JSON.parse(bytes.toString());
    if (typing.safeParse(value).success) return send({ success: true });
    const next = refusals[0];
    if (next !== undefined && next.left > 0) {
      next.left -= 1;
      if (next.left === 0) refusals.shift();
      return refuse(response, next.status, next.code);
    }
    const message = outgoing.safeParse(value);
    if (request.url !== `/v24.0/${NUMBER_ID}/messages` || !message.success)
      return refuse(response, 400, 100);
    const kept = keep(message.data);
    received.push(kept);
    return send({
      messaging_product: "whatsapp",
      contacts: [{ input: kept.to, wa_id: kept.to }],
      messages: [{ id: kept.id }],
    });
  };
  const server = createServer((request, response) => void serve(request, response));
  const { url, close } = await listenUntilClosed(server);
  return {
    url: `${url}/v24.0`,
    ...{ received, files, seen, close },
    refuse: (code: number, status = 400, times = 1000) =>
      refusals.push({ code, status, left: times }),
  };
}

/** A person on WhatsApp, and the channel on a real desk with a real domain. */
export async function startWhatsapp(changes: Partial<WhatsappSettings> = {}) {
  const meta = await startCloudApi();
  const settings: WhatsappSettings = {
    ...{
      phoneNumberId: NUMBER_ID,
      token: "EAAG-token",
      appSecret: SECRET,
      verifyToken: "verify-me",
    },
    ...{ apiRoot: meta.url, allowedNumbers: undefined, ...changes },
  };
  const room = await channelRoom((deps, parts) => openWhatsappChannel(settings, deps, parts));
  const visit = (query: string, init?: RequestInit) =>
    room
      .open()
      .handle(new Request(`http://localhost/v1/whatsapp/webhook${query}`, init), "127.0.0.1");
  let written = 0;
  let last: object = {};
  const knock = (
    body: string,
    signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
  ) => visit("", { method: "POST", body, headers: { "x-hub-signature-256": signature } });
  const notify = (value: object) => {
    last = value;
    const metadata = { display_phone_number: "15550783881", phone_number_id: NUMBER_ID };
    const change = {
      field: "messages",
      value: { messaging_product: "whatsapp", metadata, ...value },
    };
    return knock(
      JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ id: "102290129340398", changes: [change] }],
      }),
    );
  };
  const bring = (content: object, from = ME) => {
    const message = { from, id: `wamid.in${++written}`, timestamp: "1790000000", ...content };
    return notify({ contacts: [{ profile: { name: "Ana" }, wa_id: from }], messages: [message] });
  };
  return {
    ...room,
    ...{ meta, knock, notify, bring },
    say: (body: string, from?: string) => bring({ type: "text", text: { body } }, from),
    async choose(label: string) {
      const offer = meta.received.findLast(({ choices }) => choices.has(label));
      const reply = { id: offer?.choices.get(label) ?? "", title: label };
      const type = offer?.how === "list" ? "list_reply" : "button_reply";
      await bring({
        type: "interactive",
        context: { from: "15550783881", id: offer?.id },
        interactive: { type, [type]: reply },
      });
    },
    bringAgain: () => notify(last),
    told: async (count: number, to = ME) => {
      const chat = () => meta.received.filter((each) => each.to === to);
      await expect.poll(() => chat().length).toBeGreaterThanOrEqual(count);
      return chat();
    },
    get: (query: string) => visit(`?${query}`),
    async close() {
      await room.close();
      await meta.close();
    },
  };
}
