import type { Row } from "./engine.ts";

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
