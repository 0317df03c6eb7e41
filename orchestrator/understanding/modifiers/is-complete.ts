import type { Clause } from "../clause.ts";

/** All that its goal must be told is said. */
export const isComplete = ({ goal, found }: Clause): boolean =>
  goal !== undefined &&
  [...goal.entities].every(
    ([name, { required, default: standard }]) =>
      !required || standard !== undefined || found.some(({ entity }) => entity === name),
  );
