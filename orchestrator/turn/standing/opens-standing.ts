import { locales } from "#shared/contracts/names.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { Turn } from "../turn.ts";

type Where = Pick<Turn, "deps" | "startedAt" | "timezone">;

/** A message that begins a reminder, or asks about standing requests, whatever question is open. */
export const opensStanding = (
  { deps: { standing }, state, startedAt, timezone }: Where & Pick<Turn, "state">,
  text: string,
): boolean =>
  standing !== undefined &&
  locales.some((locale) => {
    const said = schedulesIn(text, locale);
    const { command } = said;
    const isLast = state.last_standing !== null;
    const readTime = (words: string) => standing.readTime(words, startedAt, timezone, locale);
    return (
      command?.does === "list" ||
      command?.does === "why" ||
      (isLast && command?.does === "show" && command.points) ||
      (isLast && command?.hasNoun === true) ||
      (isLast && command?.does === "change" && readTime(command.rest).kind !== "none") ||
      said.reminder !== undefined ||
      // The time may stand before it.
      (said.saysRemind && schedulesIn(readTime(text).rest, locale).reminder !== undefined)
    );
  });

/** What is asked for now, and behind it what is to be told or sent later. undefined: no such two. Pure. */
export function nowAndLaterIn(
  { deps: { standing }, startedAt, timezone }: Where,
  text: string,
): { first: string; later: string } | undefined {
  if (standing === undefined) return undefined;
  return locales
    .flatMap((locale) =>
      schedulesIn(text, locale).laterBehind.filter(({ later }) => {
        const { kind, rest } = standing.readTime(later, startedAt, timezone, locale);
        const asks = schedulesIn(rest, locale);
        return kind !== "none" && (asks.reminder ?? asks.sendMe) !== undefined;
      }),
    )
    .toSorted((one, other) => one.first.length - other.first.length)
    .at(0);
}
