import { z } from "zod";
import { type LintFinding, lintFinding } from "#shared/contracts/lint.ts";
import type { TrainingCache } from "./training-cache.ts";

/** What the linter found in catalogues, by their digest. It may be lost at any time: it is worked out again. */
export type FindingsCache = {
  /** undefined when there is none that can be read, or another linter made it. */
  read(digest: string): Promise<LintFinding[] | undefined>;
  /** Never fails: without room on the disk the next start lints again, and the log says why. */
  write(digest: string, findings: readonly LintFinding[]): Promise<void>;
};

/** `linter` names what finds: what another one found is not read. */
export function findingsCache(files: TrainingCache, linter: string): FindingsCache {
  const kept = z.strictObject({ linter: z.literal(linter), findings: z.array(lintFinding) });
  return {
    async read(digest) {
      const bytes = await files.read(digest);
      if (bytes === undefined) return undefined;
      try {
        return kept.parse(JSON.parse(new TextDecoder().decode(bytes))).findings;
      } catch {
        // Cut short, or of another version.
        return undefined;
      }
    },
    write: (digest, findings) =>
      files.write(digest, new TextEncoder().encode(JSON.stringify({ linter, findings }))),
  };
}
