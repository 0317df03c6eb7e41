import { locales } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "./courtesy.ts";
import type { GoalModel } from "./goal-model.ts";
import { type Token, tokens } from "./text.ts";

/** What the manifests themselves settle about one sentence. */
export type Settled = {
  /** The one goal that has it among its examples. */
  readonly owner: GoalModel | undefined;
  /** Goals that say of it that it is not their own. */
  readonly denied: ReadonlySet<GoalModel>;
};

export type SettledSentences = { of(words: readonly Token[]): Settled };

const NOBODY: ReadonlySet<GoalModel> = new Set();

/** Learns examples and near misses by heart, without their courtesies. */
export function settleSentences(goals: readonly GoalModel[]): SettledSentences {
  const owners = new Map<string, Set<GoalModel>>();
  const deniers = new Map<string, Set<GoalModel>>();
  const note = (map: Map<string, Set<GoalModel>>, words: readonly Token[], goal: GoalModel) => {
    const { from, to } = withoutCourtesy(words);
    const key = keyOf(words.slice(from, to));
    const set = map.get(key) ?? new Set<GoalModel>();
    map.set(key, set.add(goal));
  };
  for (const goal of goals) {
    for (const { words } of goal.examples) note(owners, words, goal);
    for (const locale of locales)
      for (const { text, goal: meant } of goal.spec.hints.negatives?.[locale] ?? []) {
        const words = tokens(text);
        note(deniers, words, goal);
        // Meant for none: for no goal of the manifest.
        if (meant === null)
          for (const other of goals) if (other.domain === goal.domain) note(deniers, words, other);
      }
  }
  return {
    of(words) {
      const key = keyOf(words);
      const [only, ...others] = owners.get(key) ?? [];
      return {
        owner: others.length === 0 ? only : undefined,
        denied: deniers.get(key) ?? NOBODY,
      };
    },
  };
}

const keyOf = (words: readonly Token[]): string => words.map(({ word }) => word).join(" ");
