/** One time that an event takes place. */
export type Occurrence = {
  /** The name of the stored object that it is of. */
  name: string;
  /** Which of a recurring event's it is: its first start, as iCalendar has it ("2026-11-09T15:00:00"). */
  recurrence: string | undefined;
  title: string;
  place: string | undefined;
  allDay: boolean;
  /** Epoch milliseconds; whole days are those of the person's zone. The end does not belong to it. */
  start: number;
  end: number;
  /** The time is taken: it counts where free times are looked for. */
  busy: boolean;
  /** It has guests or an organizer. */
  invited: boolean;
};

const BETWEEN = "@";

/** One text for an occurrence that finds it again. */
export const idOf = ({ name, recurrence }: Pick<Occurrence, "name" | "recurrence">): string =>
  recurrence === undefined ? name : `${name}${BETWEEN}${recurrence}`;

/** Shape: of an id that no one gave, a name that no store has */
export function ofId(id: string): Pick<Occurrence, "name" | "recurrence"> {
  const at = id.lastIndexOf(BETWEEN);
  const recurrence = id.slice(at + 1);
  return at < 0 || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?$/.test(recurrence)
    ? { name: id, recurrence: undefined }
    : { name: id.slice(0, at), recurrence };
}
