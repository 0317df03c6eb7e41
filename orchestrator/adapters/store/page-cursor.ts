import { ContractError } from "#shared/contracts/errors.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/** Where a page ended: the time and the id of the last row on it. */
export type Cursor = { at: number; id: string };

/** Shape: "1700000000000~run_1" */
export const cursorOf = (at: unknown, id: unknown): string => `${at}~${id}`;

/** Errors: ContractError for anything that `cursorOf` has not made */
export function readCursor(before: string): Cursor {
  const [, at, id] = /^(-?\d{1,15})~([^\0]+)$/u.exec(before) ?? [];
  if (at === undefined || id === undefined || !before.isWellFormed())
    throw new ContractError("store", [{ path: "before", message: "is not the `next` of a page" }]);
  return { at: Number(at), id };
}

/** One more row than was asked for tells whether there is a next page. */
export function cutPage<Row>(rows: readonly Row[], size: number): { shown: Row[]; last?: Row } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return last === undefined ? { shown } : { shown, last };
}

/** A longer page is cut to this; its `next` leads on. */
const MAX_PAGE = 500;

export const pageSize = (limit: number): number =>
  Math.min(Math.max(Math.trunc(limit), 1), MAX_PAGE);

/** Letters that may have an accent, and whatever JSON writes otherwise, are any characters. */
const UNSURE = /[^bdfghj-mp-tvwxz0-9]+/g;

/** A pattern for lower-case JSON: more than has these words, and never less; what is found is read again. `%` without words. */
export const wordsLike = (words: string | undefined): string =>
  words === undefined ? "%" : `%${foldPhrase(words).replaceAll(UNSURE, "%")}%`;
