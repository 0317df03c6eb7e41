import { CalendarStoreError, type ChangedObject } from "../store/calendar-store.ts";
import type { Asked, CalendarDeps } from "./deps.ts";

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

/** Puts objects back. Shape: false, and nothing is changed, where one is no longer as the change left it. Errors: CalendarStoreError */
export async function putBack(
  { store, owner }: Asked,
  objects: readonly ChangedObject[],
): Promise<boolean> {
  for (const { name, after } of objects)
    if (((await store.read(owner, name))?.etag ?? null) !== after) return false;
  for (const { name, before, after } of objects)
    if (before !== null) await store.write(owner, name, before, after);
    else if (after !== null) await store.remove(owner, name, after);
    else throw new CalendarStoreError("CONFLICT", "a change of nothing");
  return true;
}
