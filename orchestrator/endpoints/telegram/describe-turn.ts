import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type FileStore, OUR_FILES } from "../../ports/file-store.ts";
import type { Owner } from "../../ports/stores.ts";
import { type FormattedText, joined, linked, plain } from "./formatted-text.ts";
import { readableText } from "./readable-text.ts";
import type { OutgoingFile } from "./send-reply.ts";
import { type Words, words } from "./words.ts";

const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
const MOST_SOURCES = 10;
/** A chart comes as PNG for everyone and as SVG for those who ask; Telegram shows no SVG. */
const NEVER_SENT = new Set(["image/svg+xml"]);
const PICTURES = new Set(["image/png", "image/jpeg"]);

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** An answer as it goes out: words with their sources, and the files that belong to it. */
export async function describeTurn(
  told: Told,
  locale: Locale,
  owner: Owner,
  store: FileStore,
): Promise<{ text: FormattedText; files: OutgoingFile[] }> {
  const say = words(locale);
  const files: OutgoingFile[] = [];
  const notes: FormattedText[] = [];
  for (const { name, media_type, url } of told.files) {
    if (NEVER_SENT.has(media_type)) continue;
    if (!url.startsWith(OUR_FILES)) {
      notes.push(joined([linked(name, url), plain(hostOf(url))], ""));
      continue;
    }
    const bytes = (await store.find(owner, url.slice(OUR_FILES.length)))?.bytes;
    if (bytes === undefined || bytes.length === 0 || bytes.length > MAX_DOCUMENT_BYTES)
      notes.push(plain(say.fileNotSent(name)));
    else files.push({ name, is_picture: PICTURES.has(media_type), bytes });
  }
  const text = joined([readableText(told.answer), ...notes, sourcesOf(told, say)], "\n\n");
  const isEmpty = text.text.trim() === "";
  return { text: isEmpty && files.length === 0 ? plain(say.done) : text, files };
}

/** Where a source or a file of elsewhere leads, which its name does not say. */
function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? "" : ` (${host})`;
}

function sourcesOf({ sources }: Told, say: Words): FormattedText {
  if (sources.length === 0) return plain("");
  const lines = sources
    .slice(0, MOST_SOURCES)
    .map(({ title, url }) =>
      joined([plain("• "), linked(title.toWellFormed() || url, url), plain(hostOf(url))], ""),
    );
  return joined([plain(say.sources), ...lines], "\n");
}
