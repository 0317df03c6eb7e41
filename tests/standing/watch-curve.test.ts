import { expect, it } from "vitest";
import type { WatchState } from "#shared/contracts/schedule.ts";
import { type Observation, observe, withSeen } from "../../orchestrator/standing/observe.ts";
import { howMuch } from "../how-much.ts";

const watch = (changes: Partial<WatchState> = {}): WatchState => ({
  domain: "world",
  goal: "LOOK",
  entities: {},
  value: "price",
  comparison: { is: "above", value: 40 },
  base: null,
  seen: [],
  base_day: null,
  band_percent: 1,
  again: true,
  armed: true,
  last: null,
  fresh: null,
  source: null,
  every_ms: 60_000,
  ...changes,
});

const seen = (value: number, changes: Partial<Observation> = {}): Observation => ({
  value,
  fresh: null,
  source: "a",
  isSample: false,
  day: "2026-11-18",
  ...changes,
});

/** How often a watch fires on some values, one after the other. */
function firings(state: WatchState, looks: readonly (Observation | undefined)[]): number[] {
  const fired: number[] = [];
  let now = state;
  for (const [at, look] of looks.entries()) {
    const result = observe(now, look);
    // What is kept is read back by the next process.
    now = JSON.parse(JSON.stringify(result.watch)) as WatchState;
    if (result.fires) fired.push(at);
  }
  return fired;
}

it.each([
  ["outside", [35, 41, 42, 35, 29], [1, 4]],
  ["outside", [35, 40.2, 39.95, 40.2, 35, 40.2], [1, 5]],
  ["inside", [50, 35, 40.1, 39, 50, 31], [1, 5]],
] as const)(
  "a band fires when the value goes %s of it, and again once it was back: %s",
  (is, values, expected) => {
    const comparison = { is, value: 30, upper: 40 };
    const looks = values.map((value) => seen(value));
    expect(firings(watch({ comparison }), looks)).toEqual(expected);
  },
);

it.each([
  ["fires on the first value over the threshold after one under it", [39, 40, 40.1, 41], [2]],
  [
    "does not fire where it was over it from the beginning, but the next time",
    [41, 42, 39, 41],
    [3],
  ],
  [
    "noise at the threshold does not fire again within the band",
    [39, 40.1, 39.9, 40.1, 39.8, 40.2],
    [1],
  ],
  ["fires again once it was back beyond the band", [39, 40.1, 39.5, 40.1], [1, 3]],
])("%s", (_habit, values, expected) => {
  expect(
    firings(
      watch(),
      values.map((value) => seen(value)),
    ),
  ).toEqual(expected);
});

it("a look that failed, stale and invented data, and the first of another source are no observations", () => {
  const stale = { fresh: "10:00" };
  expect(firings(watch(), [seen(39), undefined, seen(41, { isSample: true }), seen(39)])).toEqual(
    [],
  );
  expect(
    firings(watch(), [seen(39, stale), seen(41, stale), seen(41, { fresh: "10:05" })]),
  ).toEqual([2]);
  expect(
    firings(watch(), [seen(39), seen(41, { source: "b" }), seen(41, { source: "b" })]),
  ).toEqual([2]);
});

it("since when nothing is seen, and why, is kept; a day of failures is told once", () => {
  const HOUR = 3_600_000;
  let now = watch({ last: 39, source: "a", fresh: "10:00" });
  const look = (hours: number, what: Observation | undefined) => {
    const result = withSeen(observe(now, what), hours * HOUR);
    now = result.watch;
    return [now.unseen?.why, now.unseen?.since, result.isBlind];
  };
  expect(look(1, seen(39, { fresh: "10:00" }))).toEqual(["stale", HOUR, false]);
  expect(look(2, undefined)).toEqual(["failed", 2 * HOUR, false]);
  expect(look(25, undefined)).toEqual(["failed", 2 * HOUR, false]);
  expect(look(26, undefined)).toEqual(["failed", 2 * HOUR, true]);
  expect(look(27, undefined)).toEqual(["failed", 2 * HOUR, false]);
  expect(look(28, seen(39.2, { fresh: "14:00" }))).toEqual([undefined, undefined, false]);
  expect(now.seen).toEqual([[28 * HOUR, 39.2]]);
});

it.each([
  [
    "falls by 5 % since it was made",
    { is: "falls", percent: 5, since: "now" },
    [100, 96, 95, 94],
    [2],
  ],
  ["a daily change of 3 %", { is: "rises", percent: 3, since: "day" }, [1, 2.9, 3, 3.5], [2]],
  [
    "moves by 2 % either way, and from there again",
    { is: "moves", percent: 2, since: "now" },
    [100, 98, 98.5, 100],
    [1, 3],
  ],
  ["reaches a value from above", { is: "reaches", value: 30 }, [33, 31, 30], [2]],
  ["changes", { is: "changes" }, [1, 1, 2, 2, 3], [2, 4]],
] as const)("%s", (_habit, comparison, values, expected) => {
  expect(
    firings(
      watch({ comparison }),
      values.map((value) => seen(value)),
    ),
  ).toEqual(expected);
});

it("on curves with gaps, failures, restarts and noise it fires at each edge and nowhere else", () => {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let curve = 0; curve < howMuch(2000, 200); curve++) {
    const looks: (Observation | undefined)[] = [];
    let price = 38 + 4 * random();
    for (let at = 0; at < 500; at++) {
      price = Math.max(30, Math.min(50, price + (random() - 0.5) * 1.2));
      const roll = random();
      looks.push(
        roll < 0.05
          ? undefined
          : seen(price, { fresh: roll < 0.15 ? "same" : String(at), isSample: roll > 0.98 }),
      );
    }
    // Another way to tell: only what counts, and the two thresholds of the band.
    const expected: number[] = [];
    let isArmed: boolean | undefined;
    let last: string | null = null;
    looks.forEach((look, at) => {
      if (look === undefined || look.isSample || (last !== null && look.fresh === last)) return;
      last = look.fresh;
      const value = Number(look.value);
      if (isArmed === undefined) isArmed = value <= 40;
      else if (value > 40) {
        if (isArmed) expected.push(at);
        isArmed = false;
      } else if (value <= 39.6) isArmed = true;
    });
    expect(firings(watch(), looks)).toEqual(expected);
  }
});
