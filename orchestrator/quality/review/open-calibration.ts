import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Log } from "../../ports/log.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
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
    return await aside({ do: "learn", manifests }, NEVER);
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

export type CalibrationDeps = {
  /** Keeps what was found out, for the next start. */
  keep: (digest: string, training: Training) => Promise<void>;
  aside: JobRunner;
  log: Log;
  /** Milliseconds between a change and the look at it: several domains that come up together are one change. */
  settleMs?: number;
};

/** Calibration beside a running orchestrator; until it is done, the general prior says how certain things are. */
export type Calibration = {
  /** A catalogue came into force. */
  onChange(now: Snapshot): void;
  close(): void;
};

const SETTLE_MS = 1000;

export function openCalibration({
  keep,
  aside,
  log,
  settleMs = SETTLE_MS,
}: CalibrationDeps): Calibration {
  let underWay = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function calibrate(
    { catalogue, understanding }: Snapshot,
    signal: AbortSignal,
  ): Promise<void> {
    if (understanding.training().confidence !== null) return;
    const manifests = [...catalogue.manifests.values()];
    const training = await aside({ do: "calibrate", manifests }, signal);
    understanding.calibrate(training);
    await keep(catalogue.digest, training);
    log.info({ goals: catalogue.goals.length }, "confidences go by the manifests' own sentences");
  }

  const stop = () => {
    clearTimeout(timer);
    underWay.abort(new Error("the manifests changed"));
  };
  return {
    onChange(now) {
      stop();
      if (now.catalogue.goals.length === 0) return;
      const mine = new AbortController();
      underWay = mine;
      timer = setTimeout(() => {
        calibrate(now, mine.signal).catch((err: unknown) => {
          if (!mine.signal.aborted) log.error({ err }, "the understanding could not be calibrated");
        });
      }, settleMs).unref();
    },
    close: stop,
  };
}
