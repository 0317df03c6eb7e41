import type { Locale } from "#shared/contracts/names.ts";
import { wording } from "#shared/language/words.ts";
import type { Which } from "./conversation/read-reference.ts";

/** What people leave out before other words, by what it does. */
const LEFT_OUT = {
  /** Before where something goes. */
  send: wording("wordings.send"),
  /** Before what an answer is to become. */
  becomes: wording("wordings.becomes"),
  /** Before what a request is about. */
  of: wording("wordings.of"),
};

/** Words with what was left out before them, so that they can be heard as a request. Pure. */
export const saidWith = (locale: Locale, what: keyof typeof LEFT_OUT, words: string): string =>
  `${LEFT_OUT[what][locale]} ${words}`;

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
