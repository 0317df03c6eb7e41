import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { comingDays, rangeOfDays } from "./agenda.ts";
import type { Asked } from "./deps.ts";
import { ALL_TIMES, MOST_NAMED, type PutBack } from "./which-event.ts";

/** What is as it was again, by its name and its time: what is back, what is gone again, or what was moved back. */
export function tellUndone(objects: readonly PutBack[], asked: Asked): string {
  const { say } = asked;
  const told = objects.flatMap((object) => toldOf(object, asked));
  const [first] = told;
  if (first === undefined)
    return objects.length === 1 ? say("undone") : say("undone_many", { count: objects.length });
  const names = told.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = told.length > MOST_NAMED ? "; …" : "";
  return say(first.how, { count: told.length, events: names.join("; ") + more });
}

type Told = { how: "undone_back" | "undone_gone" | "undone_moved"; name: string };

function toldOf({ name, left, now }: PutBack, asked: Asked): Told[] {
  const { say, as } = asked;
  const gone = timesOf(name, left, asked);
  const back = timesOf(name, now, asked);
  const shown = back.length === 0 ? gone : back;
  const other = back.length === 0 ? back : gone;
  const changed = shown.filter((each) => !other.some((was) => isSameTime(was, each)));
  const isMoved = back.length > 0 && gone.some((was) => !back.some((is) => isSameTime(was, is)));
  const how = back.length === 0 ? "undone_gone" : isMoved ? "undone_moved" : "undone_back";
  const [first] = changed;
  if (first === undefined) return [];
  // Of what repeats, every time; or just those that are back.
  if (changed.length > 1 && changed.length === shown.length)
    return [
      { how, name: `${as.title(first)}, ${say("every_time_from", { when: as.when(first) })}` },
    ];
  return changed.map((each) => ({ how, name: `${as.title(each)}, ${as.when(each)}` }));
}

/** Those to come; where none is, all. */
function timesOf(name: string, ics: string | null, { zone, call }: Asked): Occurrence[] {
  if (ics === null) return [];
  const stored = { name, etag: "", ics };
  const coming = occurrencesOf(stored, rangeOfDays(comingDays(call.today()), zone), zone);
  return coming.length > 0 ? coming : occurrencesOf(stored, ALL_TIMES, zone);
}

const isSameTime = (one: Occurrence, other: Occurrence): boolean =>
  one.start === other.start && one.end === other.end && one.allDay === other.allDay;
