import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Evaluated, type Part, type PartDone, partsOf } from "./parts-of.ts";

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
export async function evaluateInThreads(
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
