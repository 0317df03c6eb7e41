import { parentPort, workerData } from "node:worker_threads";

/** Says what it is given, and then does what it is told to. */
const { says, does } = workerData as { says?: string; does?: string };
if (says !== undefined) parentPort?.postMessage(says);
if (does === "throw") throw new TypeError("lost itself");
if (does === "reject") await Promise.reject(new Error("could not be made"));
if (does === "recurse") recurse(0);
if (does === "hoard") for (const all: unknown[] = []; ; ) all.push(new Array(10_000).fill(all));
if (does === "spin") for (;;);

function recurse(depth: number): number {
  return recurse(depth + 1) + 1;
}
