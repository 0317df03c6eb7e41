import { z } from "zod";
import {
  type ChannelDriver,
  type ChannelMessage,
  ChatClosedError,
  channelCommands,
  type OutgoingMessage,
} from "../../ports/channel.ts";

/** A letter as people write it here, and what they touch of one that they received. */
const letter = z.object({
  id: z.string(),
  from: z.string(),
  text: z.string().optional(),
  touched: z.object({ choice: z.string(), of: z.string() }).optional(),
});
export type Letter = z.infer<typeof letter>;

/** What a chat has received. `how` says whether it could be shown as buttons, or only as a list. */
export type Received = { to: string; text: string; labels: string[]; how: "buttons" | "list" };

const MOST_BUTTONS = 3;
const PART_CHARS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A channel that is all in memory, and poorer than Telegram: three buttons and then a list, nothing that was sent can be
 * changed, no sign that an answer is on its way, and people may be written to for a day after they spoke.
 */
export function fakeChannel() {
  const received: (Received & { choices: Map<string, string> })[] = [];
  const closed = new Set<string>();
  const driver: ChannelDriver = {
    name: "letters",
    title: "Letters",
    account: "letters:1",
    limits: { labelChars: 20, fileBytes: 1000, repeatsMs: 7 * DAY_MS, windowMs: DAY_MS },
    chatOf: (came) => letter.parse(came).from,
    async read(came): Promise<ChannelMessage | undefined> {
      const { id, from, text, touched } = letter.parse(came);
      const place = { address: from, isGroup: false };
      const said = { place, speaker: from, languageCode: "pt" };
      if (touched !== undefined)
        return { ...said, did: "choose", choice: touched.choice, touch: id, ref: touched.of };
      const [first = "", ...rest] = (text ?? "").split(" ");
      const command = channelCommands.find((each) => first === `!${each}`);
      const about = { text, ref: id, title: from, command, argument: rest.join(" ") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async (address) => address !== "stranger",
    async send({ address }, message: OutgoingMessage) {
      if (closed.has(address)) throw new ChatClosedError();
      const choices = message.choices.flat();
      const files = message.files.map(({ name }) => `[${name}]`);
      const text = [message.text, ...files, ...message.notes].join("\n");
      const parts = text.match(new RegExp(`[^]{1,${PART_CHARS}}`, "g")) ?? [];
      for (const [at, part] of parts.entries()) {
        const own = at === parts.length - 1 ? choices : [];
        received.push({
          ...{ to: address, text: part, labels: own.map(({ label }) => label) },
          how: own.length > MOST_BUTTONS ? "list" : "buttons",
          choices: new Map(own.map(({ label, choice }) => [label, choice])),
        });
      }
      return choices.length === 0 ? undefined : String(received.length - 1);
    },
  };
  return { driver, received, closed };
}
