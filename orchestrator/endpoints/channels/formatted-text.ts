import type { MessageEntity } from "grammy/types";
import { type Stretch, splitAround } from "#shared/telegram-text/split-message.ts";

/** A text and what is marked in it, in UTF-16 units, as Telegram counts. */
export type FormattedText = { readonly text: string; readonly entities: readonly MessageEntity[] };

export const plain = (text: string): FormattedText => ({ text, entities: [] });

/** A text all of which is a link, or just the text where the address is none of the web. */
export function linked(text: string, url: string): FormattedText {
  const { protocol, href } = URL.parse(url) ?? { protocol: "", href: "" };
  if (text === "" || (protocol !== "http:" && protocol !== "https:")) return plain(text);
  return { text, entities: [{ type: "text_link", offset: 0, length: text.length, url: href }] };
}

/** One text after the other; empty ones leave no gap. */
export function joined(texts: readonly FormattedText[], separator: string): FormattedText {
  let text = "";
  const entities: MessageEntity[] = [];
  for (const each of texts) {
    if (each.text === "") continue;
    if (text !== "") text += separator;
    entities.push(...each.entities.map((mark) => ({ ...mark, offset: mark.offset + text.length })));
    text += each.text;
  }
  return { text, entities };
}

/**
 * A text as messages that Telegram takes, each with the marks that lie in it. What is marked stays whole
 * where it fits into one message.
 */
export function splitFormatted({ text, entities }: FormattedText, limit: number): FormattedText[] {
  const whole = entities.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  return splitAround(text, whole, limit).map((part) => ({
    text: text.slice(part.start, part.end),
    entities: entities.flatMap((mark) => within(mark, part)),
  }));
}

/** What of a mark lies in a part. */
function within(mark: MessageEntity, part: Stretch): MessageEntity[] {
  const start = Math.max(mark.offset, part.start);
  const end = Math.min(mark.offset + mark.length, part.end);
  return end <= start ? [] : [{ ...mark, offset: start - part.start, length: end - start }];
}
