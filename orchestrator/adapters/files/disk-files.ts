import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../../ports/clock.ts";
import type { FileStore } from "../../ports/file-store.ts";

const TTL_MS = 24 * 60 * 60 * 1000;
const ID = /^[a-f0-9]{48}$/;

const header = z.strictObject({
  name: z.string(),
  media_type: z.string(),
  user_id: z.string(),
  expires_at: z.number(),
});

/**
 * Files under `folder`, named by 192 random bits and nothing a caller chose; each is a line of JSON and the bytes.
 * Links live a day. Expired files go when they are asked for, and all of them at the start.
 */
export async function diskFiles(folder: string, clock: Clock): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const read = async (id: string) => {
    const content = await readFile(join(folder, id)).catch(() => undefined);
    const end = content?.indexOf(10) ?? -1;
    if (content === undefined || end === -1) return undefined;
    const { name, media_type, expires_at } = header.parse(
      JSON.parse(content.subarray(0, end).toString()),
    );
    if (expires_at > clock.now()) return { name, media_type, bytes: content.subarray(end + 1) };
    await rm(join(folder, id), { force: true });
    return undefined;
  };
  const sweep = async () => {
    for (const id of await readdir(folder)) if (ID.test(id)) await read(id).catch(() => undefined);
  };
  // Old files are in nobody's way; the start does not wait for them.
  void sweep().catch(() => undefined);
  return {
    async put(user_id, { name, media_type, bytes }) {
      const id = randomBytes(24).toString("hex");
      const head = JSON.stringify({ name, media_type, user_id, expires_at: clock.now() + TTL_MS });
      await writeFile(join(folder, id), Buffer.concat([Buffer.from(`${head}\n`), bytes]), {
        mode: 0o600,
      });
      return { name, media_type, url: `/v1/files/${id}` };
    },
    find: async (id) => (ID.test(id) ? read(id) : undefined),
  };
}
