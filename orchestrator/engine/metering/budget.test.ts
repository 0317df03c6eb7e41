import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../ports/language-model.ts";
import { openBudget, type TokenLimits } from "./budget.ts";

const key = { user_id: "ana", session_id: "s", run_id: "r" };
/** 100 tokens at most: 10 by estimate, 90 to be written. */
const request: ModelRequest = {
  size: "fast",
  system: [{ text: "x".repeat(15) }],
  messages: [{ role: "user", text: "x".repeat(15) }],
  maxTokens: 90,
  timeoutMs: 1000,
  maxCalls: 1,
  signal: new AbortController().signal,
};
const none = { run: 0, session: 0, user_day: 0, day: 0 };
const budget = (limits: TokenLimits, spent = none) => openBudget(limits, async () => spent);

describe("a request to a model", () => {
  it("is free without limits, and no one is asked what was spent", async () => {
    const open = openBudget({}, () => Promise.reject(new Error("asked")));
    await expect(open.admit(key, request)).resolves.toBeTruthy();
  });

  it.each<[keyof TokenLimits, string]>([
    ["run", "the run's limit of 1000 tokens is used up"],
    ["session", "the session's limit of 1000 tokens is used up"],
    ["user_day", "the user's limit for a day of 1000 tokens is used up"],
    ["day", "everyone's limit for a day of 1000 tokens is used up"],
  ])("is refused where it might exceed the limit of a %s", async (name, said) => {
    const limits = { [name]: 1000 };
    await expect(
      budget(limits, { ...none, [name]: 900 }).admit(key, request),
    ).resolves.toBeTruthy();
    await expect(budget(limits, { ...none, [name]: 901 }).admit(key, request)).rejects.toThrow(
      said,
    );
  });

  it("counts while it is under way, so that two at once cannot both take the last of it", async () => {
    const open = budget({ user_day: 150 });
    const both = await Promise.allSettled([open.admit(key, request), open.admit(key, request)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("of another run leaves this run its own limit", async () => {
    const open = budget({ run: 150 });
    await open.admit({ ...key, run_id: "other" }, request);
    await expect(open.admit(key, request)).resolves.toBeTruthy();
    await expect(open.admit(key, request)).rejects.toThrow("the run's limit");
  });

  it("counts no longer once it is over, nor against others", async () => {
    const open = budget({ user_day: 150 });
    const { done } = await open.admit(key, request);
    await open.admit({ ...key, user_id: "bia" }, request);
    done();
    await expect(open.admit(key, request)).resolves.toBeTruthy();
  });

  it.each([
    // 20 taken before, 100 for the repetition, 90 for the answer that it shows again.
    ["may be repeated where the limit allows what both take", 210, true],
    ["is not repeated where both might exceed it", 209, false],
  ])("%s", async (_what, user_day, expected) => {
    const { again } = await budget({ user_day }).admit(key, request);
    const spent = { llm_calls: 1, tokens_input: 15, tokens_output: 5, tokens_cached: 0 };
    const repeated = again(spent);
    if (expected) await expect(repeated).resolves.toBeUndefined();
    else await expect(repeated).rejects.toThrow("is used up");
  });

  it("leaves others only what its repetition may not take", async () => {
    const open = budget({ user_day: 300 });
    const { again, done } = await open.admit(key, request);
    await again({ llm_calls: 1, tokens_input: 15, tokens_output: 5, tokens_cached: 0 });
    await expect(open.admit(key, request)).rejects.toThrow("is used up");
    done();
    await expect(open.admit(key, request)).resolves.toBeTruthy();
  });
});
