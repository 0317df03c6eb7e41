import type { Locale } from "#shared/contracts/names.ts";
import { happensOnce, type Schedule, type WatchState } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";

/** In which language it is told, and when. */
type Here = { readonly locale: Locale; readonly startedAt: number };

/** What a standing request is called: what it tells, or the words that asked for it. */
export const nameOf = ({ action, words, timing }: Schedule): string =>
  action.do === "tell" && action.text !== null
    ? action.text
    : timing.kind === "when"
      ? watchedName(timing.watch) || words
      : words;

/** The same, and when it is. */
export const nameAndTime = (schedule: Schedule, { locale, startedAt }: Here) => ({
  what: nameOf(schedule),
  when: showTiming(schedule, locale, startedAt),
});

function watchedName({ entities, called }: Pick<WatchState, "entities" | "called">): string {
  const named = Object.values(entities).flat().join(", ");
  return called === undefined || named === "" ? named : `${named} (${called})`;
}

/** That it is paused now, and until when; "": until someone resumes it. */
export function sayPaused(what: string, until: string, locale: Locale): string {
  const say = sayIn("schedules", locale);
  return until === "" ? say("paused_now", { what }) : say("paused_until", { what, until });
}

/** The lines of a list. */
export const showLines = (listed: readonly Schedule[], here: Here): string[] =>
  listed.map((each, at) => showLine(each, at + 1, here));

function showLine(schedule: Schedule, place: number, here: Here): string {
  const { locale, startedAt: now } = here;
  const say = sayIn("schedules", locale);
  const { zone, next_at, paused, until, timing } = schedule;
  const show = (at: number) => showInstant(at, zone, locale, now);
  const hasNext = !happensOnce(timing) && timing.kind !== "when" && paused === null;
  const next = next_at === null || !hasNext ? "" : ` – ${say("next_at", { time: show(next_at) })}`;
  const state = [
    ...(paused === null
      ? []
      : [
          paused.until === null
            ? say("is_paused")
            : say("is_paused_until", { until: show(paused.until) }),
        ]),
    ...(until === null ? [] : [say("until", { time: show(until) })]),
  ].join(", ");
  const item = say("item", { place, ...nameAndTime(schedule, here) });
  return `${item}${next}${state && ` (${state})`}`;
}
