import { splitMessage } from "#shared/telegram-text/split-message.ts";
import {
  ChatClosedError,
  type Choice,
  NotSentError,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { formattedMessage } from "../channels/readable-text.ts";
import type { CloudApi } from "./cloud-api.ts";
import { writtenText } from "./written-text.ts";

/** Source: developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
const MOST_CHARS = 4096;
const MOST_CHARS_WITH_CHOICES = 1024;
const MOST_BUTTONS = 3;
const MOST_ROWS = 10;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const PICTURES = new Set(["image/png", "image/jpeg"]);

/**
 * Sends a message, one part after the other: files first, then the words; under the last part up to three buttons, or a
 * list of up to ten.
 * Shape:  the id of the part with the choices
 * Errors: as ChannelDriver.send
 */
export async function sendMessage(
  api: CloudApi,
  log: Log,
  to: string,
  message: OutgoingMessage,
): Promise<string | undefined> {
  let sent = 0;
  const send = async (content: object): Promise<string> => {
    const id = await api.send({ recipient_type: "individual", to, ...content });
    sent += 1;
    return id;
  };
  try {
    const failed = await sendFiles(api, log, send, message);
    const notes = [...message.notes, ...failed.map((name) => message.words.fileNotSent(name))];
    const choices = message.choices.flat().slice(0, MOST_ROWS);
    const text = writtenText(formattedMessage({ ...message, notes }));
    const parts = partsOf(text, choices.length > 0);
    let last: string | undefined;
    for (const [at, body] of parts.entries())
      last = await send(
        at === parts.length - 1 && choices.length > 0
          ? { type: "interactive", interactive: interactiveOf(body, choices, message.words.choose) }
          : { type: "text", text: { preview_url: false, body } },
      );
    return choices.length === 0 ? undefined : last;
  } catch (error) {
    // Of what came in part the rest is not tried again.
    if (error instanceof NotSentError && sent > 0 && !(error instanceof ChatClosedError))
      throw new Error(error.reason, { cause: error });
    throw error;
  }
}

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

/** Gives the names of those that could not be sent. */
async function sendFiles(
  api: CloudApi,
  log: Log,
  send: (content: object) => Promise<string>,
  { files }: OutgoingMessage,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, media_type, bytes } of files)
    try {
      const id = await api.upload(bytes, media_type, name.slice(-100));
      const isPicture = PICTURES.has(media_type) && bytes.length <= MAX_PICTURE_BYTES;
      await send(
        isPicture
          ? { type: "image", image: { id } }
          : { type: "document", document: { id, filename: name.slice(-100) } },
      );
    } catch (error) {
      if (error instanceof ChatClosedError) throw error;
      log.warn({ bytes: bytes.length }, "a file could not be sent on WhatsApp");
      failed.push(name);
    }
  return failed;
}
