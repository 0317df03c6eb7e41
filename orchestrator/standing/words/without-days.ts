import type { DayRule, LeftOut } from "#shared/contracts/schedule-rule.ts";
import type { Piece } from "./piece.ts";

const ALL = [0, 1, 2, 3, 4, 5, 6];

/**
 * "todo dia menos domingo", "nos dias úteis menos sexta", "exceto feriados": the days that are left. Days of the week are
 * named by what is left of them; of other days it is said what they leave out. "none": no day is left. Pure.
 */
export function withoutDays(
  days: DayRule | undefined,
  pieces: readonly Piece[],
): { days: DayRule | undefined; not_on?: LeftOut } | "none" {
  const excepts = pieces.filter((piece) => piece.is === "except");
  if (excepts.length === 0) return { days };
  const left = [...new Set(excepts.flatMap((piece) => piece.days))].toSorted((a, b) => a - b);
  const holidays = excepts.some((piece) => piece.holidays);
  const known =
    days === undefined || days.on === "every_day"
      ? ALL
      : days.on === "weekdays"
        ? days.days
        : undefined;
  const named = known?.filter((day) => !left.includes(day));
  if (named?.length === 0 || left.length === ALL.length) return "none";
  const kept: DayRule | undefined =
    named === undefined || left.length === 0 ? days : { on: "weekdays", days: [...named] };
  const weekdays = named === undefined ? left : [];
  if (kept?.on === "working_days" && weekdays.length === 0) return { days: kept };
  return weekdays.length === 0 && !holidays
    ? { days: kept }
    : { days: kept, not_on: { weekdays, holidays } };
}
