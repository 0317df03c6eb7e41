import type { Job } from "./job.ts";
import { doJob } from "./jobs.ts";

// One job, one process: what it took is given back when it is done. Without its parent it is of no use.
process.once("disconnect", () => process.exit());
process.once("message", (job) => {
  process.send?.({ done: doJob(job as Job) }, () => process.disconnect());
});
