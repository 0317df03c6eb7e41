import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type LintFinding, lintFinding } from "#shared/contracts/lint.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";
import { type Log, SILENT } from "../../ports/log.ts";

/** What was learnt from catalogues, by their digest. It may be lost at any time: it is learnt again. */
export type TrainingCache = {
  /** undefined when there is none that can be read. Whether it fits is for the reader to see. */
  read(digest: string): Promise<Uint8Array | undefined>;
  /** Never fails: without room on the disk the next start is slower, and the log says why. */
  write(digest: string, training: Uint8Array): Promise<void>;
};

const DIGEST = /^[a-f0-9]{64}$/;
/** Catalogues that are remembered, the latest first; the training of 35 goals of 190 sentences takes about 4 MB. */
const MOST_KEPT = 16;
const MOST_BYTES = 64 * 1024 * 1024;

/** One file each under `folder`, which is made when it is first needed. */
export const trainingCache = (folder: string, log: Log): TrainingCache =>
  filesByDigest(folder, "training", log);

/**
 * The same in a folder of its own and in one that it shares with others on this machine. `shared` is never made: where it
 * is not there, or is not ours to write, only the own one is used.
 */
export function sharedFiles(
  folder: string | undefined,
  shared: string | undefined,
  kind: Parameters<typeof filesByDigest>[1],
  log: Log,
): TrainingCache {
  const own = folder === undefined ? undefined : filesByDigest(folder, kind, log);
  const others = shared === undefined ? undefined : filesByDigest(shared, kind, SILENT);
  return {
    read: async (digest) => (await own?.read(digest)) ?? (await others?.read(digest)),
    async write(digest, bytes) {
      await own?.write(digest, bytes);
      if (shared !== undefined && existsSync(shared)) await others?.write(digest, bytes);
    },
  };
}

/** Files of one kind, which is the end of their names; those of other kinds may lie beside them. */
export function filesByDigest(
  folder: string,
  kind: "training" | "findings" | "evaluation" | "admitted",
  log: Log,
): TrainingCache {
  const pathOf = (digest: string) => join(folder, `${digest}.${kind}`);
  const isOurs = (name: string) =>
    name.endsWith(`.${kind}`) && DIGEST.test(name.slice(0, -kind.length - 1));

  async function forgetOldest(): Promise<void> {
    const names = (await readdir(folder)).filter(isOurs);
    if (names.length <= MOST_KEPT) return;
    const written = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
    );
    const old = written.sort((a, b) => b.at - a.at).slice(MOST_KEPT);
    await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
  }

  return {
    async read(digest) {
      if (!DIGEST.test(digest)) return undefined;
      const path = pathOf(digest);
      try {
        if ((await stat(path)).size > MOST_BYTES) return undefined;
        return await readFile(path);
      } catch {
        return undefined;
      }
    },
    async write(digest, training) {
      if (!DIGEST.test(digest)) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(pathOf(digest), training);
        await forgetOldest();
      } catch (err) {
        log.warn({ err }, `${kind} is not kept; the next start works it out again`);
      }
    },
  };
}

export type FindingsCache = ReturnType<typeof findingsCache>;

/**
 * What the linter found in catalogues, by their digest. It may be lost at any time: it is worked out again. `linter` names
 * what finds: what another one found is not read.
 */
export function findingsCache(files: TrainingCache, linter: string) {
  const kept = z.strictObject({ linter: z.literal(linter), findings: z.array(lintFinding) });
  return {
    /** undefined when there is none that can be read, or another linter made it. */
    async read(digest: string): Promise<LintFinding[] | undefined> {
      const bytes = await files.read(digest);
      if (bytes === undefined) return undefined;
      try {
        return kept.parse(JSON.parse(new TextDecoder().decode(bytes))).findings;
      } catch {
        // Cut short, or of another version.
        return undefined;
      }
    },
    /** Never fails: without room on the disk the next start lints again, and the log says why. */
    write: (digest: string, findings: readonly LintFinding[]) =>
      files.write(digest, new TextEncoder().encode(JSON.stringify({ linter, findings }))),
  };
}

/**
 * Which manifests came in together, by their digest. It may be lost at any time: they are looked at again. `judge` names who
 * let them in; what another one let in, or what cannot be read, does not count.
 */
export const admittedCache = (files: TrainingCache, judge: () => string) => ({
  async has(digest: string): Promise<boolean> {
    const bytes = await files.read(digest);
    return bytes !== undefined && new TextDecoder().decode(bytes) === judge();
  },
  keep: (digest: string) => files.write(digest, new TextEncoder().encode(judge())),
});
