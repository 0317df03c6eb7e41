import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { OutgoingFile, OutgoingLink, OutgoingMessage } from "../../ports/channel.ts";
import { type FileStore, OUR_FILES } from "../../ports/file-store.ts";
import type { Owner } from "../../ports/stores.ts";
import { words } from "./words.ts";

const MOST_SOURCES = 10;
/** A chart comes as PNG for everyone and as SVG for those who ask; chats show no SVG. */
const NEVER_SENT = new Set(["image/svg+xml"]);

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** One sentence of ours as it goes out. */
export const plainly = (text: string, locale: Locale): OutgoingMessage => ({
  ...{ text: text.toWellFormed(), isMarkdown: false, files: [], notes: [], links: [], sources: [] },
  ...{ choices: [], asks: false, answers: undefined, words: words(locale) },
});

/** An answer as it goes out: its words, their sources, and the files that belong to it. */
export async function outgoingOf(
  { answer, sources, files }: Told,
  locale: Locale,
  owner: Owner,
  store: FileStore,
  fileBytes: number,
): Promise<OutgoingMessage> {
  const say = words(locale);
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
      notes.push(say.fileNotSent(name));
    else sent.push({ name, media_type, bytes });
  }
  const found = sources.slice(0, MOST_SOURCES);
  const isEmpty = [...sent, ...links, ...notes, ...found].length === 0 && answer.trim() === "";
  return {
    ...plainly(isEmpty ? say.done : answer, locale),
    ...{ isMarkdown: true, files: sent, notes, links, sources: found },
  };
}
