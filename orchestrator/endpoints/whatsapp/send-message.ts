import { splitMessage } from "#shared/telegram-text/split-message.ts";
import type { Choice, OutgoingMessage } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import type { FormattedText } from "../channels/formatted-text.ts";
import { sendInParts } from "../channels/send-in-parts.ts";
import type { CloudApi } from "./cloud-api.ts";

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
                interactive: interactiveOf(body, offered, message.words.choose),
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
