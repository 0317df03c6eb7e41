import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Log } from "../../ports/log.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { JobRunner } from "./job-runner.ts";

/** Sentences that are learnt in less time than another process takes to begin. */
const FEW_SENTENCES = 300;
const NEVER = new AbortController().signal;

/**
 * What a new catalogue teaches, learnt in another process where that takes long and someone is served meanwhile:
 * thousands of sentences are seconds, in which no one would be answered.
 * Shape: undefined where it is as well learnt here
 */
export async function learnInBackground(
  candidate: Catalogue,
  before: Catalogue,
  { aside, log }: { aside: JobRunner; log: Log },
): Promise<Training | undefined> {
  const isServing = before.manifests.size > 0;
  if (!isServing || sentencesOf(candidate) <= FEW_SENTENCES) return undefined;
  try {
    const manifests = [...candidate.manifests.values()];
    const done = await aside({ do: "learn", manifests }, NEVER);
    return done.did === "learn" ? done.training : undefined;
  } catch (err) {
    log.warn({ err }, "a catalogue is learnt by this process, which answers no requests meanwhile");
    return undefined;
  }
}

const sentencesOf = ({ goals }: Catalogue): number =>
  goals.reduce((sum, { spec: { hints } }) => {
    const written = [
      ...Object.values(hints.examples ?? {}),
      ...Object.values(hints.templates ?? {}),
    ];
    return sum + written.flat().length;
  }, 0);
