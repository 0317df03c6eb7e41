import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Row } from "./engine.ts";

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
  let value: unknown;
  try {
    value = JSON.parse(String(stored));
  } catch (error) {
    throw new StoreError(`${row} holds no JSON`, { cause: error });
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
