import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { FormData } from "undici";
import { z } from "zod";
import { parsedJson } from "#shared/contracts/json.ts";
import { sayIn } from "#shared/messages/say.ts";
import { splitMessage } from "#shared/telegram-text/split-message.ts";
import {
  type ChannelDriver,
  type ChannelMessage,
  ChatClosedError,
  type Choice,
  NotSentError,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type FormattedText, SIGNS, writtenWith } from "../channels/formatted-text.ts";
import {
  type ChannelDoor,
  type ChannelParts,
  type OpenChannel,
  openChannel,
} from "../channels/open-channel.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import { WHATSAPP_PATH, type WhatsappSettings, whatsappAccount } from "../channels/settings.ts";
import { type Answered, webService } from "../channels/web-service.ts";
import { channelWebhook, empty, isSame, typedCommand } from "../channels/webhook.ts";

/** People on WhatsApp talk to the orchestrator, over Meta's Cloud API. */
export function openWhatsappChannel(
  settings: WhatsappSettings,
  deps: TurnDeps,
  parts: ChannelParts,
): ChannelDoor {
  const { log } = deps;
  const api = cloudApi(settings, (ms) => deps.sleep(ms, channel.giveUp));
  const channel: OpenChannel = openChannel(whatsappDriver(api, settings, log), deps, parts);
  if (settings.allowedNumbers === undefined)
    log.warn(
      {},
      "everyone who writes to the number may talk to it; WHATSAPP_ALLOWED_NUMBERS names those who may",
    );
  return {
    paths: [WHATSAPP_PATH],
    methods: ["GET", "POST"],
    handle: whatsappWebhook(settings, channel, log),
    ...{ facts: channel.facts, post: channel.post, mayPost: channel.mayPost },
    async close(graceMs) {
      await channel.close(graceMs);
      await api.close();
    },
  };
}

/** A notification may hold a thousand messages. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** The endpoint that Meta knocks at: to see whether it is ours (403 for another token), and with signed notifications. */
const whatsappWebhook = (
  { appSecret, verifyToken, phoneNumberId }: WhatsappSettings,
  channel: OpenChannel,
  log: Log,
): ((request: Request) => Promise<Response>) =>
  channelWebhook(
    {
      service: "WhatsApp",
      maxBytes: MAX_BODY_BYTES,
      read({ method, url, headers }, body) {
        if (method === "GET") return verified(new URL(url).searchParams, verifyToken);
        const wanted = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
        if (!isSame(headers.get("x-hub-signature-256") ?? "", wanted)) return empty(401);
        const read = readNotification(parsedJson(body.toString("utf8")), phoneNumberId);
        if (read === undefined) return empty(400);
        for (const status of read.statuses) logFailed(log, status);
        return read.messages.map((came) => ({ id: came.message.id, came }));
      },
    },
    channel,
    log,
  );

function verified(query: URLSearchParams, verifyToken: string): Response {
  const isOurs =
    query.get("hub.mode") === "subscribe" &&
    isSame(query.get("hub.verify_token") ?? "", verifyToken);
  const challenge = query.get("hub.challenge") ?? "";
  if (!isOurs || !/^[\w-]{1,256}$/.test(challenge)) return empty(403);
  return new Response(challenge, { headers: { "content-type": "text/plain" } });
}

