import { FormData } from "undici";
import { z } from "zod";
import { sayIn } from "#shared/messages/say.ts";
import { splitMessage } from "#shared/telegram-text/split-message.ts";
import {
  ChatClosedError,
  type Choice,
  NotSentError,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { FormattedText } from "../channels/formatted-text.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import { type Answered, webService } from "../channels/web-service.ts";
import type { WhatsappSettings } from "./settings.ts";

const META = "https://graph.facebook.com/v24.0";

/** Too many at once, for the app, the number or this pair of numbers; and what passes by itself. */
const BUSY = new Set([4, 80007, 130429, 131048, 131056, 131000, 131016, 1, 2]);
/** More than a day after the person wrote last; and who cannot be written to. */
const CLOSED = new Set([131047, 131026, 131050]);

const failure = z.object({ error: z.object({ code: z.number(), message: z.string() }) });
const sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const uploaded = z.object({ id: z.string() });

export type CloudApi = {
  /** The id of what was sent. Errors: ChatClosedError, NotSentError; any other: it may have arrived */
  send(message: object): Promise<string>;
  /** The id of a file that can be sent. Errors: as send */
  upload(bytes: Uint8Array, media_type: string, name: string): Promise<string>;
  /** That a message was read, and that its answer is on its way. Errors: as send */
  typing(message_id: string): Promise<void>;
  close(): Promise<void>;
};

/** The Cloud API of WhatsApp, as far as it is needed. */
export function cloudApi(
  { apiRoot = META, phoneNumberId, token }: WhatsappSettings,
  pause: (ms: number) => Promise<void>,
): CloudApi {
  const service = webService("WhatsApp", pause);
  const at = `${apiRoot.replace(/\/+$/, "")}/${phoneNumberId}`;
  const authorization = `Bearer ${token}`;
  const post = (message: object) => {
    const body = JSON.stringify({ messaging_product: "whatsapp", ...message });
    const headers = { authorization, "content-type": "application/json" };
    return service.post(`${at}/messages`, headers, () => body, refusal);
  };
  return {
    send: async (message) => sent.parse(await post(message)).messages[0]?.id ?? "",
    async upload(bytes, media_type, name) {
      const form = () => {
        const form = new FormData();
        form.set("messaging_product", "whatsapp");
        form.set("type", media_type);
        form.set("file", new File([Uint8Array.from(bytes)], name, { type: media_type }));
        return form;
      };
      return uploaded.parse(await service.post(`${at}/media`, { authorization }, form, refusal)).id;
    },
    async typing(message_id) {
      await post({ status: "read", message_id, typing_indicator: { type: "text" } });
    },
    close: service.close,
  };
}

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
export const sendMessage = (
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
  const rows = uniquely(choices);
  const body = { text };
  if (rows.length > MOST_BUTTONS)
    return { type: "list", body, action: { button, sections: [{ rows }] } };
  const buttons = rows.map((each) => ({ type: "reply", reply: each }));
  return { type: "button", body, action: { buttons } };
}

/** Two of the same name are refused. */
function uniquely(choices: readonly Choice[]): { id: string; title: string }[] {
  const taken = new Set<string>();
  return choices.map(({ label, choice }, at) => {
    const end = ` ${at + 1}`;
    const title = taken.has(label)
      ? `${label.slice(0, 20 - end.length).toWellFormed()}${end}`
      : label;
    taken.add(title);
    return { id: choice, title };
  });
}

const SIGNS: Readonly<Record<string, string>> = { bold: "*", code: "`", pre: "```" };

/** A text with its marks as people write them on WhatsApp; a link has its address behind it. Pure. */
function writtenText({ text, entities }: FormattedText): string {
  let written = "";
  let from = 0;
  for (const mark of entities.toSorted((a, b) => a.offset - b.offset)) {
    const end = mark.offset + mark.length;
    const inside = text.slice(mark.offset, end);
    written += text.slice(from, mark.offset);
    const sign = inside.includes("\n") && mark.type === "bold" ? "" : (SIGNS[mark.type] ?? "");
    const address = mark.type === "text_link" && mark.url !== inside ? ` ${mark.url}` : "";
    written += `${sign}${inside}${sign}${address}`;
    from = end;
  }
  return written + text.slice(from);
}
