import type { EntitySchema } from "#shared/contracts/goal.ts";

/** Its values are days and hours to come: words of time that it takes put nothing off. */
export const takesTime = ({ type, leaning }: EntitySchema): boolean =>
  type === "date" || type === "time" || (type === "period" && leaning === "coming");
