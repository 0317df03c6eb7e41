import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Picked } from "../../language/commands/pick.ts";
import type { StandingCommand, StandingVerb } from "../../language/commands/standing-command.ts";
import type { Offer } from "../compete.ts";

/**
 * What a command about schedules makes of its message, by what it picks of those that stand. `last`: of this conversation.
 * undefined: what it names is none of them, and no schedule. Pure.
 */
export function commandOffer(
  { does, isNamed, hasNoun, points }: StandingCommand,
  { picked, unread, namesOther, times, date }: Picked,
  last: Schedule | undefined,
): Offer | undefined {
  const isTimed = times !== undefined || date !== undefined;
  if (OF_ONE.has(does) && namesOther && !hasNoun && !isTimed) return undefined;
  const isList = does === "list";
  const isPointed = does === "show" && points && last !== undefined;
  return {
    // Nothing is only said to stand where a schedule is spoken of.
    state: isList || hasNoun === true ? "always" : "any_stands",
    against: 0,
    unread: isList ? 0 : unread.length,
    assumed: picked.length === 0 && !hasNoun && !(isList && isNamed) ? 1 : 0,
    generality: isNamed || isPointed ? 0 : 2,
    confidence: 1,
  };
}
const OF_ONE: ReadonlySet<StandingVerb> = new Set(["show", "cancel", "pause", "resume"] as const);
