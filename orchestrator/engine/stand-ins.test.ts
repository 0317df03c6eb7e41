import { expect, it } from "vitest";
import type { Effect } from "#shared/contracts/capability.ts";
import { type DomainCall, DomainCallError } from "../ports/domain-client.ts";
import { withStandIns } from "./stand-ins.ts";

const STAND_INS = [
  { domain: "mirror", capability: "read_sky", isPreferred: false },
  { domain: "best", capability: "get_forecast", isPreferred: true },
];

/** A client whose domains fail with what is said here, and answer otherwise. */
function open({
  fails = {},
  says = {},
  away = [],
  effect = "read",
  standIns = STAND_INS,
}: {
  fails?: Record<string, DomainCallError["fault"]>;
  /** What domains say that they could not do it with. */
  says?: Record<string, string>;
  away?: string[];
  effect?: Effect;
  standIns?: typeof STAND_INS;
}) {
  const asked: DomainCall[] = [];
  const client = withStandIns(
    {
      async call(call) {
        asked.push(call);
        const fault = fails[call.domain];
        if (fault !== undefined) throw new DomainCallError(call.domain, fault, "no", true);
        const failure = says[call.domain];
        const rest = { result: null, confidence: 1, metadata: { kept: true } };
        return failure === undefined
          ? { status: "success", explanation: call.domain, ...rest }
          : { status: "failure", explanation: failure, ...rest };
      },
    },
    {
      standInsFor: () => standIns,
      isAway: (domain) => away.includes(domain),
      effectOf: () => effect,
      clock: { now: () => 0, monotonic: () => 0 },
    },
  );
  const call = (attempt = 1) =>
    client.call({
      domain: "weather",
      version: "1.0.0",
      request: {
        intent: {
          ...{ domain: "weather", capability: "get_forecast", parameters: { city: "Recife" } },
          ...{ confidence: 1, original_query: "" },
        },
        context: {
          ...{ session_id: "s", user_id: "ana", locale: "en", timezone: "UTC", run_id: "r" },
          ...{ step_id: "1", attempt, deadline_at: 5000, dry_run: false },
        },
      },
      idempotencyKey: "r:1",
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
  return { call, domains: () => asked.map(({ domain }) => domain), asked };
}

it("where no one stands in, the domain is asked as it is", async () => {
  const { call, domains } = open({ standIns: [] });
  expect((await call()).metadata).toEqual({ kept: true });
  expect(domains()).toEqual(["weather"]);
});

it("who is preferred is asked first, under its own name, and the answer says who gave it", async () => {
  const { call, asked } = open({});
  expect((await call()).metadata).toEqual({ kept: true, provided_by: "best" });
  const [first] = asked;
  expect(first?.request.intent).toMatchObject({ domain: "best", parameters: { city: "Recife" } });
  expect(first).not.toHaveProperty("version");
});

it.each<[string, Parameters<typeof open>[0], string[]]>([
  ["a read that failed is asked of the next", { fails: { best: "timeout" } }, ["best", "weather"]],
  [
    "and of the one after it",
    { fails: { best: "unreachable", weather: "contract" } },
    ["best", "weather", "mirror"],
  ],
  [
    "also where it failed in the domain's own words",
    { says: { best: "The service is away." } },
    ["best", "weather"],
  ],
  ["who is away is asked last", { away: ["best", "weather"] }, ["mirror"]],
  ["an effect goes to one alone", { effect: "external" }, ["best"]],
])("%s", async (_what, given, domains) => {
  const { call, domains: asked } = open(given);
  await call();
  expect(asked()).toEqual(domains);
});

it("an effect that failed, or whose domain is down, goes nowhere else", async () => {
  const { call, domains } = open({ effect: "write", fails: { best: "timeout" }, away: ["best"] });
  await expect(call()).rejects.toMatchObject({ domain: "best" });
  await expect(call(2)).rejects.toMatchObject({ domain: "best" });
  expect(domains()).toEqual(["best", "best"]);
});

it("each further attempt of a read begins with another one", async () => {
  const { call, domains } = open({});
  for (const attempt of [1, 2, 3, 4]) await call(attempt);
  expect(domains()).toEqual(["best", "weather", "mirror", "best"]);
});

it("where all fail, the words of the first domain that has some are told", async () => {
  const { call, domains } = open({
    fails: { best: "timeout" },
    says: { weather: "There is no such town.", mirror: "I am closed." },
  });
  expect(await call()).toMatchObject({ status: "failure", explanation: "There is no such town." });
  expect(domains()).toEqual(["best", "weather", "mirror"]);
});

it("an effect that failed in the domain's own words goes nowhere else", async () => {
  const { call, domains } = open({ effect: "write", says: { best: "It is full." } });
  expect(await call()).toMatchObject({ status: "failure", explanation: "It is full." });
  expect(domains()).toEqual(["best"]);
});

it("where all fail, what the first one failed with is told; where no one waits, no one else is asked", async () => {
  const all = open({ fails: { best: "timeout", weather: "contract", mirror: "malformed" } });
  await expect(all.call()).rejects.toMatchObject({ domain: "best", fault: "timeout" });
  const stopped = open({ fails: { best: "cancelled" } });
  await expect(stopped.call()).rejects.toMatchObject({ fault: "cancelled" });
  expect(stopped.domains()).toEqual(["best"]);
});
