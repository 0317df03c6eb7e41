import type { z } from "zod";
import { ContractError, faultsOf } from "#shared/contracts/errors.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import type { Log } from "../../ports/log.ts";
import { type Owner, type SessionKey, StoreError } from "../../ports/stores.ts";
import type { Row } from "./engine.ts";

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

/** Before every row, the newest first. */
export const NEWEST: Cursor = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** A longer page or list is cut to this; a page's `next` leads on. */
const MAX_PAGE = 500;

export const atMost = (most: number, limit: number): number =>
  Math.min(Math.max(Math.trunc(limit), 1), most);
export const pageSize = (limit: number): number => atMost(MAX_PAGE, limit);

/** Letters that may have an accent, and whatever JSON writes otherwise, are any characters. */
const UNSURE = /[^bdfghj-mp-tvwxz0-9]+/g;

/** A pattern for lower-case JSON: more than has these words, and never less; what is found is read again. `%` without words. */
export const wordsLike = (words: string | undefined): string =>
  words === undefined ? "%" : `%${foldPhrase(words).replaceAll(UNSURE, "%")}%`;

const MAX_ID_CHARS = 256;

/**
 * Any text as a column that both engines keep unchanged: neither can hold a lone surrogate, and
 * PostgreSQL no NUL either. Such a text is written with JSON's escapes, as is one that already has
 * a backslash, so that no two texts become the same column. (JSON columns need none of this:
 * JSON.stringify escapes both.)
 * Shape:  "ana" stays "ana"; "a" + NUL + "b" becomes "a\u0000b" with the backslash written out
 */
export function storedText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes("\\")) return text;
  return JSON.stringify(text).slice(1, -1);
}

/** The text that `storedText` was given. */
export function originalText(column: string): string {
  if (!column.includes("\\")) return column;
  const text: unknown = JSON.parse(`"${column}"`);
  return String(text);
}

/**
 * An id as a key column. Bounded, because an index of PostgreSQL takes 2,704 bytes at most.
 * Errors: ContractError for one that is too long
 */
export function storedId(name: string, id: string): string {
  if (id.length <= MAX_ID_CHARS) return storedText(id);
  throw new ContractError("store", [
    { path: name, message: `has ${id.length} characters, and may have ${MAX_ID_CHARS}` },
  ]);
}

export const userColumn = ({ user_id }: Owner): Owner => ({
  user_id: storedId("user_id", user_id),
});

/** What belongs to a user, by its own id. */
export const ownedColumns = (owner: Owner, id: string) => ({
  ...userColumn(owner),
  id: storedId("id", id),
});

export const sessionColumns = (key: SessionKey): SessionKey => ({
  ...userColumn(key),
  session_id: storedId("session_id", key.session_id),
});

/** Which row, for a person who has to look at it: `task_runs (ana, run_1)`. */
export const rowName = (table: string, ...key: readonly unknown[]): string =>
  `${table} (${key.join(", ")})`;

/**
 * A value that was kept as JSON text, checked by its contract: a row may be older than this code,
 * or edited by hand.
 * Errors: StoreError that names the row and what is wrong in it
 */
export function readStored<T extends z.ZodType>(
  contract: T,
  stored: unknown,
  row: string,
): z.output<T> {
  return readRow(contract, jsonIn(stored, row), row);
}

function jsonIn(stored: unknown, row: string): unknown {
  try {
    return JSON.parse(String(stored));
  } catch (error) {
    throw new StoreError(`${row} holds no JSON`, { cause: error });
  }
}

/**
 * The same for what processes of two versions read and write side by side while one takes the other's place: fields that
 * only the newer one knows are left out. Not for what is carried out: a field may say that it must
 * not be.
 */
export function readOfNewer<T extends z.ZodType>(
  contract: T,
  stored: unknown,
  row: string,
): z.output<T> {
  const value = jsonIn(stored, row);
  const parsed = contract.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    if (issue.code === "unrecognized_keys") {
      const holder = issue.path.reduce((at, part) => Object(at)[part], value);
      for (const key of issue.keys) Reflect.deleteProperty(Object(holder), key);
    }
  return readRow(contract, value, row);
}

/** The same for a row that is columns all through. */
export function readRow<T extends z.ZodType>(
  contract: T,
  value: unknown,
  row: string,
): z.output<T> {
  const parsed = contract.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
  throw new StoreError(`${row} breaks its contract: ${faults.join("; ")}`);
}

/** Every row that can be read. One that cannot must not take the others along; it is reported. */
export function readEach<T>(rows: readonly Row[], read: (row: Row) => T, log: Log): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ reason: error.message }, "a stored row is left out");
      return [];
    }
  });
}

/** Rows that are read at once where only some of them are meant. */
const CHUNK = 100;
/** So many rows are looked through for one page: a search that finds nothing must end. */
const MOST_LOOKED_THROUGH = 2000;

type Reading<T> = {
  size: number;
  /** Only some of the rows are meant. */
  isSearch: boolean;
  /** Where an earlier page ended. */
  before: string | undefined;
  /** Rows in their order, at most `limit`. */
  rows(before: string | undefined, limit: number): Promise<Row[]>;
  placeOf(row: Row): string;
  /** What is shown of a row: at most one thing. */
  read(row: Row): T[];
};

/**
 * A page as full as it can be: as many as are meant, out of so many rows as are looked through for one. `next` is there while
 * there are rows that were not looked at.
 */
export async function fillPage<T>({
  size,
  isSearch,
  before,
  rows,
  placeOf,
  read,
}: Reading<T>): Promise<{ shown: T[]; next: string | undefined }> {
  const chunk = isSearch ? Math.max(size, CHUNK) : size;
  const shown: T[] = [];
  let at = before;
  for (let looked = 0; looked < MOST_LOOKED_THROUGH; looked += chunk) {
    // One more row than is looked at tells whether there is a next page.
    const found = await rows(at, chunk + 1);
    for (const [index, row] of found.slice(0, chunk).entries()) {
      shown.push(...read(row));
      at = placeOf(row);
      const isLast = index === found.length - 1;
      if (shown.length === size) return { shown, next: isLast ? undefined : at };
    }
    if (found.length <= chunk) return { shown, next: undefined };
    if (!isSearch) break;
  }
  return { shown, next: at };
}
