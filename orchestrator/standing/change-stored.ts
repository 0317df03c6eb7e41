import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { ScheduleStore, Told } from "../ports/schedule-store.ts";

/** More that change the same schedule at the same moment are no chance. */
const MOST_TRIES = 8;

/** What a schedule becomes, and the occurrences that this decides. */
export type Change = {
  readonly next: Schedule;
  readonly ticks?: readonly [Tick, Told][] | undefined;
};
/** `left`: it was left as it is, or there is none. `contended`: too many others change it. */
export type Changed =
  | { readonly is: "changed"; readonly before: Schedule; readonly next: Schedule }
  | { readonly is: "left"; readonly now: Schedule | undefined }
  | { readonly is: "contended" };

/**
 * Changes a schedule as it is stored, whoever else does so meanwhile: each look at a watch is written down, and changes
 * nothing of what was asked for.
 * Shape:  `change` is given what is stored and may be called again; undefined leaves it as it is
 * Cost:   one write; a read before it where `seen` is not given, and both again for each change that came between
 */
export async function changeStored(
  store: Pick<ScheduleStore, "find" | "change" | "claim">,
  { user_id, id }: Pick<Schedule, "user_id" | "id">,
  change: (stored: Schedule) => Change | undefined | Promise<Change>,
  seen?: Schedule,
): Promise<Changed> {
  let before = seen ?? (await store.find({ user_id }, id));
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const wanted = before && (await change(before));
    if (before === undefined || wanted === undefined) return { is: "left", now: before };
    const next = { ...wanted.next, version: before.version + 1 };
    const { ticks = [] } = wanted;
    const isOurs = ticks.length === 0 ? await store.change(next) : await store.claim(next, ticks);
    if (isOurs) return { is: "changed", before, next };
    before = await store.find({ user_id }, id);
  }
  return { is: "contended" };
}
