import { hash } from "node:crypto";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { changeStored } from "../../standing/change-stored.ts";
import { postponed } from "../../standing/resume-schedule.ts";
import { showInstant } from "../../standing/show-when.ts";
import type { TurnDeps } from "../turn-deps.ts";
import { nameAndTime, nameOf, sayPaused } from "./show-schedule.ts";

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
  const at = now + LATER_MS;
  let said = "";
  const changed = await changeStored(
    store.schedules,
    one,
    (stored) => {
      const stands = standsAlready(stored, action, at);
      const tapped = stands === undefined ? afterTap(stored, action, now) : undefined;
      said = stands ?? tapped?.said ?? "";
      return tapped;
    },
    one,
  );
  if (changed.is === "left") return changed.now === undefined ? undefined : said;
  if (changed.is === "contended") return sayIn("schedules", one.locale)("changed_meanwhile");
  const { before, next } = changed;
  if (next.next_at !== null) standing.wakeAt(next.next_at);
  // An undo is about this now.
  const state = await store.conversations.load(key);
  if (state !== undefined)
    store.conversations.save(key, { ...state, last_standing: { id: one.id, before } });
  return said;
}

function afterTap(one: Schedule, action: TapAction, now: number): { next: Schedule; said: string } {
  const say = sayIn("schedules", one.locale);
  const what = nameOf(one);
  const base = { ...one, updated_at: now, next_at: null };
  const at = now + LATER_MS;
  if (action === "later")
    return {
      next: postponed(one, at, now),
      said: say("postponed", { what, time: showInstant(at, one.zone, one.locale, now) }),
    };
  if (action === "cancel") {
    const said = say("cancelled", nameAndTime(one, { locale: one.locale, startedAt: now }));
    return { next: { ...base, status: "cancelled" }, said };
  }
  const paused = { why: "asked", detail: "", until: null } as const;
  return { next: { ...base, status: "paused", paused }, said: sayPaused(what, "", one.locale) };
}

/**
 * Buttons are pressed twice, and two of them in a row: what a tap finds done is said and not done again, so that an undo
 * takes back the first one, and what was cancelled stays so.
 */
function standsAlready(one: Schedule, action: TapAction, at: number): string | undefined {
  const say = sayIn("schedules", one.locale);
  const { status, next_at } = one;
  if (status === "cancelled" || (status === "done" && action !== "later"))
    return say(`is_over.${status}`, nameAndTime(one, { locale: one.locale, startedAt: at }));
  if (status === "paused" && action === "pause") return sayPaused(nameOf(one), "", one.locale);
  const isPutOff = next_at !== null && next_at <= at && next_at > at - SAME_TAP_MS;
  return action === "later" && status === "active" && isPutOff
    ? say("postponed", {
        what: nameOf(one),
        time: showInstant(next_at, one.zone, one.locale, at - LATER_MS),
      })
    : undefined;
}
