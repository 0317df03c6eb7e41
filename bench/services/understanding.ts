import { buildCatalogue } from "../../orchestrator/catalogue/registry/build-catalogue.ts";
import { timed, usedBytes } from "../../orchestrator/quality/tools/parts-of.ts";
import { trainingBytes, trainingIn } from "../../orchestrator/understanding/classifier/training.ts";
import { buildUnderstanding } from "../../orchestrator/understanding/understand.ts";
import { nearestByHand } from "../floor-of-understanding.ts";
import { inventCatalogue } from "../invented-catalogue.ts";
import { percentile } from "../measure.ts";

// One catalogue in a process of its own, so that no one else's code is warm and no one else's memory counted.

/** Milliseconds, microseconds a sentence, and megabytes. */
export type Understood = {
  cold: number;
  warm: number;
  memory: number;
  p50: number;
  p99: number;
  floorP50: number;
};

const SENTENCES = 500;
const WARM_LOADS = 3;

const [goals = 0, examples = 0] = process.argv.slice(2).map(Number);
const { manifests, sentences } = inventCatalogue(goals, examples, 2 * SENTENCES);
const catalogue = buildCatalogue(manifests);
const before = await usedBytes();
const { value: understanding, ms: cold } = timed(() => buildUnderstanding(catalogue));
const memory = ((await usedBytes()) - before) / 1e6;
const kept = trainingBytes(understanding.training());
const warm = Array.from(
  { length: WARM_LOADS },
  () => timed(() => buildUnderstanding(catalogue, trainingIn(kept))).ms,
);
const nearest = nearestByHand(manifests);
// The first half is only for the compiler.
const timesOf = (hear: (text: string) => unknown) =>
  sentences.map((text) => timed(() => hear(text)).ms * 1000).slice(SENTENCES);
const ours = timesOf((text) => understanding.understand(text, { lastFrame: null }));
const floor = timesOf(nearest);
process.send?.({
  cold,
  warm: Math.min(...warm),
  memory,
  p50: percentile(ours, 0.5),
  p99: percentile(ours, 0.99),
  floorP50: percentile(floor, 0.5),
} satisfies Understood);
process.disconnect();
