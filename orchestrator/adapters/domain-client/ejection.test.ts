import { expect, it } from "vitest";
import { DomainCallError, type DomainFault } from "../../ports/domain-call-error.ts";
import { ejection } from "./ejection.ts";

const fault = (kind: DomainFault, status?: number) =>
  new DomainCallError("weather", kind, "test", true, status === undefined ? {} : { status });

function tested() {
  let now = 0;
  const door = ejection({ now: () => now, monotonic: () => now });
  const call = (error?: DomainCallError): number => {
    const rest = door.enter();
    if (rest === 0) door.end(error);
    return rest;
  };
  const fail = (times: number, kind: DomainFault = "unreachable", status?: number) => {
    for (let time = 0; time < times; time += 1) call(fault(kind, status));
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { door, call, fail, pass };
}

it.each([
  ["unreachable", undefined],
  ["timeout", undefined],
  ["http_status", 503],
] as const)("leaves a domain alone after five calls in a row that end %s", (kind, status) => {
  const { call, fail, door } = tested();
  fail(4, kind, status);
  expect([call(), door.state]).toEqual([0, "closed"]);
  fail(5, kind, status);
  expect([call() > 0, door.state]).toEqual([true, "open"]);
});

it.each([
  ["contract", undefined],
  ["http_status", 429],
  ["too_large", undefined],
  ["cancelled", undefined],
] as const)("does not count %s against it: it is there", (kind, status) => {
  const { call, fail } = tested();
  fail(50, kind, status);
  expect(call()).toBe(0);
});

it("lets one call look whether it is back, and all others once it is", () => {
  const { call, fail, door, pass } = tested();
  fail(5);
  pass(500);
  expect(door.enter()).toBe(0);
  expect([door.state, door.enter() > 0]).toEqual(["half_open", true]);
  door.end();
  expect([call(), door.state]).toEqual([0, "closed"]);
});

it("rests twice as long each time, and never longer than five seconds", () => {
  const { call, fail, pass } = tested();
  fail(5);
  const rests: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    const rest = call();
    rests.push(rest);
    pass(rest);
    fail(1);
  }
  expect(rests).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

it("does not rest longer for calls that were under way when it was ejected", () => {
  const { call, door, pass } = tested();
  for (let time = 0; time < 64; time += 1) door.enter();
  for (let time = 0; time < 64; time += 1) door.end(fault("timeout"));
  expect(call()).toBe(500);
  pass(500);
  expect(call()).toBe(0);
});