/** What arrived, was read or is on its way is no news. */
function logFailed(log: Log, { status, errors }: WhatsappStatus): void {
  if (status !== "failed") return;
  for (const { code } of errors) log.warn({ code }, "WhatsApp did not deliver a message");
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a button; of a row of a list, and of what stands under its title. */
const BUTTON_CHARS = 20;
const TITLE_CHARS = 24;
const MAX_LABEL = 72;
const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
/** Meta brings what it is not sure of for a week; clocks may differ. */
const REPEATS_MS = 8 * DAY_MS;
const MOST_REMEMBERED = 10_000;
/** Codes of countries whose people mostly write Portuguese: WhatsApp tells no language. */
const LUSOPHONE = /^(?:55|351|244|258|238|239|245|670)/;

/** WhatsApp as one of the channels: messages of the Cloud API, read and answered. */
function whatsappDriver(api: CloudApi, settings: WhatsappSettings, log: Log): ChannelDriver {
  /** What each number wrote last: a sign that an answer is on its way stands under it. */
  const latest = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  const languageOf = (number: string) => (LUSOPHONE.test(number) ? "pt" : "en");
  return {
    name: "whatsapp",
    title: "WhatsApp",
    account: whatsappAccount(settings),
    limits: {
      labelChars: MAX_LABEL,
      fileBytes: MAX_DOCUMENT_BYTES,
      repeatsMs: REPEATS_MS,
      windowMs: DAY_MS,
    },
    chatOf: (came) => cameIn.parse(came).message.from,
    async read(came): Promise<ChannelMessage | undefined> {
      const { message, name } = cameIn.parse(came);
      const { id, from, type, text, interactive, context } = message;
      // A heart under a message, or a note of the service, asks for nothing.
      if (type === "reaction" || type === "system") return undefined;
      latest.set(from, id);
      const place = { address: from, isGroup: false };
      const said = { place, speaker: from, languageCode: languageOf(from) };
      const touched = interactive?.button_reply ?? interactive?.list_reply;
      if (touched !== undefined)
        return { ...said, did: "choose", choice: touched.id, touch: id, ref: context?.id ?? "" };
      if (context?.forwarded === true || context?.frequently_forwarded === true)
        return { ...said, did: "pass_on", ref: id };
      const words = type === "text" ? text?.body.trim() || undefined : undefined;
      const about = { text: words, ref: id, title: name, ...typedCommand(words ?? "") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async (address) => settings.allowedNumbers?.includes(address) ?? true,
    send: ({ address }, message) => sendMessage(api, log, address, message),
    async typing({ address }) {
      const id = latest.get(address);
      if (id !== undefined) await api.typing(id);
    },
  };
}

/** What was touched of what we sent: the id that we gave it. */
const reply = z.object({ id: z.string(), title: z.string() });

/** Source: developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples, "messages" */
const whatsappMessage = z.object({
  id: z.string().min(1).max(256),
  from: z.string().regex(/^\d{1,20}$/),
  timestamp: z.string(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  interactive: z
    .object({ button_reply: reply.optional(), list_reply: reply.optional() })
    .optional(),
  /** What it answers; what was passed on is marked here. */
  context: z
    .object({
      id: z.string().optional(),
      forwarded: z.boolean().optional(),
      frequently_forwarded: z.boolean().optional(),
    })
    .optional(),
});

/** What became of something that we sent. */
const status = z.object({
  id: z.string(),
  status: z.string(),
  recipient_id: z.string().optional(),
  errors: z.array(z.object({ code: z.number(), title: z.string().optional() })).default([]),
});
type WhatsappStatus = z.infer<typeof status>;

const change = z.object({
  field: z.string(),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    contacts: z
      .array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).optional() }))
      .default([]),
    messages: z.array(z.unknown()).default([]),
    statuses: z.array(z.unknown()).default([]),
  }),
});
const notification = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(z.object({ changes: z.array(z.unknown()) })).max(1000),
});

/** A message with what the person calls themselves. */
const cameIn = z.object({ message: whatsappMessage, name: z.string() });
type CameIn = z.infer<typeof cameIn>;

/**
 * What a notification holds for this number; of what it holds besides, and of what is like nothing that is known here,
 * nothing. Undefined: it is no notification. Pure.
 */
function readNotification(
  value: unknown,
  phoneNumberId: string,
): { messages: CameIn[]; statuses: WhatsappStatus[] } | undefined {
  const read = notification.safeParse(value).data;
  if (read === undefined) return undefined;
  const known = read.entry
    .flatMap(({ changes }) => changes.flatMap((each) => change.safeParse(each).data ?? []))
    .filter(
      ({ field, value: { metadata } }) =>
        field === "messages" && metadata.phone_number_id === phoneNumberId,
    )
    .map((each) => each.value);
  return {
    messages: known.flatMap(({ messages, contacts }) =>
      messages.flatMap((each) => {
        const message = whatsappMessage.safeParse(each).data;
        const contact = contacts.find(({ wa_id }) => wa_id === message?.from);
        return message === undefined ? [] : [{ message, name: contact?.profile?.name ?? "" }];
      }),
    ),
    statuses: known.flatMap(({ statuses }) =>
      statuses.flatMap((each) => status.safeParse(each).data ?? []),
    ),
  };
}

const META = "https://graph.facebook.com/v24.0";

/** Too many at once, for the app, the number or this pair of numbers; and what passes by itself. */
const BUSY = new Set([4, 80007, 130429, 131048, 131056, 131000, 131016, 1, 2]);
/** More than a day after the person wrote last; and who cannot be written to. */
const CLOSED = new Set([131047, 131026, 131050]);

const failure = z.object({ error: z.object({ code: z.number(), message: z.string() }) });
const sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const uploaded = z.object({ id: z.string() });

/** The Cloud API of WhatsApp, as far as it is needed. */
function cloudApi(
  { apiRoot = META, phoneNumberId, token }: WhatsappSettings,
  pause: (ms: number) => Promise<void>,
) {
  const service = webService("WhatsApp", pause);
  const at = `${apiRoot.replace(/\/+$/, "")}/${phoneNumberId}`;
  const authorization = `Bearer ${token}`;
  const post = (message: object) => {
    const body = JSON.stringify({ messaging_product: "whatsapp", ...message });
    const headers = { authorization, "content-type": "application/json" };
    return service.post(`${at}/messages`, headers, () => body, refusal);
  };
  return {
    /** The id of what was sent. Errors: ChatClosedError, NotSentError; any other: it may have arrived */
    send: async (message: object) => sent.parse(await post(message)).messages[0]?.id ?? "",
    /** The id of a file that can be sent. Errors: as send */
    async upload(bytes: Uint8Array, media_type: string, name: string): Promise<string> {
      const form = () => {
        const form = new FormData();
        form.set("messaging_product", "whatsapp");
        form.set("type", media_type);
        form.set("file", new File([Uint8Array.from(bytes)], name, { type: media_type }));
        return form;
      };
      return uploaded.parse(await service.post(`${at}/media`, { authorization }, form, refusal)).id;
    },
    /** That a message was read, and that its answer is on its way. Errors: as send */
    async typing(message_id: string): Promise<void> {
      await post({ status: "read", message_id, typing_indicator: { type: "text" } });
    },
    close: service.close,
  };
}

