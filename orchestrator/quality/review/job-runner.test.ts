import { expect, it } from "vitest";
import type { Done, Job } from "./job.ts";
import { type JobRunner, oneJobAtATime } from "./job-runner.ts";

const never = new AbortController().signal;
const lint: Job = { do: "lint", manifests: [] };
const calibrate: Job = { do: "calibrate", manifests: [] };
const compare: Job = { do: "compare", before: [], after: [], recorded: [], learnt: [] };

it("a job is done in a process of its own, and given up on demand", async () => {
  const aside = oneJobAtATime();
  await expect(aside(compare, never)).resolves.toMatchObject({ changes: [] });
  const gone = new AbortController();
  const givenUp = aside(compare, gone.signal);
  gone.abort(new Error("the client went away"));
  await expect(givenUp).rejects.toThrow("went away");
});

/** Jobs that end when they are told to, and what has begun. */
function watched() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<unknown>>();
  const carryOut: JobRunner = <J extends Job>(job: J) => {
    begun.push(job.do);
    const end = Promise.withResolvers<unknown>();
    ends.set(job.do, end);
    return end.promise as Promise<Done<J>>;
  };
  return { begun, ends, aside: oneJobAtATime(carryOut) };
}

it("jobs that nobody waits for are done one after the other, whatever becomes of the first", async () => {
  const { begun, ends, aside } = watched();
  const first = aside(calibrate, never);
  const second = aside(lint, never);
  await Promise.resolve();
  expect(begun).toEqual(["calibrate"]);
  ends.get("calibrate")?.reject(new Error("it ended without an answer"));
  await expect(first).rejects.toThrow("without an answer");
  ends.get("lint")?.resolve([]);
  await expect(second).resolves.toEqual([]);
  expect(begun).toEqual(["calibrate", "lint"]);
});

it("what a new manifest waits for is done at once", () => {
  const { begun, aside } = watched();
  void aside(calibrate, never);
  void aside(compare, never);
  expect(begun).toContain("compare");
});

it("what is asked for again and again is done one after the other, and refused beyond a few", async () => {
  const { begun, ends, aside } = watched();
  const judge = { ...{ do: "judge" as const, manifests: [], recorded: [] } } as unknown as Job;
  const all = Array.from({ length: 30 }, () => aside(judge, never));
  const told = Promise.allSettled(all);
  await Promise.resolve();
  expect(begun).toEqual(["judge"]);
  for (let at = 0; at < 8; at++) {
    ends.get("judge")?.resolve([]);
    await all[at];
    await new Promise(setImmediate);
  }
  const refused = (await told).filter(({ status }) => status === "rejected");
  expect(begun).toHaveLength(8);
  expect(refused).toHaveLength(22);
  expect(refused[0]).toMatchObject({ reason: { code: "REVIEW_BUSY" } });
  void aside(compare, never);
  expect(begun).toContain("compare");
});

it("what no one waits for any more is not begun when its turn comes", async () => {
  const gone = new AbortController();
  const { begun, ends, aside } = watched();
  const judge = { ...{ do: "judge" as const, manifests: [], recorded: [] } } as unknown as Job;
  const first = aside(judge, never);
  const second = aside(judge, gone.signal);
  gone.abort(new Error("the client went away"));
  await Promise.resolve();
  ends.get("judge")?.resolve([]);
  await first;
  await expect(second).rejects.toThrow("went away");
  expect(begun).toHaveLength(1);
});
