import { Agent, request } from "undici";
import { z } from "zod";
import { ChatClosedError, NotSentError } from "../../ports/channel.ts";
import type { SlackSettings } from "./settings.ts";

const SLACK = "https://slack.com/api";
const TIMEOUT_MS = 20_000;
const MOST_TRIES = 4;
const MOST_PAUSE_MS = 60_000;

/** The app is not, or is no longer, where it would write. */
const CLOSED = new Set([
  ...["channel_not_found", "not_in_channel", "is_archived", "user_not_found", "user_disabled"],
  ...["cannot_dm_bot", "messages_tab_disabled"],
]);
/** Slack stopped in the middle: something may have been done. */
const UNSURE = new Set(["internal_error", "fatal_error", "request_timeout"]);

const answer = z.looseObject({ ok: z.boolean(), error: z.string().default("unknown") });

export type SlackApi = {
  /**
   * Calls a method of the Web API, with what it needs.
   * Errors: ChatClosedError, NotSentError; any other: it may have been done
   */
  call<T>(
    method: string,
    needs: Readonly<Record<string, unknown>>,
    gives: z.ZodType<T>,
  ): Promise<T>;
  /** Brings the bytes of a file to where Slack wants them. Errors: as call */
  upload(url: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

/** The Web API of Slack. What it says of being busy is waited for a few times. */
export function slackApi(
  { apiRoot = SLACK, botToken }: SlackSettings,
  pause: (ms: number) => Promise<void>,
): SlackApi {
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const root = apiRoot.replace(/\/+$/, "");

  async function post(url: string, headers: Record<string, string>, body: string | Uint8Array) {
    for (let tried = 1; ; tried++) {
      const got = await request(url, { dispatcher: agent, method: "POST", headers, body }).catch(
        (cause: NodeJS.ErrnoException) => {
          // Nothing was sent on a connection that there never was.
          if (cause.code === "ECONNREFUSED" || cause.code === "ENOTFOUND")
            throw new NotSentError(cause.code, undefined, { cause });
          throw new Error(`Slack gave no answer: ${cause.code ?? "unknown"}`);
        },
      );
      if (got.statusCode !== 429) return got;
      await got.body.dump();
      if (tried >= MOST_TRIES) throw new NotSentError("Slack refused it (ratelimited)", 429);
      const seconds = Number(got.headers["retry-after"] ?? 1);
      await pause(Math.min((Number.isFinite(seconds) ? seconds : 1) * 1000, MOST_PAUSE_MS));
    }
  }
  return {
    async call(method, needs, gives) {
      const headers = {
        authorization: `Bearer ${botToken}`,
        "content-type": "application/x-www-form-urlencoded",
      };
      const { statusCode, body } = await post(`${root}/${method}`, headers, formOf(needs));
      const told = answer.safeParse(await body.json().catch(() => undefined)).data;
      if (told === undefined) throw new Error(`Slack answered ${method} with ${statusCode}`);
      if (told.ok) return gives.parse(told);
      if (CLOSED.has(told.error)) throw new ChatClosedError();
      if (UNSURE.has(told.error))
        throw new Error(`Slack had trouble with ${method}: ${told.error}`);
      throw new NotSentError(`Slack refused ${method} (${told.error.slice(0, 200)})`, statusCode);
    },
    async upload(url, bytes) {
      const headers = { "content-type": "application/octet-stream" };
      const { statusCode, body } = await post(url, headers, bytes);
      await body.dump();
      if (statusCode !== 200) throw new NotSentError("Slack refused a file", statusCode);
    },
    close: () => agent.destroy(),
  };
}

/** Every method takes a form; what is no text is JSON in it. */
function formOf(needs: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(needs))
    if (value !== undefined)
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return form.toString();
}
