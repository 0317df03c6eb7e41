import { expect, it } from "vitest";
import { randomId, sleep } from "./system-clock.ts";

it("an id says its kind, and no two are the same, however many are made", () => {
  const ids = Array.from({ length: 1000 }, () => randomId("run"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^run_[0-9a-z]+_[A-Za-z0-9_-]{16}$/);
});

it("sleep ends by itself", async () => {
  await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

it("a sleep of a year has not ended after a moment", async () => {
  const stopper = new AbortController();
  const sleeping = sleep(365 * 24 * 60 * 60 * 1000, stopper.signal);
  setTimeout(() => stopper.abort("still asleep"), 20);
  await expect(sleeping).rejects.toBe("still asleep");
});

it("sleep rejects with the signal's reason, also when it has fired before", async () => {
  const stopper = new AbortController();
  const sleeping = sleep(60_000, stopper.signal);
  stopper.abort("over");
  await expect(sleeping).rejects.toBe("over");
  await expect(sleep(60_000, stopper.signal)).rejects.toBe("over");
});
