import { z } from "zod";
import {
  ChatClosedError,
  type ChatPlace,
  type Choice,
  NotSentError,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { formattedMessage } from "../channels/readable-text.ts";
import { writtenParts } from "./mrkdwn.ts";
import type { SlackApi } from "./slack-api.ts";

/** Source: docs.slack.dev/reference/block-kit/blocks, block-elements */
const MOST_SECTION_CHARS = 3000;
const MOST_BUTTONS_IN_A_ROW = 25;
/** Slack shows more as well; a list is easier to read. */
const MOST_BUTTONS = 10;
const MOST_OPTIONS = 100;

export type Block = Readonly<Record<string, unknown>>;
const posted = z.object({ channel: z.string(), ts: z.string() });
const uploading = z.object({ upload_url: z.string(), file_id: z.string() });
const opened = z.object({ channel: z.object({ id: z.string() }) });

/**
 * Sends a message, one part after the other: files first, then the words; under the last part its buttons, or a list.
 * Shape:  what the last part is known by, and its blocks without the choices
 * Errors: as ChannelDriver.send
 */
export async function sendMessage(
  api: SlackApi,
  log: Log,
  to: ChatPlace,
  message: OutgoingMessage,
): Promise<{ ref: string; text: string; blocks: Block[] } | undefined> {
  let sent = 0;
  try {
    const failed = await sendFiles(api, log, to, message, () => {
      sent += 1;
    });
    const notes = [...message.notes, ...failed.map((name) => message.words.fileNotSent(name))];
    const parts = writtenParts(formattedMessage({ ...message, notes }), MOST_SECTION_CHARS);
    const choices = choicesOf(message.choices, message.words.choose);
    let last: { ref: string; text: string; blocks: Block[] } | undefined;
    for (const [at, text] of parts.entries()) {
      const blocks = [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }];
      const { channel, ts } = await api.call(
        "chat.postMessage",
        {
          ...{ channel: to.address, thread_ts: to.thread, text, unfurl_links: false },
          blocks: at === parts.length - 1 ? [...blocks, ...choices] : blocks,
        },
        posted,
      );
      sent += 1;
      last = { ref: `${channel}:${ts}`, text, blocks };
    }
    return choices.length === 0 ? undefined : last;
  } catch (error) {
    // Of what came in part the rest is not tried again.
    if (error instanceof NotSentError && sent > 0 && !(error instanceof ChatClosedError))
      throw new Error(error.reason, { cause: error });
    throw error;
  }
}

const plainText = (text: string) => ({ type: "plain_text", text, emoji: false });

/** A few are buttons, row by row; more are a list. */
function choicesOf(rows: readonly (readonly Choice[])[], choose: string): Block[] {
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
      elements: row.slice(0, MOST_BUTTONS_IN_A_ROW).map(({ label, choice }, place) => ({
        ...{ type: "button", action_id: `choose_${at}_${place}` },
        ...{ text: plainText(label), value: choice },
      })),
    }));
}

/** Gives the names of those that could not be sent. */
async function sendFiles(
  api: SlackApi,
  log: Log,
  to: ChatPlace,
  { files }: OutgoingMessage,
  done: () => void,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, bytes } of files)
    try {
      const needs = { filename: name.slice(-100), length: bytes.length };
      const { upload_url, file_id } = await api.call(
        "files.getUploadURLExternal",
        needs,
        uploading,
      );
      await api.upload(upload_url, bytes);
      const ready = { files: [{ id: file_id, title: needs.filename }], thread_ts: to.thread };
      const channel_id = await channelOf(api, to);
      await api.call("files.completeUploadExternal", { ...ready, channel_id }, z.unknown());
      done();
    } catch (error) {
      if (error instanceof ChatClosedError) throw error;
      log.warn({ bytes: bytes.length }, "a file could not be sent on Slack");
      failed.push(name);
    }
  return failed;
}

/** Files want the name of a conversation, where messages take that of a person as well. */
async function channelOf(api: SlackApi, { address, isGroup }: ChatPlace): Promise<string> {
  if (isGroup) return address;
  return (await api.call("conversations.open", { users: address }, opened)).channel.id;
}
