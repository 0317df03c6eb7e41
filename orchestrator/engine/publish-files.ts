import { isJsonObject } from "#shared/contracts/json.ts";
import { type DomainOutput, type FileLink, fileSchema } from "#shared/contracts/output.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import type { FileStore } from "../ports/file-store.ts";

/** Of one step: each takes a file on our disk for a day. */
const MOST_FILES = 50;
/** Of a name, which is a header where the file is fetched. */
const MOST_NAME = 200;

const INLINE = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]*)$/;

/** Most answers list none. */
export const hasFiles = ({ metadata }: DomainOutput): boolean => Array.isArray(metadata["files"]);

/**
 * Put the files that a step carried inline (`data:` URLs) behind links, so that answers, events and the
 * journal hold a link and not the bytes. Links to http(s) stay; anything else is dropped, and so is what comes after 50.
 * Errors: whatever the file store rejects with
 */
export async function publishFiles(
  output: DomainOutput,
  user_id: string,
  store: FileStore,
): Promise<DomainOutput> {
  const { files } = output.metadata;
  if (!Array.isArray(files)) return output;
  const links = await Promise.all(
    files.slice(0, MOST_FILES).map((file: unknown) => publish(file, user_id, store)),
  );
  return {
    ...output,
    metadata: { ...output.metadata, files: links.filter((link) => link !== undefined) },
  };
}

async function publish(
  file: unknown,
  user_id: string,
  store: FileStore,
): Promise<FileLink | undefined> {
  if (!isJsonObject(file)) return undefined;
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) return undefined;
  const { media_type, url } = parsed.data;
  const name = nameOf(parsed.data);
  if (/^https?:\/\//.test(url)) return { name, media_type, url };
  const inline = INLINE.exec(url);
  if (inline?.[2] === undefined || inline[1] !== media_type) return undefined;
  return store.put(user_id, { name, media_type, bytes: Buffer.from(inline[2], "base64") });
}

/** On one line, without what cannot be seen, and no longer than a header may be. */
const nameOf = ({ name }: FileLink): string =>
  visibleText(name).replace(/\s+/g, " ").slice(0, MOST_NAME).toWellFormed() || "-";
