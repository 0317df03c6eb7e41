import { fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority } from "node:os";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import { type Done, type Job, ReviewBusyError } from "./job.ts";

/** Behind everything that someone waits for; 0 is as urgent as the rest. */
const NICE = 10;

const UNHURRIED = new Set<Job["do"]>(["lint", "calibrate", "meaning", "evaluate"]);
/** An operator waits for it, and asks as often as they like. */
const ASKED_FOR = new Set<Job["do"]>(["try", "judge"]);
/** Of those; each takes up to 300 MB and seconds of a processor. */
const MOST_ASKED_FOR = 8;

/** Does a job beside the running orchestrator; see doAside. Rejects with ReviewBusyError where too many are asked for. */
export type JobRunner = <J extends Job>(job: J, signal: AbortSignal) => Promise<Done<J>>;

/**
 * Jobs that no one waits for, one after the other, so that only one of them takes memory and a processor. Those that are
 * asked for have a line of their own, so that one at most is done beside them. What a new manifest waits for is done at once.
 */
export function oneJobAtATime(carryOut: JobRunner = runJob): JobRunner {
  const unhurried = oneAfterAnother();
  const askedFor = shortLine();
  return (job, signal) => {
    const work = async () => {
      signal.throwIfAborted();
      return carryOut(job, signal);
    };
    if (UNHURRIED.has(job.do)) return unhurried(work);
    return ASKED_FOR.has(job.do) ? askedFor(work) : work();
  };
}

/** One after another, of which only a few may wait. */
function shortLine(): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = oneAfterAnother();
  let open = 0;
  return async (work) => {
    if (open >= MOST_ASKED_FOR) throw new ReviewBusyError();
    open += 1;
    try {
      return await inTurn(work);
    } finally {
      open -= 1;
    }
  };
}

/** For what no one waits for: a third of the memory (100 MB for 300) for 1.4 times the time. */
const FRUGAL = ["--max-semi-space-size=4", "--optimize-for-size"];

/**
 * Do a job in a process of its own: requests go on undisturbed, and its memory, which a thread of ours would
 * keep, is given back.
 * Errors: rejects when the process ends without an answer, and with the signal's reason when it is given up
 * Cost:   about 0.5 s and 100 MB with an unhurried job, for as long as it takes; up to 300 MB with one that someone
 *         waits for, such as a new domain that is to be understood
 */
export function runJob<J extends Job>(job: J, signal: AbortSignal, nice = NICE): Promise<Done<J>> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((done, failed) => {
    const compiled = getCompileCacheDir();
    const isUnhurried = UNHURRIED.has(job.do);
    const child = fork(new URL("./review-process.ts", import.meta.url), {
      // It needs none of our secrets.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: isUnhurried ? FRUGAL : [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let told = "";
    child.stderr?.on("data", (text: Buffer) => {
      told = (told + text.toString()).slice(-MOST_TOLD);
    });
    if (isUnhurried) setNice(child.pid, nice);
    // A process that wants to end does not wait for it.
    child.unref();
    child.channel?.unref();
    const giveUp = () => {
      child.kill("SIGKILL");
      failed(signal.reason as Error);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    child.once("message", (said) => done((said as { done: Done<J> }).done));
    child.once("error", failed);
    child.once("exit", (code, killedBy) => {
      signal.removeEventListener("abort", giveUp);
      failed(new Error(`the review ended with ${killedBy ?? code}: ${told.trim()}`));
    });
    child.send(job);
  });
}

const MOST_TOLD = 2000;

/** Where the system lets us; it is a courtesy. */
function setNice(pid: number | undefined, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice);
  } catch {
    // It goes on as everything else does.
  }
}
