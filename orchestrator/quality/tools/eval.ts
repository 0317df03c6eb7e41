import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ContractError, faultAt, notJson } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Environment } from "../../config/config.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { asSaidOf } from "../evaluation/as-said.ts";
import { evaluate, gatesOf } from "../evaluation/evaluate.ts";
import { joinInPairs, scoreJoined, understandJoined } from "../evaluation/joined-requests.ts";
import { type Prediction, predict } from "../evaluation/labelled.ts";
import { isExample, sentencesOf } from "../evaluation/manifest-sentences.ts";
import { readPack, readTestRows } from "../evaluation/read-pack.ts";
import { netOf, type SafetyNet } from "../evaluation/safety-net.ts";
import { score } from "../evaluation/score.ts";
import { withTypos } from "../evaluation/variants.ts";
import { bootstrapFile, type FoundManifests, findManifests, sourceOf } from "./find-manifests.ts";
import { keptResults } from "./kept-results.ts";
import {
  type Evaluated,
  hearAll,
  type Part,
  type PartDone,
  partsOf,
  timed,
  usedBytes,
} from "./parts-of.ts";
import type { EvalResult, Speed } from "./results.ts";

export { FEWEST_MIRRORS_RIGHT } from "../evaluation/safety-net.ts";

/** Shots of a pack, as its files are called. */
export const SHOTS = ["k5", "k10", "k20"] as const;
export type Shots = (typeof SHOTS)[number];

/**
 * How well a pack's test sentences are understood from its examples. `predictionsFile` gets what was made
 * of each sentence, a JSON object a line.
 * Errors: ContractError naming the pack's file and field
 */
export async function evaluatePack(
  folder: string,
  shots: Shots,
  predictionsFile: string | undefined,
): Promise<EvalResult> {
  const manifestFile = join(folder, `manifest.${shots}.json`);
  const testFile = join(folder, "test.jsonl");
  const pack = readPack(parsed(await readText(manifestFile), manifestFile), manifestFile);
  const labels = readTestRows(await readText(testFile), pack, testFile);
  const { catalogue, understanding, ...speed } = await load(pack.manifests);
  const examples = sentencesOf(pack.manifests, understanding).filter(isExample);
  const heard = hearAll(understanding, labels, examples);
  if (predictionsFile !== undefined) {
    const packNames = new Map([...pack.goalNames].map(([name, goal]) => [goal, name]));
    const inPack = heard.predictions.map((prediction) => ({
      ...prediction,
      goal: packNames.get(prediction.goal ?? "") ?? null,
    }));
    await writeFile(predictionsFile, asLines(inPack));
  }
  return {
    of: { kind: "pack", name: pack.name, shots },
    goals: catalogue.goals.length,
    examples: examples.length,
    speed: { ...speed, sentence_ms: heard.sentence_ms },
    evaluation: evaluate(labels, heard.predictions, gatesOf(catalogue)),
    joined: scoreJoined(
      joinInPairs(labels).map((joined) => understandJoined(understanding, joined)),
    ),
    typos: score(
      labels,
      withTypos(labels).map((label) => predict(understanding, label)),
    ),
    as_said: null,
    near_misses: null,
    safety: null,
  };
}

/** Enough that a fold leaves out few; a goal with at most so many examples is left out one by one. */
const DEFAULT_FOLDS = 20;

/** As much as ten domains are heard in a quarter of a minute. */
const NET = { variants: 12_000, mirrors: 450, said: 400 };

/**
 * How well the bootstrap file's manifests understand their own examples, each left out in its turn.
 * `onPart` is told after each part.
 * Errors: ContractError for a bootstrap file or manifests that are wrong
 * Cost:   nothing where equal manifests were evaluated before; else `folds` times building the understanding, and about 1 ms for each variant, by all processors
 */
export async function evaluateCatalogue(
  env: Environment,
  options: {
    folds?: number | undefined;
    predictionsFile?: string | undefined;
    onPart?: (done: number, parts: number) => void;
    /** Every form of every example, and not a sample of them. */
    everyVariant?: boolean | undefined;
    /** The folder of what was learnt when the project was built. */
    built?: string;
    /** Not what was found out of equal manifests before. */
    anew?: boolean | undefined;
  },
): Promise<EvalResult> {
  const { found, missing } = await findManifests(bootstrapFile(env), env, "files");
  const manifests = found.map(({ manifest }) => manifest);
  const { evaluations, training } = keptResults(env, options.built);
  const { digest } = buildCatalogue(manifests);
  const of = [digest, options.folds ?? DEFAULT_FOLDS, options.everyVariant === true, missing];
  const isWanted = options.predictionsFile === undefined && options.anew !== true;
  const before = isWanted ? await evaluations.read(of) : undefined;
  // What this very version wrote.
  if (before !== undefined) return { ...(before.result as EvalResult), kept_since: before.at };
  const result = await evaluateNow({ found, missing }, await training(digest), options);
  await evaluations.write(of, new Date().toISOString(), result);
  return result;
}

