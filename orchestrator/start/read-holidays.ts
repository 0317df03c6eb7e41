import { readFileSync } from "node:fs";
import { z } from "zod";
import type { IsoDate } from "#shared/calendar/days.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import { type Holidays, nationalHolidays } from "../calendar/holidays.ts";

const days = z.record(z.iso.date(), z.string().min(1).max(100));

/**
 * The national holidays with those of the operator's file: `{"2027-01-25": "Aniversário de São Paulo"}`.
 * Errors: ContractError that names REGENTE_HOLIDAYS, for a file that cannot be read or says something else
 */
export function readHolidays(file: string | undefined): Holidays {
  if (file === undefined) return nationalHolidays();
  const wrong = (message: string) =>
    new ContractError("configuration", [{ path: "REGENTE_HOLIDAYS", message }]);
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw wrong(`${file} cannot be read: ${error instanceof Error ? error.message : "?"}`);
  }
  const read = days.safeParse(written);
  if (!read.success)
    throw wrong(`${file} has to be days and their names, as {"2027-01-25": "..."}`);
  return nationalHolidays(new Map<IsoDate, string>(Object.entries(read.data)));
}
