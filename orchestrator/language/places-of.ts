import type { Which } from "./conversation/read-reference.ts";

/** The places that are meant of `length` things, from 0; undefined where there are not so many. */
export function placesOf(which: Which, length: number): number[] | undefined {
  const run = (from: number, count: number) =>
    count > length ? undefined : Array.from({ length: count }, (_, at) => from + at);
  switch (which.which) {
    case "places": {
      const places = which.places.map((at) => (at < 0 ? length + at : at));
      return places.every((at) => at >= 0 && at < length) ? places : undefined;
    }
    case "first":
      return run(0, which.count);
    case "last":
      return run(length - which.count, which.count);
    case "count":
      return which.count === length ? run(0, length) : undefined;
    case "all":
    case "they":
    case "that":
      return run(0, length);
  }
}
