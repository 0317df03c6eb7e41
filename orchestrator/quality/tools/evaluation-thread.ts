import { parentPort, workerData } from "node:worker_threads";
import { type Evaluated, evaluator, type Part } from "./evaluation-parts.ts";

// One of the threads that share the parts of an evaluation; in-threads.ts starts it.

const doPart = evaluator(workerData as Evaluated);
parentPort?.on("message", (part: Part) => parentPort?.postMessage(doPart(part)));
