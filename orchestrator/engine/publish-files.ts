import { isJsonObject } from "#shared/contracts/json.ts";
import { type DomainOutput, type FileLink, fileSchema } from "#shared/contracts/output.ts";
import type { FileStore } from "../ports/file-store.ts";

const INLINE = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]*)$/;

/**
 * Put the files that a step carried inline (`data:` URLs) behind links, so that answers, events and the
 * journal hold a link and not the bytes. Links to http(s) stay; anything else is dropped.
 * Errors: whatever the file store rejects with
 */
export async function publishFiles(
  output: DomainOutput,
  user_id: string,
  store: FileStore,
): Promise<DomainOutput> {
  const { files } = output.metadata;
  if (!Array.isArray(files)) return output;
  const links = await Promise.all(files.map((file: unknown) => publish(file, user_id, store)));
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
  const { name, media_type, url } = parsed.data;
  if (/^https?:\/\//.test(url)) return parsed.data;
  const inline = INLINE.exec(url);
  if (inline?.[2] === undefined || inline[1] !== media_type) return undefined;
  return store.put(user_id, { name, media_type, bytes: Buffer.from(inline[2], "base64") });
}
