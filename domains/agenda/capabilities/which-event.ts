import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask } from "#shared/domain-kit/answers.ts";
import { possibleTimes } from "../event/hours.ts";
import { idOf, type Occurrence, occurrencesOf, ofId } from "../event/occurrence.ts";
import { localOf } from "../event/zones.ts";
import { CalendarStoreError, type ChangedObject } from "../store/calendar-store.ts";
import { agenda, closestTo, comingDays, isAbout, rangeOfDays } from "./agenda.ts";
import { type Asked, type CalendarDeps, notFound, textIn } from "./deps.ts";

/** An object's text as it is to be: null where it is to go, undefined where that does not apply to it. */
export type Edit = (ics: string) => string | null | undefined;

/** Shape: undefined where the object is not there or the edit does not apply; nothing was changed then. Errors: CalendarStoreError */
export async function edit(
  { store, owner, call }: Asked,
  name: string,
  change: Edit,
): Promise<ChangedObject | undefined> {
  const stored = await store.read(owner, name, call.signal);
  const next = stored && change(stored.ics);
  if (stored === undefined || next === undefined) return undefined;
  if (next === null) {
    await store.remove(owner, name, stored.etag);
    return { name, before: stored.ics, after: null };
  }
  const { etag } = await store.write(owner, name, next, stored.etag);
  return { name, before: stored.ics, after: etag };
}

/** Shape: the token of what has been done; "" where it cannot be kept, as the change itself stands. */
export function keepForUndo(
  { changes, now }: CalendarDeps,
  { owner, call }: Asked,
  objects: readonly ChangedObject[],
): string {
  try {
    return changes.keep(owner, objects, now());
  } catch (error) {
    call.log.error({ error }, "a change cannot be taken back: it could not be noted");
    return "";
  }
}

/** An object that was put back: its text as the change had left it, and as it is now; null where it was not or is not there. */
export type PutBack = { name: string; left: string | null; now: string | null };

/** Shape: undefined, and nothing is changed, where one is no longer as the change left it. Errors: CalendarStoreError */
export async function putBack(
  { store, owner }: Asked,
  objects: readonly ChangedObject[],
): Promise<PutBack[] | undefined> {
  const done: PutBack[] = [];
  for (const { name, before, after } of objects) {
    const stored = await store.read(owner, name);
    if ((stored?.etag ?? null) !== after) return undefined;
    done.push({ name, left: stored?.ics ?? null, now: before });
  }
  for (const { name, before, after } of objects)
    if (before !== null) await store.write(owner, name, before, after);
    else if (after !== null) await store.remove(owner, name, after);
    else throw new CalendarStoreError("CONFLICT", "a change of nothing");
  return done;
}

/** Of several events so many are told by name. */
export const MOST_NAMED = 5;

const MOST_CHOICES = 20;
/** Every occurrence that an id can be of. */
export const ALL_TIMES = { from: Date.UTC(1970, 0), to: Date.UTC(2100, 0) };

export type Scope = "ONE" | "ALL";
/** The one that is meant, or what to answer instead. */
export type Meant = { event: Occurrence; scope: Scope } | { answer: DomainOutput };

/**
 * `{id?, title_text?, from_day?, at_time?, scope?}`: one occurrence from now on. Several are a question, and so is one that
 * repeats, where nothing says whether it or all are meant.
 */
export async function whichEvent(
  params: Record<string, unknown>,
  asked: Asked,
  question: string,
): Promise<Meant> {
  const { say, as } = asked;
  const title = textIn(params["title_text"]);
  const known = textIn(params["id"]);
  const isPointed = ["from_day", "at_time"].some((name) => textIn(params[name]) !== undefined);
  if (known === undefined && title === undefined && !isPointed)
    return { answer: ask({ missing_param: "title_text", explanation: question }) };
  const shown = known === undefined ? [] : await byId(known, asked);
  // What was shown last is not meant where another day or hour is said.
  const isOther = isPointed && !shown.some(isThen(params, asked));
  const found = known === undefined || isOther ? await searched(params, asked) : shown;
  const [event] = found;
  const label = (each: Occurrence) => `${as.title(each)}, ${as.when(each)}`;
  const choices = (of: readonly Occurrence[]) =>
    of.slice(0, MOST_CHOICES).map((each) => {
      const { date, time } = localOf(each.start, asked.zone);
      const when = isPointed ? { from_day: date, at_time: time } : {};
      return { label: label(each), id: idOf(each), ...when };
    });
  if (event === undefined) {
    const close = title === undefined || known !== undefined ? [] : await closest(title, asked);
    if (close.length === 0) return { answer: notFound(title ?? "", asked) };
    const explanation = say("not_found_but", { title: title ?? "", count: close.length });
    return { answer: ask({ explanation, candidates: choices(close) }) };
  }
  if (found.length > 1)
    return {
      answer: ask({
        explanation: say("which", { count: found.length }),
        candidates: choices(found),
      }),
    };
  const scope = params["scope"];
  if (event.recurrence === undefined) return { event, scope: "ALL" };
  if (scope === "ONE" || scope === "ALL") return { event, scope };
  return {
    answer: ask({
      explanation: say("this_or_all", { title: as.title(event) }),
      candidates: [
        { label: say("only_this", { when: as.when(event) }), id: idOf(event), scope: "ONE" },
        { label: say("all"), id: idOf(event), scope: "ALL" },
      ],
    }),
  };
}

/** What is to come and comes close to a name that no event has: it is asked about, and never taken for it. */
async function closest(title: string, asked: Asked): Promise<Occurrence[]> {
  const days = comingDays(asked.call.today());
  return closestTo(title, await agenda(asked, rangeOfDays(days, asked.zone)));
}

async function byId(id: string, { store, owner, zone, call }: Asked): Promise<Occurrence[]> {
  const { name, recurrence } = ofId(id);
  const stored = await store.read(owner, name, call.signal);
  if (stored === undefined) return [];
  const all = occurrencesOf(stored, ALL_TIMES, zone);
  return all
    .filter((each) => recurrence === undefined || each.recurrence === recurrence)
    .slice(0, 1);
}

/** "3" is both 3:00 and 15:00. */
const isAt = (start: string, said: string): boolean => possibleTimes(said).includes(start);

/** True for what is on the day and at the hour that were said. */
function isThen(params: Record<string, unknown>, { zone }: Asked) {
  const day = textIn(params["from_day"]);
  const time = textIn(params["at_time"]);
  return ({ start, end }: Occurrence): boolean =>
    (day === undefined ||
      (localOf(start, zone).date <= day && localOf(end - 1, zone).date >= day)) &&
    (time === undefined || isAt(localOf(start, zone).time, time));
}

/** Of each event that fits the first one that has not ended; of a day that was said, all of it. */
async function searched(params: Record<string, unknown>, asked: Asked): Promise<Occurrence[]> {
  const { zone, call } = asked;
  const day = textIn(params["from_day"]);
  const title = textIn(params["title_text"]);
  const days = day === undefined ? comingDays(call.today()) : { from: day, to: day };
  const fits = title === undefined ? () => true : isAbout(title);
  const isMeant = isThen(params, asked);
  const found = (await agenda(asked, rangeOfDays(days, zone))).filter(
    (each) => fits(each) && isMeant(each),
  );
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
