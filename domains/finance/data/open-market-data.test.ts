import { expect, it } from "vitest";
import { knownSample } from "./known-sample.fixture.ts";
import { type MarketData, ProviderUnavailableError } from "./market-data.ts";
import { ConfigurationError, liveOrSample, openMarketData } from "./open-market-data.ts";

const never = new AbortController().signal;
const sample = knownSample();
const aapl = { symbols: ["AAPL"] };
const MINUTE = 60_000;

/** The sample's figures under another name, which can be cut off. */
function cuttable(start: "up" | "down" | "hanging") {
  const line = { state: start, calls: 0 };
  const live: MarketData = {
    ...sample,
    async quote(input, signal) {
      line.calls += 1;
      if (line.state === "down") throw new ProviderUnavailableError("live", "no connection");
      if (line.state === "hanging")
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        });
      const answer = await sample.quote(input, signal);
      return { ...answer, source: { ...answer.source, provider: "live", sample: false } };
    },
  };
  return { line, live };
}

it("is live while the live one answers", async () => {
  const { live } = cuttable("up");
  const data = liveOrSample(live, sample);
  expect((await data.quote(aapl, never)).source.provider).toBe("live");
});

it("answers from the sample when the live one fails, and does not try it again within the minute", async () => {
  const { live, line } = cuttable("up");
  let clock = 0;
  const changes: [boolean, string | undefined][] = [];
  const data = liveOrSample(live, sample, {
    monotonic: () => clock,
    onChange: (isLive, why) => changes.push([isLive, why?.message]),
  });
  await data.quote(aapl, never);
  line.state = "down";
  expect((await data.quote(aapl, never)).source.provider).toBe("sample");
  const calls = line.calls;
  clock += MINUTE - 1;
  for (let i = 0; i < 5; i += 1) await data.quote(aapl, never);
  expect(line.calls).toBe(calls);
  expect(changes).toEqual([
    [true, undefined],
    [false, 'Market data provider "live" cannot answer: no connection'],
  ]);
});

it("finds its way back to live after a minute, in the background", async () => {
  const { live, line } = cuttable("down");
  let clock = 0;
  let back = () => {};
  const isBack = new Promise<void>((resolve) => {
    back = resolve;
  });
  const data = liveOrSample(live, sample, {
    monotonic: () => clock,
    onChange: (isLive) => {
      if (isLive) back();
    },
  });
  expect((await data.quote(aapl, never)).source.provider).toBe("sample");
  line.state = "up";
  clock += MINUTE;
  expect((await data.quote(aapl, never)).source.provider).toBe("sample");
  await isBack;
  expect((await data.quote(aapl, never)).source.provider).toBe("live");
});

it("a caller that gives up is not the provider's fault", async () => {
  const { live, line } = cuttable("up");
  const data = liveOrSample(live, sample);
  await data.quote(aapl, never);
  line.state = "hanging";
  const giveUp = new AbortController();
  const waiting = data.quote(aapl, giveUp.signal);
  giveUp.abort(new Error("gave up"));
  await expect(waiting).rejects.toThrow("gave up");
  line.state = "up";
  expect((await data.quote(aapl, never)).source.provider).toBe("live");
});

it("a first request beside a network that hangs is answered by the sample", async () => {
  const { live } = cuttable("hanging");
  const data = liveOrSample(live, sample);
  expect((await data.quote(aapl, never)).source.provider).toBe("sample");
});

it.each([
  [undefined, "sample"],
  ["", "sample"],
  ["auto", "sample"],
  ["sample", "sample"],
])("FINANCE_PROVIDER=%s without a network answers from the %s", async (provider, expected) => {
  const fetch = () => Promise.reject(new TypeError("fetch failed"));
  const data = openMarketData(provider, { fetch });
  expect((await data.quote(aapl, never)).source.provider).toBe(expected);
});

it("FINANCE_PROVIDER=yahoo without a network says so", async () => {
  const data = openMarketData("yahoo", {
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  await expect(data.quote(aapl, never)).rejects.toThrow("no connection");
});

it("refuses any other FINANCE_PROVIDER, naming the ones there are", () => {
  expect(() => openMarketData("bloomberg")).toThrow(ConfigurationError);
  expect(() => openMarketData("bloomberg")).toThrow(
    'FINANCE_PROVIDER must be one of auto, yahoo, sample; it is "bloomberg"',
  );
});
