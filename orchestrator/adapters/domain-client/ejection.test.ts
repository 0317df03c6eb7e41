import { expect, it } from "vitest";
import { DomainCallError, type DomainFault } from "../../ports/domain-call-error.ts";
import { ejection, endOfCall } from "./ejection.ts";

const clock = { now: () => 0, monotonic: () => 0 };
const fault = (kind: DomainFault, status?: number) =>
  new DomainCallError("weather", kind, "test", true, status === undefined ? {} : { status });

function afterCalls(times: number, error: DomainCallError) {
  const breaker = ejection(clock);
  for (let time = 0; time < times; time += 1)
    if (breaker.enter() === 0) breaker.end(endOfCall(error));
  return breaker.state;
}

it.each([
  ["unreachable", undefined],
  ["timeout", undefined],
  ["http_status", 503],
] as const)("leaves a domain alone after five calls in a row that end %s", (kind, status) => {
  expect(afterCalls(4, fault(kind, status))).toBe("closed");
  expect(afterCalls(5, fault(kind, status))).toBe("open");
});

it.each([
  ["contract", undefined],
  ["http_status", 429],
  ["too_large", undefined],
  ["cancelled", undefined],
] as const)("does not count %s against it: it is there", (kind, status) => {
  expect(afterCalls(50, fault(kind, status))).toBe("closed");
});

it("an answer, and a mistake of our own, are no fault of the domain", () => {
  expect([undefined, new TypeError("ours")].map(endOfCall)).toEqual(["answered", "answered"]);
});
