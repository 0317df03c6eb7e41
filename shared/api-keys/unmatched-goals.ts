import { distance } from "fastest-levenshtein";
import { type Reason, reason } from "../messages/reason.ts";

/** Goals by their domains, in lower case. undefined: a domain that is known, and whose goals are not to be had now. */
export type KnownGoals = ReadonlyMap<string, readonly string[] | undefined>;

/** Of patterns of goals, what no domain has, each with what is called like it; and what cannot be looked up now. */
type Unmatched = { unknown: { name: string; near: string[] }[]; away: string[] };

type Unknown = Unmatched["unknown"][number];

/** Why a name is refused. */
export const noSuchGoal = ({ name, near }: Unknown): Reason =>
  near.length === 0
    ? reason("no_such_goal", { name })
    : reason("no_such_goal_near", { name, options: near });

const MOST_NEAR = 3;

/** Looks `finance.get_quote` and `finance:*` up; `*` is always known. Pure. */
export function unmatchedGoals(patterns: readonly string[], known: KnownGoals): Unmatched {
  const unknown: Unknown[] = [];
  const away: string[] = [];
  for (const name of patterns) {
    const [domain = ""] = name.split(/[.:]/);
    const goals = known.get(domain);
    const isWhole = name === "*" || (name.endsWith(":*") && known.has(domain));
    if (isWhole || goals?.includes(name.slice(domain.length + 1)) === true) continue;
    if (known.has(domain) && goals === undefined) away.push(name);
    else unknown.push({ name, near: nearTo(name, domain, known) });
  }
  return { unknown, away };
}

/** Names of the same kind; those of its own domain where there is such a one. */
function nearTo(name: string, domain: string, known: KnownGoals): string[] {
  const domains = known.get(domain) === undefined ? [...known.keys()] : [domain];
  const names = name.endsWith(":*")
    ? domains.map((each) => `${each}:*`)
    : domains.flatMap((each) => (known.get(each) ?? []).map((goal) => `${each}.${goal}`));
  return names
    .toSorted((one, other) => distance(name, one) - distance(name, other))
    .slice(0, MOST_NEAR);
}
