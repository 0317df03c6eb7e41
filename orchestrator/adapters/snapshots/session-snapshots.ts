import { hash } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ConversationState } from "#shared/contracts/pending.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { ConversationStore, SessionKey } from "../../ports/stores.ts";

export type SnapshottedConversations = ConversationStore & {
  /** The files of one user are gone. */
  forget(user_id: string): Promise<void>;
  /** So are those that were last written before this moment. */
  forgetBefore(epochMs: number): Promise<void>;
  /** Resolves when what was saved is on the disk. */
  written(): Promise<void>;
};

const MOST_NAME_CHARS = 120;

/**
 * Conversations whose agents' memory is also written to files, for whoever reads them without asking:
 * `<folder>/<user>/<session>.json`, as `{session_id, updated_at, agents: {role: [event]}}`. A session that is forgotten
 * has none.
 * Errors: DataPathError where the folder cannot be; a file that cannot be written is logged, and nothing waits for it
 */
export function snapshotted(
  conversations: ConversationStore,
  folder: string,
  { clock, log }: { clock: Clock; log: Log },
): SnapshottedConversations {
  privateFolder(folder);
  /** The newest text of each file, undefined for one that is to go, while it is not written. */
  const wanted = new Map<string, string | undefined>();
  const there = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (const [file, text] of wanted) {
      wanted.delete(file);
      await put(file, text).catch((err: unknown) =>
        log.warn({ err, file }, "a session's snapshot is not written"),
      );
    }
  }
  const want = (key: SessionKey, text: string | undefined) => {
    const file = join(folder, nameOf(key.user_id), `${nameOf(key.session_id)}.json`);
    if (text !== undefined) there.add(file);
    if (wanted.size === 0) writing = writing.then(writeAll);
    wanted.set(file, text);
  };
  const isKnown = (key: SessionKey) =>
    there.has(join(folder, nameOf(key.user_id), `${nameOf(key.session_id)}.json`));

  return {
    ...conversations,
    save(key, state) {
      conversations.save(key, state);
      if (Object.keys(state.agent_memory).length > 0)
        want(key, snapshotOf(key.session_id, state, clock.now()));
      else if (isKnown(key) || state.turn_count === 0) want(key, undefined);
    },
    async delete(key) {
      await conversations.delete(key);
      want(key, undefined);
    },
    forget(user_id) {
      const own = join(folder, nameOf(user_id));
      for (const file of wanted.keys()) if (dirname(file) === own) wanted.delete(file);
      for (const file of there) if (dirname(file) === own) there.delete(file);
      writing = writing.then(() => rm(own, { recursive: true, force: true }));
      return writing;
    },
    forgetBefore(epochMs) {
      writing = writing
        .then(() => removeBefore(folder, epochMs))
        .catch((err: unknown) => log.warn({ err }, "old snapshots of sessions are not deleted"));
      return writing;
    },
    written: () => writing,
  };
}

async function removeBefore(folder: string, epochMs: number): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    const found = await stat(file);
    if (found.isFile() && found.mtimeMs < epochMs) await rm(file, { force: true });
  }
}

/** A session's agents and what they remember, as text. */
const snapshotOf = (session_id: string, { agent_memory }: ConversationState, now: number) =>
  `${JSON.stringify({ session_id, updated_at: new Date(now).toISOString(), agents: agent_memory }, null, 2)}\n`;

async function put(file: string, text: string | undefined): Promise<void> {
  if (text === undefined) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeWhole(file, text);
}

/** A name that is one part of a path, whatever was chosen. */
function nameOf(id: string): string {
  const plain = encodeURIComponent(id.toWellFormed()).replaceAll(".", "%2E");
  return plain.length > 0 && plain.length <= MOST_NAME_CHARS ? plain : hash("sha256", id);
}
