import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule, WatchState } from "#shared/contracts/schedule.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";

/** What a standing request is called: what it tells, or the words that asked for it. */
export const nameOf = ({
  action,
  words,
  timing,
}: Pick<Schedule, "action" | "words" | "timing">): string =>
  action.do === "tell" && action.text !== null
    ? action.text
    : timing.kind === "when"
      ? watchedName(timing.watch) || words
      : words;

function watchedName({ entities, called }: Pick<WatchState, "entities" | "called">): string {
  const named = Object.values(entities).flat().join(", ");
  return called === undefined || named === "" ? named : `${named} (${called})`;
}

export function showEvery(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** One line of a list. */
export function showLine(schedule: Schedule, place: number, locale: Locale, now: number): string {
  const say = standingWords(locale);
  const { zone, next_at, paused, until, timing } = schedule;
  const show = (at: number) => showInstant(at, zone, locale, now);
  const isOnce = timing.kind === "at" || timing.kind === "after";
  const next =
    next_at === null || isOnce || timing.kind === "when" || paused !== null
      ? ""
      : say.nextAt(show(next_at));
  const state = [
    ...(paused === null ? [] : [say.isPaused(paused.until === null ? "" : show(paused.until))]),
    ...(until === null ? [] : [say.until(show(until))]),
  ].join(", ");
  return say.item(place, nameOf(schedule), showTiming(schedule, locale, now), next, state);
}
