import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { runWork } from "../engine/run-work.ts";
import type { Work } from "../engine/work.ts";
import type { UserSettings } from "../ports/personal-data.ts";
import type { TurnDeps } from "../turn/turn-deps.ts";

/** What a message does beyond its answer: a plan is carried out, a schedule made or changed, a setting set. */
export type Deed =
  | { does: "run"; work: Work }
  | { does: "make"; schedule: Schedule }
  | { does: "change"; schedule: Schedule }
  | { does: "set"; settings: UserSettings };

/** The same, and `before` is told of each deed in front of it; when that throws, the deed is not done. */
export function noting(deps: TurnDeps, before: (deed: Deed) => void): TurnDeps {
  const { store, runWork: carryOut = runWork } = deps;
  const { schedules, settings } = store;
  return {
    ...deps,
    async runWork(work, ...more) {
      before({ does: "run", work });
      return carryOut(work, ...more);
    },
    store: {
      ...store,
      schedules: {
        ...schedules,
        async add(schedule, most) {
          before({ does: "make", schedule });
          return schedules.add(schedule, most);
        },
        async change(schedule) {
          before({ does: "change", schedule });
          return schedules.change(schedule);
        },
      },
      settings: {
        ...settings,
        async put(owner, set) {
          before({ does: "set", settings: set });
          return settings.put(owner, set);
        },
      },
    },
  };
}

/**
 * What a deed is, whenever the same words lead to it: with its resolved values and targets, without the names that each try
 * makes anew and without what was seen meanwhile. `run_id` is the message's own run.
 */
export function digestOf(deed: Deed, run_id: string): string {
  return hash("sha256", canonicalJson([deed.does, partsOf(deed, run_id)]));
}

function partsOf(deed: Deed, run_id: string) {
  if (deed.does === "set") return { ...deed.settings };
  if (deed.does === "run") {
    const { plan, dry_run = false, approved } = deed.work;
    const continued = deed.work.run_id === run_id ? "" : deed.work.run_id;
    return { plan, dry_run, approved: Object.fromEntries(approved ?? []), continued };
  }
  const { id, rights: _rights, timing, ...kept } = deed.schedule;
  return {
    ...kept,
    id: deed.does === "make" ? "" : id,
    timing: timing.kind === "when" ? { ...timing, watch: wantedOf(timing.watch) } : timing,
  };
}

/** A watch as it was asked for. */
function wantedOf({
  base: _base,
  base_day: _day,
  armed: _armed,
  last: _last,
  fresh: _fresh,
  source: _source,
  seen: _seen,
  unseen: _unseen,
  ...wanted
}: Extract<Schedule["timing"], { kind: "when" }>["watch"]) {
  return wanted;
}
