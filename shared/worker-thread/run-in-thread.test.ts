import { expect, it } from "vitest";
import { runInThread } from "./run-in-thread.ts";

const worker = new URL("odd-worker.fixture.ts", import.meta.url);
const never = new AbortController().signal;
const patient = runInThread<object, string>(worker, { timeoutMs: 20_000, memoryMb: 16 });
const hasty = runInThread<object, string>(worker, { timeoutMs: 500, memoryMb: 16 });

it.each([
  ["what it said", patient, { says: "done" }, "done"],
  ["nothing where it said nothing", patient, {}, undefined],
  ["what it said before it lost itself", patient, { says: "half", does: "throw" }, "half"],
  ["what it said before its time was up", hasty, { says: "half", does: "spin" }, "half"],
  ["nothing where its time was up", hasty, { does: "spin" }, undefined],
  ["nothing where the stack was too small", patient, { does: "recurse" }, undefined],
  ["nothing where the memory was too small", patient, { does: "hoard" }, undefined],
])("gives %s", async (_what, run, data, expected) => {
  expect(await run(data, never)).toBe(expected);
});

it.each([
  ["that throws", { does: "throw" }, "lost itself"],
  ["that rejects", { does: "reject" }, "could not be made"],
  ["that cannot be given its data", { says: () => "no" }, "could not be cloned"],
])("rejects for a thread %s, and the next one runs", async (_what, data, message) => {
  const [failed, next] = await Promise.allSettled([
    patient(data, never),
    patient({ says: "next" }, never),
  ]);
  expect(failed.status === "rejected" ? String(failed.reason) : "").toContain(message);
  expect(next).toEqual({ status: "fulfilled", value: "next" });
});

it("rejects where there is no such file, each time", async () => {
  const lost = runInThread<object, string>(new URL("no-such-worker.ts", import.meta.url), {
    timeoutMs: 20_000,
    memoryMb: 16,
  });
  for (const _time of [1, 2]) await expect(lost({}, never)).rejects.toThrow("no-such-worker");
});

it("begins nothing that no one waits for", async () => {
  const gone = AbortSignal.abort();
  expect(await patient({ says: "late" }, gone)).toBeUndefined();
});
