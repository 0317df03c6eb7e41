import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD_FOLDER, LEARNT_FOLDER } from "../../cli/up/built-file.ts";
import { openManifestSource } from "../adapters/domain-client/domain-client.ts";
import type { JsonLog } from "../adapters/log/json-log.ts";
import {
  admittedCache,
  filesByDigest,
  findingsCache,
  sharedFiles,
  type TrainingCache,
  trainingCache,
} from "../adapters/training-cache/training-cache.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { openApprovals } from "../catalogue/registry/approvals.ts";
import { openApprovedManifests } from "../catalogue/registry/approved-manifests.ts";
import { openPromotedExamples } from "../catalogue/registry/promoted-examples.ts";
import { openRegistry, type Registry } from "../catalogue/registry/registry.ts";
import type { Store } from "../ports/stores.ts";
import { LINTER } from "../quality/lint/finding.ts";
import { madeBy } from "../quality/made-by.ts";
import { type JobRunner, oneJobAtATime } from "../quality/review/job-runner.ts";
import { learnInBackground, openCalibration } from "../quality/review/open-calibration.ts";
import type { Meaning } from "../quality/review/open-meaning.ts";
import { openReview, type Review } from "../quality/review/open-review.ts";
import type { Snapshot } from "../turn/turn-deps.ts";
import { trainingBytes, trainingIn } from "../understanding/classifier/training.ts";
import { followupClash } from "../understanding/followup-phrases.ts";
import { buildUnderstanding } from "../understanding/understand.ts";
import type { ReadMeaning } from "../understanding/understanding.ts";
import type { Opening } from "./opening.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
/** Of what people said, how much a changed catalogue is tried with. */
const MOST_REPLAYED = 2000;

/**
 * The manifests in force, how sentences are understood against them, and what is looked at when they change.
 * Errors: ContractError for a wrong bootstrap file
 */
export async function openCatalogue(
  { config, log, ends }: Opening,
  { runs }: Pick<Store, "runs">,
): Promise<{ registry: Registry<Snapshot>; review: Review; meaning: ReadMeaning | undefined }> {
  const { dataDir } = config;
  const trainings = trainingCache(join(dataDir, "understanding"), log);
  const built = join(PROJECT, BUILD_FOLDER, LEARNT_FOLDER);
  const shipped = trainingCache(built, log);
  const aside = oneJobAtATime();
  const prepare = preparing(trainings, shipped, aside, log);
  const review = openReview({
    policy: config.diffPolicy,
    lints: config.lint === "background",
    aside,
    recorded: () => runs.utterances(MOST_REPLAYED),
    // What was found in a catalogue is the same for every start on this machine.
    kept: findingsCache(
      sharedFiles(join(dataDir, "understanding"), built, "findings", log),
      LINTER,
    ),
    learnt: ({ digest }) => {
      const { catalogue, understanding } = registry.current();
      return catalogue.digest === digest ? understanding.training() : undefined;
    },
    log,
  });
  const calibration = openCalibration({
    keep: (digest, training) => trainings.write(digest, trainingBytes(training)),
    aside,
    log,
  });
  const meaning = await openMeaningTier(config.encoder, aside, log);
  const approvals =
    config.changePolicy === "accept"
      ? undefined
      : openApprovals(await openApprovedManifests(join(dataDir, "approved-manifests"), log), log);
  const source = openManifestSource();
  ends.defer(() => source.close());
  const registry = await openRegistry({
    bootstrap: config.bootstrap,
    registered: join(dataDir, "registered-domains.json"),
    promoted: await openPromotedExamples(config.promoted),
    env: process.env,
    source,
    log,
    prepare: async (candidate, before) => {
      const snapshot = await prepare(candidate, before);
      await review.admit(candidate, before);
      return snapshot;
    },
    objectionTo: review.objectionTo,
    clashOf: followupClash,
    admitted: admittedCache(filesByDigest(join(dataDir, "understanding"), "admitted", log), madeBy),
    approvals,
    onChange: (now, before) => {
      review.onChange(now.catalogue, before.catalogue);
      calibration.onChange(now.snapshot);
      meaning?.onChange(now.snapshot);
    },
  });
  ends.defer(() => registry.close());
  // They end first: the registry's end waits for what is being prepared, and no comparison is worth that.
  ends.defer(() => calibration.close());
  ends.defer(() => meaning?.close());
  ends.defer(() => review.close());
  return { registry, review, meaning: meaning?.read };
}

/** Only who names an encoder loads one. Errors: EncoderError */
async function openMeaningTier(
  setting: Opening["config"]["encoder"],
  aside: JobRunner,
  log: JsonLog,
): Promise<Meaning | undefined> {
  if (setting === undefined) return undefined;
  const [{ openEncoder }, { openMeaning }] = await Promise.all([
    import("../adapters/sentence-encoder/open-encoder.ts"),
    import("../quality/review/open-meaning.ts"),
  ]);
  return openMeaning({ encoder: await openEncoder(setting), aside, log });
}

/**
 * What requests need of a catalogue; what one start learns, the next one only reads. `shipped` is what the build has
 * learnt from the manifests that a start begins with.
 */
const preparing =
  ({ read, write }: TrainingCache, shipped: TrainingCache, aside: JobRunner, log: JsonLog) =>
  async (catalogue: Catalogue, before: Catalogue): Promise<Snapshot> => {
    const kept = (await read(catalogue.digest)) ?? (await shipped.read(catalogue.digest));
    const known = kept && trainingIn(kept);
    const training = known ?? (await learnInBackground(catalogue, before, { aside, log }));
    const understanding = buildUnderstanding(catalogue, training);
    if (known === undefined || !understanding.warm)
      await write(catalogue.digest, trainingBytes(understanding.training()));
    return { catalogue, understanding };
  };