type CloudApi = ReturnType<typeof cloudApi>;

function refusal({ status, told }: Answered): Error | "busy" | undefined {
  if (status === 200) return undefined;
  const { code, message } = failure.safeParse(told).data?.error ?? { code: status, message: "" };
  if (CLOSED.has(code)) return new ChatClosedError(`WhatsApp refused it (${code})`);
  if (BUSY.has(code)) return "busy";
  return new NotSentError(`WhatsApp refused it (${code}): ${message.slice(0, 200)}`, status);
}

/** Source: developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
const MOST_CHARS = 4096;
const MOST_CHARS_WITH_CHOICES = 1024;
const MOST_BUTTONS = 3;
const MOST_ROWS = 10;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const PICTURES = new Set(["image/png", "image/jpeg"]);

/** As ChannelDriver.send: under the last part up to three buttons, or a list of up to ten. */
const sendMessage = (
  api: CloudApi,
  log: Log,
  to: string,
  message: OutgoingMessage,
): Promise<string | undefined> => {
  const send = (content: object) => api.send({ recipient_type: "individual", to, ...content });
  return sendInParts(
    message,
    {
      service: "WhatsApp",
      async file({ name, media_type, bytes }) {
        const filename = name.slice(-100);
        const id = await api.upload(bytes, media_type, filename);
        const isPicture = PICTURES.has(media_type) && bytes.length <= MAX_PICTURE_BYTES;
        return send(
          isPicture
            ? { type: "image", image: { id } }
            : { type: "document", document: { id, filename } },
        );
      },
      split: (text, hasChoices) => partsOf(writtenText(text), hasChoices),
      words(body, isLast) {
        const offered = isLast ? message.choices.flat().slice(0, MOST_ROWS) : [];
        return send(
          offered.length > 0
            ? {
                type: "interactive",
                interactive: interactiveOf(
                  body,
                  offered,
                  sayIn("channels", message.locale)("choose"),
                ),
              }
            : { type: "text", text: { preview_url: false, body } },
        );
      },
    },
    log,
  );
};

/** The last part is short enough for choices to stand under it. */
function partsOf(text: string, hasChoices: boolean): string[] {
  const parts = splitMessage(text, MOST_CHARS);
  const last = parts.at(-1);
  if (!hasChoices || last === undefined || last.length <= MOST_CHARS_WITH_CHOICES) return parts;
  return [...parts.slice(0, -1), ...splitMessage(last, MOST_CHARS_WITH_CHOICES)];
}

function interactiveOf(text: string, choices: readonly Choice[], button: string): object {
  const body = { text };
  // What is cut on a button cannot be read anywhere; under the title of a row there is room for the whole.
  const isList =
    choices.length > MOST_BUTTONS || choices.some(({ label }) => label.length > BUTTON_CHARS);
  if (isList) {
    const rows = uniquely(choices, TITLE_CHARS).map((row, at) => {
      const description = choices[at]?.label ?? row.title;
      return description === row.title ? row : { ...row, description };
    });
    return { type: "list", body, action: { button, sections: [{ rows }] } };
  }
  const buttons = uniquely(choices, BUTTON_CHARS).map((each) => ({ type: "reply", reply: each }));
  return { type: "button", body, action: { buttons } };
}

/** By titles of at most so many characters. Two of the same name are refused. */
function uniquely(choices: readonly Choice[], most: number): { id: string; title: string }[] {
  const taken = new Set<string>();
  return choices.map(({ label, choice }, at) => {
    const end = ` ${at + 1}`;
    const cut = label.length > most ? `${label.slice(0, most - 1).toWellFormed()}…` : label;
    const title = taken.has(cut)
      ? `${label.slice(0, most - end.length).toWellFormed()}${end}`
      : cut;
    taken.add(title);
    return { id: choice, title };
  });
}

/** A text with its marks as people write them on WhatsApp; a link has its address behind it. Pure. */
const writtenText = (text: FormattedText): string =>
  writtenWith(
    text,
    (between) => between,
    (inside, mark) => {
      const sign = inside.includes("\n") && mark.type === "bold" ? "" : (SIGNS[mark.type] ?? "");
      const address = mark.type === "text_link" && mark.url !== inside ? ` ${mark.url}` : "";
      return `${sign}${inside}${sign}${address}`;
    },
  );
