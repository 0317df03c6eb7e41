import { expect, it } from "vitest";
import { inEnglish } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import { domainStatus } from "./domain-status.ts";

const isExpected = false;
const place = { name: "weather", url: "http://127.0.0.1:1", manifest: undefined, isOwn: false };

it.each([
  ["does not answer", { isUp: false, problem: "no answer" }, undefined, "down"],
  [
    "is being started",
    { isUp: false, isExpected: true, problem: "no answer yet" },
    undefined,
    "joining",
  ],
  ["waits for its catalogue", { isUp: true, problem: undefined }, undefined, "joining"],
  ["has a manifest that is wrong", { isUp: true, problem: "goals: missing" }, undefined, "refused"],
  [
    "was not taken in",
    { isUp: true, problem: undefined },
    reason("domain_is_there", { name: "weather" }),
    "refused",
  ],
])("a domain that %s is told as it is", (_what, watch, refusal, state) => {
  const status = domainStatus({ place, isExpected, ...watch }, undefined, refusal);
  expect(status).toMatchObject({
    state,
    version: null,
    problem: watch.problem ?? (refusal && inEnglish(refusal)) ?? null,
  });
});
