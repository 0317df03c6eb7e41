import { ContractError } from "#shared/contracts/errors.ts";
import type { Row } from "./engine.ts";

/** Where a page of runs ended: the last one on it. */
export type Cursor = { created_at: number; run_id: string };

/** Shape: "1700000000000~run_1" */
export const cursorOf = (row: Row): string => `${row["created_at"]}~${row["run_id"]}`;

/** Errors: ContractError for anything that `cursorOf` has not made */
export function readCursor(before: string): Cursor {
  const [, created_at, run_id] = /^(-?\d{1,15})~([^\0]+)$/u.exec(before) ?? [];
  if (created_at === undefined || run_id === undefined || !before.isWellFormed())
    throw new ContractError("store", [{ path: "before", message: "is not the `next` of a page" }]);
  return { created_at: Number(created_at), run_id };
}
