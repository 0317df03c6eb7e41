import { Agent, FormData, request } from "undici";
import { z } from "zod";
import { ChatClosedError, NotSentError } from "../../ports/channel.ts";
import type { WhatsappSettings } from "./settings.ts";

const META = "https://graph.facebook.com/v24.0";
const TIMEOUT_MS = 20_000;
const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1000;

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

/** The Cloud API of WhatsApp, as far as it is needed. What it says of being busy is waited for a few times. */
export function cloudApi(
  { apiRoot = META, phoneNumberId, token }: WhatsappSettings,
  pause: (ms: number) => Promise<void>,
): CloudApi {
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const at = `${apiRoot.replace(/\/+$/, "")}/${phoneNumberId}`;

  async function post(path: string, body: () => string | FormData): Promise<unknown> {
    for (let tried = 1; ; tried++) {
      const content = body();
      const { statusCode, body: answer } = await request(`${at}/${path}`, {
        dispatcher: agent,
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof content === "string" && { "content-type": "application/json" }),
        },
        body: content,
      }).catch((cause: NodeJS.ErrnoException) => {
        // Nothing was sent on a connection that there never was.
        if (cause.code === "ECONNREFUSED" || cause.code === "ENOTFOUND")
          throw new NotSentError(cause.code, undefined, { cause });
        throw new Error(`WhatsApp gave no answer: ${cause.code ?? "unknown"}`);
      });
      const told: unknown = await answer.json().catch(() => undefined);
      if (statusCode === 200) return told;
      const { code, message } = failure.safeParse(told).data?.error ?? {
        code: statusCode,
        message: "",
      };
      if (CLOSED.has(code)) throw new ChatClosedError();
      if (tried >= MOST_TRIES || !(BUSY.has(code) || statusCode === 429))
        throw new NotSentError(
          `WhatsApp refused it (${code}): ${message.slice(0, 200)}`,
          statusCode,
        );
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }
  const inJson = (message: object) => () =>
    JSON.stringify({ messaging_product: "whatsapp", ...message });
  return {
    send: async (message) =>
      sent.parse(await post("messages", inJson(message))).messages[0]?.id ?? "",
    upload: async (bytes, media_type, name) =>
      uploaded.parse(
        await post("media", () => {
          const form = new FormData();
          form.set("messaging_product", "whatsapp");
          form.set("type", media_type);
          form.set("file", new File([Uint8Array.from(bytes)], name, { type: media_type }));
          return form;
        }),
      ).id,
    async typing(message_id) {
      await post(
        "messages",
        inJson({ status: "read", message_id, typing_indicator: { type: "text" } }),
      );
    },
    close: () => agent.destroy(),
  };
}
