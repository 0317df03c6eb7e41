import { z } from "zod";
import { ChatClosedError, NotSentError } from "../../ports/channel.ts";
import { type Answered, webService } from "../channels/web-service.ts";
import type { SlackSettings } from "./settings.ts";

const SLACK = "https://slack.com/api";

/** The app is not, or is no longer, where it would write. */
const CLOSED = new Set([
  ...["channel_not_found", "not_in_channel", "is_archived", "user_not_found", "user_disabled"],
  ...["cannot_dm_bot", "messages_tab_disabled"],
]);
/** Slack stopped in the middle: something may have been done. */
const UNSURE = new Set(["internal_error", "fatal_error", "request_timeout"]);

const answer = z.object({ ok: z.boolean(), error: z.string().default("unknown") });

export type SlackApi = {
  /**
   * Calls a method of the Web API, with what it needs; undefined fields are left out.
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

/** The Web API of Slack, as far as it is needed. */
export function slackApi(
  { apiRoot = SLACK, botToken }: SlackSettings,
  pause: (ms: number) => Promise<void>,
): SlackApi {
  const service = webService("Slack", pause);
  const root = apiRoot.replace(/\/+$/, "");
  const authorization = `Bearer ${botToken}`;
  const form = { authorization, "content-type": "application/x-www-form-urlencoded" };
  return {
    async call(method, needs, gives) {
      const body = formOf(needs);
      const refusal = (answered: Answered) => refusalOf(method, answered);
      return gives.parse(await service.post(`${root}/${method}`, form, () => body, refusal));
    },
    async upload(url, bytes) {
      const headers = { "content-type": "application/octet-stream" };
      const refusal = ({ status }: Answered) =>
        status === 200 ? undefined : new NotSentError("Slack refused a file", status);
      await service.post(url, headers, () => bytes, refusal);
    },
    close: service.close,
  };
}

function refusalOf(method: string, { status, told }: Answered): Error | "busy" | undefined {
  const { data } = answer.safeParse(told);
  if (data === undefined) return new Error(`Slack answered ${method} with ${status}`);
  const { ok, error } = data;
  if (ok) return undefined;
  if (error === "ratelimited") return "busy";
  if (CLOSED.has(error)) return new ChatClosedError(`Slack refused ${method} (${error})`);
  if (UNSURE.has(error)) return new Error(`Slack had trouble with ${method} (${error})`);
  return new NotSentError(`Slack refused ${method} (${error.slice(0, 200)})`, status);
}

/** Every method takes a form; what is no text is JSON in it. */
function formOf(needs: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(needs))
    if (value !== undefined)
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return form.toString();
}
