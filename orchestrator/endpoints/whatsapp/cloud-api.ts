import { FormData } from "undici";
import { z } from "zod";
import { ChatClosedError, NotSentError } from "../../ports/channel.ts";
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
