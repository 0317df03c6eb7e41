import { describe, expect, it } from "vitest";
import { DomainCallError } from "../ports/domain-call-error.ts";
import { engineRun, says, statuses } from "./run-plan.fixture.ts";

describe("a plan that has begun", () => {
  const acts = { policy: { effect: "write" as const, repeat: "once" as const } };
  const busy = (fault: "busy" | "ejected") =>
    new DomainCallError("weather", fault, "has no room", false, { retryAfterMs: 1000 });

  it.each(["busy", "ejected"] as const)(
    "waits, as long as there is time, for a domain that is %s; one that has not begun is told at once",
    async (fault) => {
      let refused = 0;
      const full = () => (refused++ < 3 ? busy(fault) : says("b"));
      const begun = engineRun({ a: acts, b: { ...acts, after: ["a"] } }, { b: full });
      for (let wait = 0; wait < 3; wait++) await begun.time.advance(1000);
      expect(statuses(await begun.outcome)).toEqual({ a: "success", b: "success" });
      const rooms = begun.calls.map(({ step, attempt, roomMs }) => [step.id, attempt, roomMs]);
      expect(rooms).toEqual([
        ["a", 1, undefined],
        ["b", 1, 10_000],
        ["b", 1, 9000],
        ["b", 1, 8000],
        ["b", 1, 7000],
      ]);
      const fresh = engineRun({ a: acts }, { a: () => busy(fault) });
      expect(statuses(await fresh.outcome)).toEqual({ a: "failure" });
    },
  );

  it("is told in time where there is never room", async () => {
    const { outcome, time } = engineRun(
      { a: acts, b: { ...acts, after: ["a"] } },
      { b: () => busy("busy") },
    );
    for (let wait = 0; wait < 11; wait++) await time.advance(1000);
    expect(statuses(await outcome)).toEqual({ a: "success", b: "failure" });
  });
});
