import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { hasCode } from "#shared/contracts/errors.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import type { Clock } from "../../ports/clock.ts";
import { type FileStore, OUR_FILES, type StoredFile } from "../../ports/file-store.ts";

const TTL_MS = 24 * 60 * 60 * 1000;
const ID = /^[a-f0-9]{48}$/;
/** What links are signed with; made once for each folder. */
const KEY_FILE = "link-key";

const header = z.strictObject({
  name: z.string(),
  media_type: z.string(),
  user_id: z.string(),
  expires_at: z.number(),
});
type Header = z.infer<typeof header>;

/**
 * Files under `folder`, named by 192 random bits and nothing a caller chose; each is a line of JSON and the bytes.
 * Links live a day. Expired files go when they are asked for, and with every `sweep`.
 */
export async function diskFiles(folder: string, clock: Clock): Promise<FileStore> {
  privateFolder(folder);
  const key = await keyIn(folder);
  const read = async (id: string) => {
    const content = await readFile(join(folder, id)).catch(() => undefined);
    const end = content?.indexOf(10) ?? -1;
    if (content === undefined || end === -1) return undefined;
    const head = header.parse(JSON.parse(content.subarray(0, end).toString()));
    if (head.expires_at > clock.now()) return { ...head, bytes: content.subarray(end + 1) };
    await rm(join(folder, id), { force: true });
    return undefined;
  };
  /** One after the other: there may be many, and each is read. */
  const each = async (look: (id: string, file: StoredFile & Header) => Promise<void>) => {
    for (const id of await readdir(folder)) {
      const file = ID.test(id) ? await read(id).catch(() => undefined) : undefined;
      if (file !== undefined) await look(id, file);
    }
  };
  const signatureOf = (id: string) => createHmac("sha256", key).update(id).digest();
  return {
    async put(user_id, { name, media_type, bytes }) {
      const id = randomBytes(24).toString("hex");
      const head = JSON.stringify({ name, media_type, user_id, expires_at: clock.now() + TTL_MS });
      await writeFile(join(folder, id), Buffer.concat([Buffer.from(`${head}\n`), bytes]), {
        mode: 0o600,
      });
      return { name, media_type, url: `${OUR_FILES}${id}` };
    },
    async find(owner, id) {
      const found = ID.test(id) ? await read(id) : undefined;
      if (found === undefined || (owner !== "anybody" && found.user_id !== owner.user_id))
        return undefined;
      const { name, media_type, bytes } = found;
      return { name, media_type, bytes };
    },
    forget: ({ user_id }) =>
      each(async (id, file) => {
        if (file.user_id === user_id) await rm(join(folder, id), { force: true });
      }),
    // What has expired goes by being looked at.
    sweep: () => each(() => Promise.resolve()),
    signed(link) {
      const id = link.url.startsWith(OUR_FILES) ? link.url.slice(OUR_FILES.length) : "";
      if (!ID.test(id)) return link;
      return { ...link, url: `${link.url}?signature=${signatureOf(id).toString("base64url")}` };
    },
    isSigned(id, signature) {
      const shown = Buffer.from(signature, "base64url");
      const right = signatureOf(id);
      return shown.length === right.length && timingSafeEqual(shown, right);
    },
  };
}

/** The folder's key, whoever of several processes made it. */
async function keyIn(folder: string): Promise<Buffer> {
  const path = join(folder, KEY_FILE);
  await writeFile(path, randomBytes(32), { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  return readFile(path);
}
