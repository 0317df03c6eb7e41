import { readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { z } from "zod";

const PROJECT = join(import.meta.dirname, "..", "..");

/** What `npm start` builds is here, below the project's folder; the note says in which of its folders. */
export const BUILD_FOLDER = ".build";
/** What was learnt from the manifests that a start begins with, in the folder of what is built. */
export const LEARNT_FOLDER = "understanding";
/** The same folder of this project; there may be none. */
export const learntFolder = join(PROJECT, BUILD_FOLDER, LEARNT_FOLDER);
/** What the folder holds and what it was made from, in its own words. */
export const BUILD_NOTE = "build.json";

/** The page at `/` is built from here; what it is built into is the folder of the file that the note names for it. */
export const CONSOLE_SOURCE = "console/app.tsx";

const buildNote = z.strictObject({
  /** The built file of each source that can be started, from the build folder. */
  built: z.record(z.string(), z.string()),
  /** What it was built from, as it was then. */
  from: z.record(z.string(), z.strictObject({ mtimeMs: z.number(), size: z.number() })),
});
export type BuildNote = z.infer<typeof buildNote>;

/**
 * What to start for a source: its build, or the source itself when there is none or when anything that
 * it was built from has changed since.
 * Cost: a stat for each of a few hundred files
 */
export function builtFile(source: string, project = PROJECT): string {
  try {
    const text = readFileSync(join(project, BUILD_FOLDER, BUILD_NOTE), "utf8");
    const { built, from } = buildNote.parse(JSON.parse(text));
    const name = built[relative(project, source).split(sep).join("/")];
    const isCurrent = Object.entries(from).every(([path, then]) => {
      const now = statSync(join(project, path));
      return now.mtimeMs === then.mtimeMs && now.size === then.size;
    });
    return name === undefined || !isCurrent ? source : join(project, BUILD_FOLDER, name);
  } catch {
    // No build, or half of one, or a file that is gone.
    return source;
  }
}
