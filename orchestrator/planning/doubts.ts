import type { Effect } from "#shared/contracts/capability.ts";
import { type Doubt, type DoubtReason, isAboutTheGoal } from "#shared/contracts/intent.ts";

type Reasons = ReadonlySet<DoubtReason>;

/** What may be done although it is in doubt: nothing that leaves the machine, and no deed that is not clearly asked for. */
const GOES_WITH: Readonly<Record<Effect, Reasons>> = {
  read: new Set([
    "asked_about",
    "reported",
    "supposed",
    "addressed",
    "limited",
    "ambiguous_scope",
  ] as const),
  write: new Set(["addressed", "ambiguous_scope"] as const),
  destructive: new Set(["addressed"] as const),
  external: new Set(),
};

/** What would be done; `isExempt`: its domain asks for no certainty. */
type Done = {
  readonly effects: readonly Effect[];
  readonly followed?: readonly Effect[];
  readonly isExempt?: boolean;
};

/** Doubts whether anything was asked for at all: they stop what is to follow as well. */
const OF_THE_DEED: Reasons = new Set(["asked_about", "reported", "supposed"] as const);

/** The doubts that stop something of these effects; `followed` are those of what is to follow. */
export function stoppingDoubts(
  doubts: readonly Doubt[],
  { effects, followed = [], isExempt = false }: Done,
): Doubt[] {
  return doubts.filter((doubt) => {
    const { reason } = doubt;
    if (isExempt && isAboutTheGoal(doubt)) return false;
    const concerned = OF_THE_DEED.has(reason) ? [...effects, ...followed] : effects;
    return concerned.some((effect) => !GOES_WITH[effect].has(reason));
  });
}