async function evaluateNow(
  { found, missing }: FoundManifests,
  learnt: Training | undefined,
  options: Parameters<typeof evaluateCatalogue>[1],
): Promise<EvalResult> {
  const manifests = found.map(({ manifest }) => manifest);
  const { catalogue, understanding, ...speed } = await load(manifests, learnt);
  const sentences = sentencesOf(manifests, understanding);
  const folds = options.folds ?? DEFAULT_FOLDS;
  const given = {
    ...{ manifests, folds, training: understanding.training(), ...NET },
    ...(options.everyVariant === true && { variants: Infinity }),
  };
  const parts = await evaluateInThreads(given, options.onPart);
  const done = parts.filter((part) => part.did === "fold");
  const predictions = done.flatMap((part) => part.predictions);
  if (options.predictionsFile !== undefined)
    await writeFile(options.predictionsFile, asLines(predictions));
  const examples = sentences.filter(isExample);
  const nearMisses = sentences.filter((sentence) => !isExample(sentence) && sentence.goal === null);
  const kinds = Map.groupBy(examples, ({ of, locale }) => `${of} ${locale}`);
  return {
    of: {
      kind: "catalogue",
      manifests: found.map(sourceOf),
      missing,
      folds,
      exact: [...kinds.values()].every(({ length }) => length <= folds),
    },
    goals: catalogue.goals.length,
    examples: examples.length,
    speed: { ...speed, sentence_ms: sentenceMsIn(parts) },
    evaluation: evaluate(examples, predictions, gatesOf(catalogue)),
    as_said: asSaidOf(done.flatMap((part) => part.asSaid)),
    joined: scoreJoined(done.flatMap((part) => part.joined)),
    typos: score(
      examples,
      done.flatMap((part) => part.withTypos),
    ),
    near_misses: { sentences: nearMisses.length, gates: score(nearMisses, predictions).gates },
    safety: safetyIn(parts),
  };
}

/** A thread that has heard thousands is asked: nothing of what is measured is the compiler's. */
const sentenceMsIn = (parts: readonly PartDone[]): Speed["sentence_ms"] =>
  parts.find((part) => part.did === "times")?.sentence_ms ?? { p50: 0, p99: 0 };

function safetyIn(parts: readonly PartDone[]): SafetyNet | null {
  const mirrors = parts.find((part) => part.did === "mirrors")?.mirrors;
  const heard = parts.flatMap((part) => (part.did === "variants" ? part.heard : []));
  return mirrors === undefined ? null : netOf(heard, mirrors);
}

/** `learnt` spares the calibration; how long a start takes is measured without it. */
async function load(
  manifests: readonly Manifest[],
  learnt?: Training,
): Promise<
  Pick<Speed, "load_ms" | "memory_mb"> & { catalogue: Catalogue; understanding: Understanding }
> {
  const before = await usedBytes();
  const { value, ms } = timed(() => {
    const catalogue = buildCatalogue(manifests);
    return { catalogue, understanding: buildUnderstanding(catalogue) };
  });
  const bytes = (await usedBytes()) - before;
  value.understanding.calibrate(learnt?.confidence == null ? undefined : learnt);
  const training = value.understanding.training();
  const { ms: warm } = timed(() => buildUnderstanding(value.catalogue, training));
  return { ...value, load_ms: { cold: ms, warm }, memory_mb: bytes / 1024 / 1024 };
}

const asLines = (predictions: readonly Prediction[]): string =>
  predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join("");

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new ContractError(file, [faultAt("", reason("pack_unreadable"))], { cause });
  });
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ContractError(file, [notJson(cause)], { cause });
  }
}

/** What a training makes and throws away is mostly young: with little room for it, a fifth of the time goes into collecting it. */
const ROOM = { maxYoungGenerationSizeMb: 128 };

/** A thread begins in the time in which another one has done so many goals. */
const GOALS_WORTH_A_THREAD = 10;

/**
 * All parts of an evaluation, by as many threads as there are processors, and as its goals are worth; each takes the next
 * part when it is done.
 * Shape:  what became of the parts, in their order, however many threads there are
 * Errors: rejects with what a thread threw
 */
async function evaluateInThreads(
  given: Evaluated,
  onPart: (done: number, parts: number) => void = () => undefined,
): Promise<PartDone[]> {
  const parts = partsOf(given);
  const done: PartDone[] = [];
  const rest = parts.entries();
  let count = 0;
  const work = async () => {
    const file = new URL("./evaluation-thread.ts", import.meta.url);
    const thread = new Worker(file, { workerData: given, resourceLimits: ROOM });
    try {
      for (const [at, part] of rest) {
        done[at] = await doIn(thread, part);
        onPart(++count, parts.length);
      }
    } finally {
      await thread.terminate();
    }
  };
  const goals = given.manifests.reduce((sum, manifest) => sum + manifest.goals.length, 0);
  const threads = Math.min(availableParallelism(), Math.ceil(goals / GOALS_WORTH_A_THREAD) || 1);
  await Promise.all(Array.from({ length: threads }, work));
  return done;
}

async function doIn(thread: Worker, part: Part): Promise<PartDone> {
  const answered = once(thread, "message");
  thread.postMessage(part);
  const [said] = (await answered) as [PartDone];
  return said;
}
