import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import type { ExampleProposal, PromotedExample } from "#shared/contracts/promotion.ts";
import type { Route, RouteChange } from "#shared/contracts/routing.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/**
 * True for a change that speaks against an example: another sentence is taken from its goal, has others follow, or acts, asks or has
 * other values where the example's goal is concerned. Learning again moves sentences of other goals about the edge
 * between acting and asking, and words at the ends of a value; that is not this example's doing. Pure.
 * Shape: a sentence that was asked about may act where it waits to be an example of the same goal itself
 */
export function isHarm(
  { text, before, after }: RouteChange,
  promoted: Pick<PromotedExample, "domain" | "goal">,
  waiting: readonly ExampleProposal[],
): boolean {
  if (!acts(before) && !acts(after)) return false;
  if (acts(before) && acts(after) && goalsOf(before)[0] !== goalsOf(after)[0]) return true;
  if (acts(after) && !sameFollowups(before, after)) return true;
  const own = `${promoted.domain}.${promoted.goal}`;
  if (![...goalsOf(before), ...goalsOf(after)].includes(own)) return false;
  if (!acts(before))
    return !waiting.some(
      (each) => each.text === text && `${each.domain}.${each.goal}` === goalsOf(after)[0],
    );
  if (!acts(after)) return true;
  return goalsOf(before).join() !== goalsOf(after).join() || !meanTheSame(before, after);
}

const acts = ({ cost }: Route): boolean => cost !== "unsure";

const goalsOf = ({ domain, goal, also }: Route): string[] => [`${domain}.${goal}`, ...also];

const sameFollowups = (a: Route, b: Route): boolean => a.followups.join() === b.followups.join();

function meanTheSame({ entities: a }: Route, { entities: b }: Route): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameValue(own(a, name), own(b, name)));
}

const own = (entities: Entities, name: string): EntityValue | undefined =>
  Object.hasOwn(entities, name) ? entities[name] : undefined;

/** "last week" and "the last week" are one value; so are lists of such. */
function isSameValue(a: EntityValue | undefined, b: EntityValue | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [left, right] = [[a].flat(), [b].flat()];
  return (
    left.length === right.length &&
    left.every((value, at) => {
      const [one, other] = [value, right[at]].map((each) => ` ${foldPhrase(String(each))} `);
      return (
        one !== undefined && other !== undefined && (one.includes(other) || other.includes(one))
      );
    })
  );
}
