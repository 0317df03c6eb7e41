import { expect, it } from "vitest";
import { z } from "zod";
import { scriptedShare } from "./sentence.fixture.ts";

const form = {
  purpose: "test",
  system: [{ text: "Say yes." }],
  message: "well?",
  schema: z.strictObject({ yes: z.boolean() }),
  maxTokens: 10,
};

it("three requests in all, whatever they are for", async () => {
  const { share, model } = scriptedShare(() => "no JSON");
  for (let message = 0; message < 4; message++)
    expect((await share.fill(form)).value).toBeUndefined();
  expect(model.asked).toHaveLength(3);
  expect(share.spent().llm_calls).toBe(3);
});

it.each([
  ["8 s of a long message", { deadlineMs: 60_000, leftMs: 60_000 }, 8000],
  ["a third of a short one", { deadlineMs: 9000, leftMs: 9000 }, 3000],
  ["what is left, where that is less", { deadlineMs: 30_000, leftMs: 2500 }, 2500],
])("takes at most %s", async (_what, time, most) => {
  const { share, granted } = scriptedShare(() => ({ yes: true }), time);
  await share.fill(form);
  expect(granted).toEqual([most]);
});

it("its time begins with the first form, and is not given twice", async () => {
  const { share, granted, pass } = scriptedShare(() => ({ yes: true }));
  pass(5000);
  await share.fill(form);
  pass(6000);
  await share.fill(form);
  pass(1900);
  await share.fill(form);
  expect(granted).toEqual([8000, 2000]);
});

it("a mistake of ours is no mistake of the model", async () => {
  const schema = form.schema.refine(() => {
    throw new TypeError("ours");
  });
  const { share } = scriptedShare(() => ({ yes: true }));
  await expect(share.fill({ ...form, schema })).rejects.toThrow("ours");
});
