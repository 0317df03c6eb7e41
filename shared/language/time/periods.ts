import type { Meaning, Point } from "./meaning.ts";
import { type Args, number, type Production, pointOf } from "./production.ts";

/** Days from one to another. */
export const PERIODS: Readonly<Record<string, Production>> = {
  at: {
    gives: "period",
    passes: "alone",
    make(args) {
      const found = pointOf(args) ?? pointOf(args, "dated-weekday");
      return found && { is: "period", period: { is: "at", point: found } };
    },
  },
  always: { gives: "period", make: () => ({ is: "period", period: { is: "always" } }) },
  "to-date": {
    gives: "period",
    make: ({ key }) => ({
      is: "period",
      period: { is: "to_date", unit: key === "month" ? "month" : "year" },
    }),
  },
  since: bounded("since"),
  after: bounded("after"),
  until: bounded("until"),
  before: bounded("before"),
  "from-to": {
    gives: "period",
    make: (args) =>
      fromTo(
        pointOf(args, "from") ?? monthOf(args, "a"),
        pointOf(args, "to") ?? monthOf(args, "b"),
      ),
  },
  /** The same where nothing opens it: a weekday ends only what a weekday began. */
  "bare-from-to": {
    gives: "period",
    make(args) {
      const [from, to] = [pointOf(args, "from"), pointOf(args, "to")];
      if (from?.is === "weekday" && isLed(args, "from")) return undefined;
      if (to?.is === "weekday" && isLed(args, "to") && from?.is !== "weekday") return undefined;
      return fromTo(from, to);
    },
  },
  /** The month and year of the end are those of the beginning. */
  "day-to-date": {
    gives: "period",
    make(args) {
      const [day, to] = [number(args, "day"), pointOf(args, "to")];
      return day !== undefined && to?.is === "date" && to.date.day !== undefined
        ? fromTo({ is: "date", date: { ...to.date, day } }, to)
        : undefined;
    },
  },
  "date-to-day": {
    gives: "period",
    make(args) {
      const [from, day] = [pointOf(args, "from"), number(args, "day")];
      return day !== undefined && from?.is === "date" && from.date.day !== undefined
        ? fromTo(from, { is: "date", date: { ...from.date, day } })
        : undefined;
    },
  },
  /** From one day to another of a month that is named by how far away it is. */
  "days-of": {
    gives: "period",
    make(args) {
      const [a, b, of] = [number(args, "a"), number(args, "b"), pointOf(args, "of")];
      if (a === undefined || b === undefined || of?.is !== "whole") return undefined;
      if (of.unit !== "month" || of.count !== 1) return undefined;
      const day = (n: number): Point => ({ is: "date", date: { day: n, monthsAway: of.away } });
      return fromTo(day(a), day(b));
    },
  },
  /** It began there and ends today. */
  "to-today": {
    gives: "period",
    make: (args) => fromTo(pointOf(args), { is: "away", unit: "day", count: 0 }),
  },
};

const isLed = ({ edges }: Args, name: string): boolean => edges.get(name)?.strength === "led";

function bounded(is: "since" | "after" | "until" | "before"): Production {
  return {
    gives: "period",
    make(args) {
      const found = pointOf(args);
      return found && { is: "period", period: { is, point: found } };
    },
  };
}

function fromTo(from: Point | undefined, to: Point | undefined): Meaning | undefined {
  return from && to && { is: "period", period: { is: "between", from, to } };
}

function monthOf(args: Args, name: string): Point | undefined {
  const month = number(args, name);
  return month === undefined ? undefined : { is: "date", date: { month } };
}
