import { expect, it } from "vitest";
import { doneWithin } from "./done-within.ts";

const never = new Promise<never>(() => undefined);

it("says whether the work was done in time", async () => {
  expect(await doneWithin(Promise.resolve("done"), 60_000)).toBe(true);
  expect(await doneWithin(never, 0)).toBe(false);
});

it("fails as the work does", async () => {
  await expect(doneWithin(Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
});
