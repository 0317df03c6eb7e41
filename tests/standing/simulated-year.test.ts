import { expect, it } from "vitest";
import { howMuch } from "../how-much.ts";
import { simulateWatches } from "./simulated-watches.ts";
import { simulateYear } from "./simulated-year.ts";

const isLong = howMuch(true, false);

it("every occurrence of a simulated stretch happens once, or is told as late or skipped, whatever is killed and however clocks jump", async () => {
  const size = isLong
    ? { schedules: 1000, days: 365, kills: 60, jumps: 20 }
    : { schedules: 60, days: 120, kills: 12, jumps: 4 };
  const result = await simulateYear({ ...size, seed: 7 });
  expect(result).toMatchObject({
    doubled: 0,
    silent: 0,
    invented: 0,
    after_rights: 0,
    holidays_wrong: 0,
  });
  expect(result.holidays).toBeGreaterThan(0);
  expect(result.stopped).toBeGreaterThan(0);
  expect(result.fired + result.late + result.skipped).toBe(result.occurrences);
  expect(result.occurrences).toBeGreaterThan(isLong ? 45_000 : 700);
}, 600_000);

it("watches fire on every edge of their curves and on nothing else, whichever process is killed", async () => {
  const size = isLong ? { watches: 40, days: 10, kills: 60 } : { watches: 6, days: 2, kills: 8 };
  const result = await simulateWatches(size);
  expect(result).toMatchObject({ false_alarms: 0, missed: 0 });
  expect(result.edges).toBeGreaterThan(isLong ? 1000 : 30);
}, 600_000);
