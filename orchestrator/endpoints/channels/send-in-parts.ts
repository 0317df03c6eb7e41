import type { MessageEntity } from "grammy/types";
import { sayIn } from "#shared/messages/say.ts";
import {
  ChatClosedError,
  NotSentError,
  type OutgoingFile,
  type OutgoingLink,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { reasonOf } from "./channel.ts";
import { type FormattedText, joined, linked, plain } from "./formatted-text.ts";

const FENCE = /^``` ?([\w+-]{0,32})$/;
const HEADING = /^#{1,6}\s+/;
const BULLET = /^(\s*)[-*]\s+/;
const ROW = /^\|(?<cells>.+)\|$/;
/** Between the head of a table and its rows. */
const RULE = /^\|(?: ?:?-+:? ?\|)+$/;
/** What opens a mark inside a line. */
const OPENERS = /\*\*|`|!?\[/g;
/** A mark that does not close in this many characters is none. */
const MAX_MARK = 1000;

/** A message as it goes out: its words, what belongs to it by a link, and its sources. */
export function formattedMessage(message: OutgoingMessage): FormattedText {
  const { text, isMarkdown, links, notes, sources, locale } = message;
  const found = sources.map((each) => joined([plain("• "), linkWithHost(each)], ""));
  return joined(
    [
      isMarkdown ? readableText(text) : plain(text),
      ...links.map(linkWithHost),
      ...notes.map(plain),
      ...(found.length === 0
        ? []
        : [joined([plain(sayIn("channels", locale)("sources")), ...found], "\n")]),
    ],
    "\n\n",
  );
}

/** With where it leads, which its name does not say. */
function linkWithHost({ title, url }: OutgoingLink): FormattedText {
  const host = URL.parse(url)?.hostname ?? "";
  const behind = plain(host === "" ? "" : ` (${host})`);
  return joined([linked(title.toWellFormed() || url, url), behind], "");
}

/**
 * The Markdown of an answer as a person reads it: bold, code, headings and links become marks, bullets
 * become bullets. Whatever does not close, and all other signs, stay as they are written: a price or a
 * name is never taken for markup.
 * Cost: one pass over the text
 */
export function readableText(markdown: string): FormattedText {
  const blocks: FormattedText[] = [];
  const lines = markdown.toWellFormed().split(/\r?\n/);
  let texts: FormattedText[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line.trim());
    const end = fence === null ? -1 : closingFence(lines, at + 1);
    const isHead = ROW.test(line) && RULE.test(lines[at + 1] ?? "");
    if (isHead) {
      texts.push(marked(cellsOf(line), { type: "bold" }));
      for (at++; ROW.test(lines[at + 1] ?? ""); at++)
        texts.push(readInline(cellsOf(lines[at + 1] ?? "")));
    } else if (end === -1) texts.push(readLine(line));
    else {
      blocks.push(inLines(texts));
      texts = [];
      blocks.push(marked(lines.slice(at + 1, end).join("\n"), codeBlock(fence?.[1] ?? "")));
      at = end;
    }
  }
  blocks.push(inLines(texts));
  return joined(blocks, "\n");
}

type Mark = Pick<MessageEntity, "type"> & { language?: string };

/** Where the block that begins here ends; -1 for one that does not. */
function closingFence(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.trim() === "```") return at;
  return -1;
}

const codeBlock = (language: string): Mark => ({
  type: "pre",
  ...(language !== "" && { language }),
});

/** A row of a table on one line: chats have no columns. */
function cellsOf(line: string): string {
  const cells = ROW.exec(line)?.groups?.["cells"]?.split(/(?<!\\)\|/) ?? [];
  const texts = cells.map((cell) => cell.trim().replaceAll(/\\([|\\])/g, "$1"));
  return texts.map((text) => text || "–").join(" · ");
}

/** Lines with their breaks; empty ones count. */
function inLines(lines: readonly FormattedText[]): FormattedText {
  const broken = lines.map((line, at) =>
    at === lines.length - 1 ? line : { ...line, text: `${line.text}\n` },
  );
  return joined(broken, "");
}

function readLine(line: string): FormattedText {
  const heading = HEADING.exec(line)?.[0];
  if (heading !== undefined)
    return marked(readInline(line.slice(heading.length).trimEnd()).text, { type: "bold" });
  const bullet = BULLET.exec(line);
  if (bullet === null) return readInline(line);
  return joined([plain(`${bullet[1]}• `), readInline(line.slice(bullet[0].length))], "");
}

