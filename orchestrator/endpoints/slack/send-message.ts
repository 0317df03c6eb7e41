import { z } from "zod";
import { sayIn } from "#shared/messages/say.ts";
import {
  ChatClosedError,
  type ChatPlace,
  type Choice,
  NotSentError,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import {
  type FormattedText,
  SIGNS,
  splitFormatted,
  writtenWith,
} from "../channels/formatted-text.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import type { SlackSettings } from "../channels/settings.ts";
import { type Answered, webService } from "../channels/web-service.ts";

const SLACK = "https://slack.com/api";

/** The app is not, or is no longer, where it would write. */
const CLOSED = new Set([
  ...["channel_not_found", "not_in_channel", "is_archived", "user_not_found", "user_disabled"],
  ...["cannot_dm_bot", "messages_tab_disabled"],
]);
/** Slack stopped in the middle: something may have been done. */
const UNSURE = new Set(["internal_error", "fatal_error", "request_timeout"]);

const answer = z.object({ ok: z.boolean(), error: z.string().default("unknown") });

/** The Web API of Slack, as far as it is needed. */
export function slackApi(
  { apiRoot = SLACK, botToken }: SlackSettings,
  pause: (ms: number) => Promise<void>,
) {
  const service = webService("Slack", pause);
  const root = apiRoot.replace(/\/+$/, "");
  const authorization = `Bearer ${botToken}`;
  const form = { authorization, "content-type": "application/x-www-form-urlencoded" };
  return {
    /**
     * Calls a method of the Web API, with what it needs; undefined fields are left out.
     * Errors: ChatClosedError, NotSentError; any other: it may have been done
     */
    async call<T>(
      method: string,
      needs: Readonly<Record<string, unknown>>,
      gives: z.ZodType<T>,
    ): Promise<T> {
      const body = formOf(needs);
      const refusal = (answered: Answered) => refusalOf(method, answered);
      return gives.parse(await service.post(`${root}/${method}`, form, () => body, refusal));
    },
    /** Brings the bytes of a file to where Slack wants them. Errors: as call */
    async upload(url: string, bytes: Uint8Array): Promise<void> {
      const headers = { "content-type": "application/octet-stream" };
      const refusal = ({ status }: Answered) =>
        status === 200 ? undefined : new NotSentError("Slack refused a file", status);
      await service.post(url, headers, () => bytes, refusal);
    },
    close: service.close,
  };
}

export type SlackApi = ReturnType<typeof slackApi>;

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

/** Source: docs.slack.dev/reference/block-kit/blocks, block-elements */
const MOST_SECTION_CHARS = 3000;
/** A row may have 25 of them; more than a few are easier to read as a list. */
const MOST_BUTTONS = 10;
const MOST_OPTIONS = 100;

type Block = Readonly<Record<string, unknown>>;
/** What can be read of a message: what is left of it without its choices. */
export type Shown = { text: string; blocks: readonly Block[] };
const posted = z.object({ channel: z.string(), ts: z.string() });
const uploading = z.object({ upload_url: z.string(), file_id: z.string() });
const opened = z.object({ channel: z.object({ id: z.string() }) });

type Sending = {
  api: SlackApi;
  log: Log;
  /** How people write our name; undefined until someone has. */
  named: string | undefined;
  /** Is told what was sent with choices, and by which name it can be changed. */
  offered(ref: string, shown: Shown): void;
};

/** As ChannelDriver.send: under the last part buttons row by row, or a list. */
export const sendMessage = (
  { api, log, named, offered }: Sending,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<string | undefined> => {
  const { choices, asks, locale } = message;
  const say = sayIn("channels", locale);
  const aside = asks && named !== undefined ? [asideOf(say("say_name", { name: named }))] : [];
  return sendInParts(
    message,
    {
      service: "Slack",
      file: (file) => sendFile(api, to, file),
      split: (text) => writtenParts(text, MOST_SECTION_CHARS),
      async words(text, isLast) {
        const blocks = [sectionOf(text), ...(isLast ? aside : [])];
        const under = isLast ? blocksOf(choices, say("choose")) : [];
        const said = { channel: to.address, thread_ts: to.thread, text };
        const quiet = { unfurl_links: false, unfurl_media: false };
        const needs = { ...said, ...quiet, blocks: [...blocks, ...under] };
        const { channel, ts } = await api.call("chat.postMessage", needs, posted);
        const ref = `${channel}:${ts}`;
        if (under.length > 0) offered(ref, { text, blocks });
        return ref;
      },
    },
    log,
  );
};

const sectionOf = (text: string): Block => ({
  type: "section",
  text: { type: "mrkdwn", text, verbatim: true },
});
const asideOf = (text: string): Block => ({
  type: "context",
  elements: [{ type: "mrkdwn", text }],
});
const plainText = (text: string) => ({ type: "plain_text", text, emoji: false });

function blocksOf(rows: readonly (readonly Choice[])[], choose: string): Block[] {
  const all = rows.flat().slice(0, MOST_OPTIONS);
  if (all.length > MOST_BUTTONS) {
    const options = all.map(({ label, choice }) => ({ text: plainText(label), value: choice }));
    const placeholder = plainText(choose);
    const select = { type: "static_select", action_id: "choose", placeholder, options };
    return [{ type: "actions", elements: [select] }];
  }
  return rows
    .filter((row) => row.length > 0)
    .map((row, at) => ({
      type: "actions",
      elements: row.map(({ label, choice }, place) => ({
        ...{ type: "button", action_id: `choose_${at}_${place}` },
        ...{ text: plainText(label), value: choice },
      })),
    }));
}

async function sendFile(
  api: SlackApi,
  { address, isGroup, thread }: ChatPlace,
  { name, bytes }: OutgoingMessage["files"][number],
): Promise<string> {
  const asked = { filename: name.slice(-100), length: bytes.length };
  const { upload_url, file_id } = await api.call("files.getUploadURLExternal", asked, uploading);
  await api.upload(upload_url, bytes);
  // Files want the name of a conversation, where messages take that of a person as well.
  const channel_id = isGroup
    ? address
    : (await api.call("conversations.open", { users: address }, opened)).channel.id;
  const files = [{ id: file_id, title: asked.filename }];
  const ready = { files, channel_id, thread_ts: thread };
  await api.call("files.completeUploadExternal", ready, z.unknown());
  return file_id;
}

const MOST_ADDRESS = 1000;
/** What ends a sentence ends no address. */
const ADDRESS = /(https?:\/\/[^\s<>"'|]{1,1000}[^\s<>"'|.,;:!?)\]])/;

/** What a text must not hold as it stands: with it begin mentions of people and of whole channels. Pure. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text with its marks as Slack reads them, in parts of at most so many characters. Pure. */
export function writtenParts(text: FormattedText, most: number, split = most): string[] {
  return splitFormatted(text, split).flatMap((part) => {
    const written = writtenText(part);
    return written.length <= most ? [written] : writtenParts(part, most, Math.ceil(split / 2));
  });
}

const writtenText = (text: FormattedText): string =>
  writtenWith(text, plainly, (inside, mark) => {
    const address = mark.type === "text_link" ? addressed(mark.url) : undefined;
    if (address !== undefined && address.length <= MOST_ADDRESS)
      return `<${address}|${escaped(inside).replaceAll("\n", " ")}>`;
    const isBroken = inside.includes("\n") && mark.type !== "pre";
    const sign = isBroken ? "" : (SIGNS[mark.type] ?? "");
    return `${sign}${escaped(inside)}${sign}`;
  });

/** As it stands, with its addresses as links: Slack is told to read nothing else into it. */
const plainly = (text: string): string =>
  text
    .split(ADDRESS)
    .map((piece, at) => {
      const address = addressed(piece);
      return at % 2 === 1 && address.length <= MOST_ADDRESS ? `<${address}>` : escaped(piece);
    })
    .join("");

/** What would end a link is written as addresses write it. */
const addressed = (url: string): string => escaped(url).replaceAll("|", "%7C");
