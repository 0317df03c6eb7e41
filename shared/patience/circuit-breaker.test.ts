import { expect, it } from "vitest";
import { type CallEnd, circuitBreaker } from "./circuit-breaker.ts";

function tested() {
  let now = 0;
  const settings = { failures: 5, rest: { firstMs: 500, mostMs: 5000 } };
  const breaker = circuitBreaker(settings, { monotonic: () => now });
  const call = (how: CallEnd): number => {
    const rest = breaker.enter();
    if (rest === 0) breaker.end(how);
    return rest;
  };
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) call("failed");
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { breaker, call, fail, pass };
}

it("opens after so many failures in a row, and begins to count again with every answer", () => {
  const { breaker, call, fail } = tested();
  fail(4);
  expect([call("answered"), breaker.state]).toEqual([0, "closed"]);
  fail(5);
  expect([call("answered") > 0, breaker.state]).toEqual([true, "open"]);
});

it("does not count what was stopped here", () => {
  const { call, fail } = tested();
  fail(4);
  for (let time = 0; time < 50; time += 1) call("nothing");
  expect(call("answered")).toBe(0);
});

it("lets one call look whether the other side is back, and all others once it is", () => {
  const { breaker, call, fail, pass } = tested();
  fail(5);
  pass(500);
  expect(breaker.enter()).toBe(0);
  expect([breaker.state, breaker.enter() > 0]).toEqual(["half_open", true]);
  breaker.end("answered");
  expect([call("answered"), breaker.state]).toEqual([0, "closed"]);
});

it("lets the next one look where the first was stopped", () => {
  const { breaker, fail, pass } = tested();
  fail(5);
  pass(500);
  breaker.enter();
  breaker.end("nothing");
  expect([breaker.state, breaker.enter()]).toEqual(["open", 0]);
});

it("rests twice as long each time, and never longer than the longest", () => {
  const { call, fail, pass } = tested();
  fail(5);
  const rests: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    const rest = call("answered");
    rests.push(rest);
    pass(rest);
    fail(1);
  }
  expect(rests).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

it("does not rest longer for calls that were under way when it opened", () => {
  const { breaker, call, pass } = tested();
  for (let time = 0; time < 64; time += 1) breaker.enter();
  for (let time = 0; time < 64; time += 1) breaker.end("failed");
  expect(call("answered")).toBe(500);
  pass(500);
  expect(call("answered")).toBe(0);
});
