import { hash } from "node:crypto";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { postponed } from "../../standing/resume-schedule.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import type { TurnDeps } from "../turn-deps.ts";
import { nameOf } from "./show-schedule.ts";

/** What a button under a told occurrence does. */
export const tapActions = ["later", "pause", "cancel"] as const;
export type TapAction = (typeof tapActions)[number];

const LATER_MS = 10 * 60 * 1000;
/** Taps so shortly after each other put it off once. */
const SAME_TAP_MS = 60 * 1000;
const MOST = 500;

/** A schedule's name where there is room for 16 characters. */
export const scheduleDigest = ({ id }: Pick<Schedule, "id">): string =>
  hash("sha256", id, "base64url").slice(0, 16);

/** Does what a button says to one of its owner's own schedules, and tells; undefined: there is no such schedule. */
export async function tapSchedule(
  { store, standing, clock }: Pick<TurnDeps, "store" | "standing" | "clock">,
  key: SessionKey,
  digest: string,
  action: TapAction,
): Promise<string | undefined> {
  const all = await store.schedules.list(key, MOST, false);
  const one = all.find((each) => scheduleDigest(each) === digest);
  if (one === undefined || standing === undefined) return undefined;
  const now = clock.now();
  const say = standingWords(one.locale);
  const what = nameOf(one);
  const base = { ...one, version: one.version + 1, updated_at: now };
  const at = now + LATER_MS;
  const stands = standsAlready(one, action, at);
  if (stands !== undefined) return stands;
  const changed: Record<TapAction, () => { next: Schedule; said: string }> = {
    later: () => ({
      next: { ...postponed(one, at, now), version: base.version },
      said: say.postponed(what, showInstant(at, one.zone, one.locale, now)),
    }),
    pause: () => ({
      next: {
        ...base,
        status: "paused",
        paused: { why: "asked", detail: "", until: null },
        next_at: null,
      },
      said: say.pausedNow(what, ""),
    }),
    cancel: () => ({
      next: { ...base, status: "cancelled", next_at: null },
      said: say.cancelled(what, showTiming(one, one.locale, now)),
    }),
  };
  const { next, said } = changed[action]();
  if (!(await store.schedules.change(next))) return say.changedMeanwhile;
  if (next.next_at !== null) standing.wakeAt(next.next_at);
  // "desfaz" is about this now.
  const state = await store.conversations.load(key);
  if (state !== undefined)
    store.conversations.save(key, { ...state, last_standing: { id: one.id, before: one } });
  return said;
}

/**
 * Buttons are pressed twice, and two of them in a row: what a tap finds done is said and not done again, so that "desfaz"
 * takes back the first one, and what was cancelled stays so.
 */
function standsAlready(one: Schedule, action: TapAction, at: number): string | undefined {
  const say = standingWords(one.locale);
  const { status, next_at } = one;
  if (status === "cancelled" || (status === "done" && action !== "later"))
    return say.isOver[status](nameOf(one), showTiming(one, one.locale, at));
  if (status === "paused" && action === "pause") return say.pausedNow(nameOf(one), "");
  const isPutOff = next_at !== null && next_at <= at && next_at > at - SAME_TAP_MS;
  return action === "later" && status === "active" && isPutOff
    ? say.postponed(nameOf(one), showInstant(next_at, one.zone, one.locale, at - LATER_MS))
    : undefined;
}
