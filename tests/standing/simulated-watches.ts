import type { Schedule } from "#shared/contracts/schedule.ts";
import { someSchedule } from "../../orchestrator/ports/schedules.contract.ts";
import type { Observation } from "../../orchestrator/standing/observe.ts";
import { openWorld } from "../../orchestrator/standing/scheduler.fixture.ts";

const BEGIN = Date.parse("2026-03-01T00:00:00Z");
const MINUTE = 60_000;
const LOOK_EVERY = 5 * MINUTE;
/** A value stays so long: a look that is lost with its process is not the only one of it. */
const STAYS = 6 * LOOK_EVERY;
const THRESHOLD = 40;
/** Under it, within the band of it, over it, and not to be seen. */
const LEVELS = [38, 39.8, 41, undefined] as const;

/** The same for the same watch and stretch, in no order that the next one could be told from. */
function levelAt(watch: number, stretch: number): (typeof LEVELS)[number] {
  let mixed = Math.imul(watch * 7919 + stretch + 1, 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return LEVELS[(mixed ^ (mixed >>> 13)) % LEVELS.length];
}

/** When a watch should fire, by its curve alone: over the threshold, after it was under the band or not yet over it. */
function edgesOf(watch: number, stretches: number): Set<number> {
  const edges = new Set<number>();
  let isArmed: boolean | undefined;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const level = levelAt(watch, stretch);
    if (level === undefined) continue;
    const isOver = level > THRESHOLD;
    if (isOver && isArmed === true) edges.add(stretch);
    isArmed = isOver ? false : isArmed === undefined || isArmed || level < THRESHOLD * 0.99;
  }
  return edges;
}

export type SimulatedWatches = {
  looks: number;
  edges: number;
  fired: number;
  false_alarms: number;
  missed: number;
};

/** Watches over curves with gaps and noise within the band, by two processes of which one or the other is killed. */
export async function simulateWatches({
  watches: count,
  days,
  kills,
}: {
  watches: number;
  days: number;
  kills: number;
}): Promise<SimulatedWatches> {
  const world = await openWorld(BEGIN);
  const stretches = Math.floor((days * 24 * 60 * MINUTE) / STAYS);
  let looks = 0;
  const value = ({ id }: Schedule, at: number): Observation | undefined => {
    looks += 1;
    const level = levelAt(Number(id.slice(4)), Math.floor((at - BEGIN) / STAYS));
    return level === undefined
      ? undefined
      : { value: level, fresh: null, source: "a", isSample: false, day: "2026-03-01" };
  };
  for (let at = 0; at < count; at++)
    await world.store.add(
      someSchedule({
        id: `sch_${at}`,
        user_id: "ana",
        timing: {
          kind: "when",
          watch: {
            ...{ domain: "world", goal: "LOOK", entities: {}, value: "price" },
            comparison: { is: "above", value: THRESHOLD },
            ...{ base: null, base_day: null, band_percent: 1, again: true, armed: true },
            ...{ last: null, fresh: null, source: null, every_ms: LOOK_EVERY, seen: [] },
          },
        },
        action: { do: "tell", text: null },
        until: null,
        next_at: BEGIN + LOOK_EVERY,
      }),
      count,
    );
  let one = world.openProcess({ value });
  let other = world.openProcess({ value });
  const steps = (stretches * STAYS) / LOOK_EVERY;
  const killEvery = Math.max(1, Math.floor(steps / kills));
  // The last beat of a stretch belongs to it.
  for (let step = 1; step < steps; step++) {
    world.at(BEGIN + step * LOOK_EVERY);
    if (step % killEvery === 0) {
      const dying = step % (2 * killEvery) === 0 ? one : other;
      void dying.scheduler.runDue();
      await new Promise((wake) => setImmediate(wake));
      dying.kill();
      if (dying === one) one = world.openProcess({ value });
      else other = world.openProcess({ value });
      await Promise.all([one.scheduler.recover(), other.scheduler.recover()]);
    }
    await Promise.all([one.scheduler.runDue(), other.scheduler.runDue()]);
  }
  await one.scheduler.recover();
  await one.scheduler.idle();
  const told = { edges: 0, fired: 0, false_alarms: 0, missed: 0 };
  for (let at = 0; at < count; at++) {
    const edges = edgesOf(at, stretches);
    const fired = world.done.filter(({ key }) => key.startsWith(`sch_${at}.`));
    const stretchesFired = fired.map(({ key }) =>
      Math.floor((Number(key.split(".")[1]) - BEGIN) / STAYS),
    );
    told.edges += edges.size;
    told.fired += fired.length;
    told.missed += [...edges].filter((edge) => !stretchesFired.includes(edge)).length;
    told.false_alarms +=
      stretchesFired.filter((each) => !edges.has(each)).length +
      (stretchesFired.length - new Set(stretchesFired).size);
  }
  return { looks, ...told };
}
