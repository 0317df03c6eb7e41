import {
  type Args,
  type Meaning,
  number,
  type Point,
  type Production,
  pointOf,
} from "./meaning.ts";

/** Days from one to another. */
export const PERIODS: Readonly<Record<string, Production>> = {
  at: {
    gives: "period",
    passes: "alone",
    make(args) {
      const found = pointOf(args) ?? pointOf(args, "dated-weekday") ?? pointOf(args, "feast");
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
    make: (args) => fromTo(besides(pointOf(args, "to"), args), pointOf(args, "to")),
  },
  "date-to-day": {
    gives: "period",
    make: (args) => fromTo(pointOf(args, "from"), besides(pointOf(args, "from"), args)),
  },
};

/** A day of the month and year that another day is in. */
function besides(of: Point | undefined, args: Args): Point | undefined {
  const day = number(args, "day");
  return of?.is === "date" && of.date.day !== undefined && day !== undefined
    ? { is: "date", date: { ...of.date, day } }
    : undefined;
}

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
