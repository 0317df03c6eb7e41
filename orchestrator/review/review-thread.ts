import { parentPort, workerData } from "node:worker_threads";
import { doJob, type Job } from "./jobs.ts";

// One job, one thread: what it took is given back when it is done.
parentPort?.postMessage(doJob(workerData as Job));
