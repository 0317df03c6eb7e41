import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { jsonIn } from "#shared/contracts/json.ts";
import { type LintFinding, lintFinding } from "#shared/contracts/lint.ts";
import {
  type FindingsCache,
  findingsCache,
  sharedFiles,
  type TrainingCache,
} from "../../adapters/training-cache/training-cache.ts";
import type { Environment } from "../../config/config.ts";
import { SILENT } from "../../ports/log.ts";
import {
  type Training,
  trainingBytes,
  trainingIn,
} from "../../understanding/classifier/training.ts";
import { LINTER } from "../lint/finding.ts";
import { madeBy } from "../made-by.ts";

/** Evaluations as they were told, by everything that they depend on. */
export type EvaluationCache = {
  read(of: readonly unknown[]): Promise<{ at: string; result: unknown } | undefined>;
  write(of: readonly unknown[], at: string, result: unknown): Promise<void>;
};

function evaluationCache(files: TrainingCache): EvaluationCache {
  // How sentences are understood, and judged, is part of what they depend on.
  const nameOf = (of: readonly unknown[]) => hash("sha256", JSON.stringify([madeBy(), ...of]));
  return {
    async read(of) {
      const bytes = await files.read(nameOf(of));
      // It may be cut short, or of another version.
      return bytes && jsonIn(kept, new TextDecoder().decode(bytes));
    },
    write: (of, at, result) =>
      files.write(nameOf(of), new TextEncoder().encode(JSON.stringify({ at, result }))),
  };
}

const kept = z.strictObject({ at: z.iso.datetime(), result: z.unknown() });

/** What starts and terminals have found out about catalogues, by their digests. */
export type KeptResults = {
  training(digest: string): Promise<Training | undefined>;
  /** Never fails; what is kept already is not written again. */
  keepTraining(training: Training): Promise<void>;
  findings: FindingsCache;
  evaluations: EvaluationCache;
};

/** Beside the data of this environment, where there are any, and in the folder of what was built, where that is there. */
export function keptResults(env: Environment, built: string | undefined): KeptResults {
  const data = resolve(env["REGENTE_DATA"] || ".regente");
  const own = existsSync(data) ? join(data, "understanding") : undefined;
  const trainings = sharedFiles(own, built, "training", SILENT);
  const read = async (digest: string) => {
    const bytes = await trainings.read(digest);
    return bytes && trainingIn(bytes);
  };
  return {
    training: read,
    async keepTraining(training) {
      const known = await read(training.digest);
      if (known === undefined || (known.confidence === null && training.confidence !== null))
        await trainings.write(training.digest, trainingBytes(training));
    },
    findings: findingsCache(sharedFiles(own, built, "findings", SILENT), LINTER),
    evaluations: evaluationCache(sharedFiles(own, built, "evaluation", SILENT)),
  };
}

/** What was found before by the same code and words, or is found now and kept, for a start too. */
export async function findingsOf(
  digest: string,
  kept: KeptResults,
  find: () => Promise<LintFinding[]>,
): Promise<LintFinding[]> {
  const before = await kept.evaluations.read(["findings", digest]);
  const read = z.array(lintFinding).safeParse(before?.result);
  if (read.success) return read.data;
  const found = await find();
  await kept.evaluations.write(["findings", digest], new Date().toISOString(), found);
  await kept.findings.write(digest, found);
  return found;
}
