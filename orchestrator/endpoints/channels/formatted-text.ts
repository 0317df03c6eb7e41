import type { MessageEntity } from "grammy/types";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type Stretch, splitAround } from "#shared/telegram-text/split-message.ts";
import type { OutgoingFile, OutgoingLink, OutgoingMessage } from "../../ports/channel.ts";
import { type FileStore, OUR_FILES } from "../../ports/file-store.ts";
import type { Owner } from "../../ports/stores.ts";

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

/** The signs around marked words where people write them as Slack and WhatsApp read them. */
export const SIGNS: Readonly<Record<string, string>> = { bold: "*", code: "`", pre: "```" };

/** A text in a notation of its own: what stands between marks, and what is marked. Pure. */
export function writtenWith(
  { text, entities }: FormattedText,
  between: (text: string) => string,
  marked: (inside: string, mark: MessageEntity) => string,
): string {
  let written = "";
  let from = 0;
  for (const mark of entities.toSorted((a, b) => a.offset - b.offset)) {
    const end = mark.offset + mark.length;
    written += between(text.slice(from, mark.offset));
    written += marked(text.slice(mark.offset, end), mark);
    from = end;
  }
  return written + between(text.slice(from));
}

const MOST_SOURCES = 10;
/** A chart comes as PNG for everyone and as SVG for those who ask; chats show no SVG. */
const NEVER_SENT = new Set(["image/svg+xml"]);

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** One sentence of ours as it goes out. */
export const plainly = (text: string, locale: Locale): OutgoingMessage => ({
  ...{ text: text.toWellFormed(), isMarkdown: false, files: [], notes: [], links: [], sources: [] },
  ...{ choices: [], asks: false, answers: undefined, locale },
});

/** An answer as it goes out: its words, their sources, and the files that belong to it. */
export async function outgoingOf(
  { answer, sources, files }: Told,
  locale: Locale,
  owner: Owner,
  store: FileStore,
  fileBytes: number,
): Promise<OutgoingMessage> {
  const say = sayIn("channels", locale);
  const sent: OutgoingFile[] = [];
  const links: OutgoingLink[] = [];
  const notes: string[] = [];
  for (const { name, media_type, url } of files) {
    if (NEVER_SENT.has(media_type)) continue;
    if (!url.startsWith(OUR_FILES)) {
      links.push({ title: name, url });
      continue;
    }
    const bytes = (await store.find(owner, url.slice(OUR_FILES.length)))?.bytes;
    if (bytes === undefined || bytes.length === 0 || bytes.length > fileBytes)
      notes.push(say("file_not_sent", { name }));
    else sent.push({ name, media_type, bytes });
  }
  const found = sources.slice(0, MOST_SOURCES);
  const isEmpty = [...sent, ...links, ...notes, ...found].length === 0 && answer.trim() === "";
  return {
    ...plainly(isEmpty ? say("done") : answer, locale),
    ...{ isMarkdown: true, files: sent, notes, links, sources: found },
  };
}
