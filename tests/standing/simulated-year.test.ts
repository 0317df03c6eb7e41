import { expect, it } from "vitest";
import { howMuch } from "../how-much.ts";
import { simulateYear } from "./simulated-year.ts";

const isLong = howMuch(true, false);

it("every occurrence of a simulated stretch happens once, or is told as late or skipped, whatever is killed and however clocks jump", async () => {
  const size = isLong
    ? { schedules: 1000, days: 365, kills: 60, jumps: 20 }
    : { schedules: 60, days: 120, kills: 12, jumps: 4 };
  const result = await simulateYear({ ...size, seed: 7 });
  expect(result).toMatchObject({ doubled: 0, silent: 0, invented: 0 });
  expect(result.fired + result.late + result.skipped).toBe(result.occurrences);
  expect(result.occurrences).toBeGreaterThan(isLong ? 50_000 : 800);
}, 600_000);
