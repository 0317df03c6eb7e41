import { parentPort, workerData } from "node:worker_threads";
import { evaluator } from "./evaluator.ts";
import type { Evaluated, Part } from "./parts-of.ts";

// One of the threads that share the parts of an evaluation; evaluate-in-threads.ts starts it.

const doPart = evaluator(workerData as Evaluated);
// A part that fails ends the thread, and so is told to who started it.
parentPort?.on("message", (part: Part) => {
  void doPart(part).then((done) => parentPort?.postMessage(done));
});