function readInline(line: string): FormattedText {
  const pieces: FormattedText[] = [];
  let from = 0;
  OPENERS.lastIndex = 0;
  for (let opener = OPENERS.exec(line); opener !== null; opener = OPENERS.exec(line)) {
    const found = readMark(line, opener[0], opener.index);
    if (found === undefined) continue;
    pieces.push(plain(line.slice(from, opener.index)), found.text);
    from = found.end;
    OPENERS.lastIndex = from;
  }
  pieces.push(plain(line.slice(from)));
  return joined(pieces, "");
}

/** The mark that begins here and where it ends; undefined for a sign that is only a sign. */
function readMark(
  line: string,
  opener: string,
  at: number,
): { text: FormattedText; end: number } | undefined {
  const start = at + opener.length;
  const rest = line.slice(start, start + MAX_MARK);
  if (opener === "**" || opener === "`") {
    const close = rest.indexOf(opener);
    const inside = close === -1 ? "" : rest.slice(0, close);
    if (inside === "" || inside !== inside.trim()) return undefined;
    const text =
      opener === "`"
        ? marked(inside, { type: "code" })
        : marked(withoutTicks(inside), { type: "bold" });
    return { text, end: start + close + opener.length };
  }
  const middle = rest.indexOf("](");
  const close = middle === -1 ? -1 : rest.indexOf(")", middle);
  const label = rest.slice(0, Math.max(0, middle)).trim();
  if (close === -1 || label.includes("[")) return undefined;
  const text = linked(label, rest.slice(middle + 2, close).trim());
  return text.entities.length === 0 ? undefined : { text, end: start + close + 1 };
}

/** Marks are not nested. */
const withoutTicks = (text: string): string => text.replaceAll("`", "");

function marked(text: string, mark: Mark): FormattedText {
  const length = text.trimEnd().length;
  if (length === 0) return plain(text);
  return { text, entities: [{ ...mark, offset: 0, length } as MessageEntity] };
}

/** How a channel sends what one of its messages can hold; each gives what the message is known by. */
export type Sending<Words> = {
  /** Of the service, as a log says it. */
  service: string;
  /** How long words may be that stand under the only file, with the choices; absent: none do. */
  captionChars?: number;
  file(file: OutgoingFile, caption: FormattedText | undefined): Promise<string>;
  /** The words in parts that a message can hold, the last one with the choices, if there are any. */
  split(text: FormattedText, hasChoices: boolean): readonly Words[];
  /** Under the last ones stand the choices. */
  words(words: Words, isLast: boolean): Promise<string>;
};

/**
 * Sends a message one part after the other: files first, then the words with the names of files that could not be sent,
 * the choices under the last of them.
 * Shape and errors: as ChannelDriver.send
 */
export async function sendInParts<Words>(
  message: OutgoingMessage,
  { service, captionChars = -1, file, split, words }: Sending<Words>,
  log: Log,
): Promise<string | undefined> {
  let sent = 0;
  const counted = async (sending: Promise<string>): Promise<string> => {
    const ref = await sending;
    sent += 1;
    return ref;
  };
  const { files } = message;
  const hasChoices = message.choices.flat().length > 0;
  const whole = formattedMessage(message);
  const caption = files.length === 1 && whole.text.length <= captionChars ? whole : undefined;
  const notes = [...message.notes];
  let last: string | undefined;
  try {
    for (const each of files)
      last = await counted(file(each, caption)).catch((error: unknown) => {
        if (error instanceof ChatClosedError) throw error;
        const why = { bytes: each.bytes.length, ...reasonOf(error) };
        log.warn(why, `a file could not be sent on ${service}`);
        notes.push(sayIn("channels", message.locale)("file_not_sent", { name: each.name }));
        return undefined;
      });
    const isTold = caption !== undefined && last !== undefined;
    const parts = isTold ? [] : split(formattedMessage({ ...message, notes }), hasChoices);
    for (const [at, part] of parts.entries())
      last = await counted(words(part, at === parts.length - 1));
    return hasChoices ? last : undefined;
  } catch (error) {
    // Of what came in part the rest is not tried again.
    if (error instanceof NotSentError && sent > 0 && !(error instanceof ChatClosedError))
      throw new Error(error.reason, { cause: error });
    throw error;
  }
}
