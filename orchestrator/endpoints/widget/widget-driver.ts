import { z } from "zod";
import { type ChannelDriver, type ChannelMessage, ChatClosedError } from "../../ports/channel.ts";
import { formattedMessage } from "../channels/readable-text.ts";
import { typedCommand } from "../channels/typed-command.ts";
import type { Outbox } from "./outbox.ts";

/** What a visitor did, by the name that only their browser can show the secret of. */
export const widgetCame = z.object({
  id: z.string(),
  visitor: z.string(),
  lang: z.string().optional(),
  text: z.string().optional(),
  choice: z.string().optional(),
  ref: z.string().optional(),
});

export const WIDGET_ACCOUNT = "widget:1";
const MAX_LABEL = 60;
const MAX_FILE_BYTES = 300_000;
const REPEATS_MS = 24 * 60 * 60 * 1000;

/** A page's widget as one of the channels: what it is told stands in its outbox. */
export function widgetDriver(outbox: Outbox): ChannelDriver {
  return {
    name: "widget",
    account: WIDGET_ACCOUNT,
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_FILE_BYTES, repeatsMs: REPEATS_MS },
    chatOf: (came) => widgetCame.parse(came).visitor,
    async read(came): Promise<ChannelMessage | undefined> {
      const { id, visitor, lang: languageCode, text, choice, ref = "" } = widgetCame.parse(came);
      const said = { place: { address: visitor, isGroup: false }, speaker: visitor, languageCode };
      if (choice !== undefined) return { ...said, did: "choose", choice, touch: id, ref };
      const words = text?.trim() || undefined;
      const about = { text: words, ref: id, title: visitor, ...typedCommand(words ?? "") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async () => true,
    async send({ address }, message) {
      if ((await outbox.read(address)).closed) throw new ChatClosedError();
      const { text, entities } = formattedMessage(message);
      const files = message.files.map(({ name, media_type, bytes }) => ({
        ...{ name, media_type, data: Buffer.from(bytes).toString("base64") },
      }));
      const choices = message.choices.map((row) =>
        row.map(({ label, choice }) => ({ label, choice })),
      );
      const marks = entities.map((each) => ({
        ...{ type: each.type, offset: each.offset, length: each.length },
        ...(each.type === "text_link" && { url: each.url }),
      }));
      const seq = await outbox.add(address, { from: "us", text, marks, files, choices });
      return choices.length === 0 ? undefined : String(seq);
    },
    withdraw: ({ address }, ref) =>
      outbox.change(address, ({ messages, ...rest }) => ({
        ...rest,
        messages: messages.map((each) =>
          String(each.seq) === ref ? { ...each, choices: [] } : each,
        ),
      })),
  };
}
