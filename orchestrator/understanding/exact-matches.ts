import { locales } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { joined, type Token, tokens } from "../language/text.ts";
import { deedOf } from "../language/words/deeds.ts";
import { packTexts, type Texts, textIds } from "./classifier/text-ids.ts";
import type { Example, GoalModel, Mark } from "./goal-model.ts";

/** What the manifests themselves settle about one sentence. */
export type ExactMatch = {
  /** The one goal that has it among its examples. */
  readonly owner: GoalModel | undefined;
  /** What that example marks, by the words of the sentence. */
  readonly marks: readonly Mark[];
  /** Goals that say of it that it is not their own. */
  readonly denied: ReadonlySet<GoalModel>;
};

export type ExactMatches = {
  of(words: readonly Token[]): ExactMatch;
  /** The one goal whose examples announce a text with just these words, before a colon. */
  announcedBy(words: readonly Token[]): GoalModel | undefined;
};

const NOBODY: ReadonlySet<GoalModel> = new Set();

/** Learns examples and near misses by heart, without their courtesies. */
export function learnExactMatches(goals: readonly GoalModel[]): ExactMatches {
  const owners = new Map<string, { goal: GoalModel; marks: readonly Mark[] } | "several">();
  const deniers = new Map<string, Set<GoalModel>>();
  const announcers = new Map<string, GoalModel | "several">();
  const announce = (key: string, goal: GoalModel) => {
    const other = announcers.get(key);
    announcers.set(key, other === undefined || other === goal ? goal : "several");
  };
  const deny = (words: readonly Token[], goal: GoalModel) => {
    const { from, to } = withoutCourtesy(words);
    const key = joined(words.slice(from, to));
    deniers.set(key, (deniers.get(key) ?? new Set<GoalModel>()).add(goal));
  };
  for (const goal of goals) {
    for (const example of goal.examples) {
      const { key, marks } = byHeart(example);
      const known = owners.get(key);
      const isOwn = known === undefined || (known !== "several" && known.goal === goal);
      owners.set(key, isOwn ? { goal, marks } : "several");
      const before = announcement(goal, example);
      if (before === undefined) continue;
      announce(joined(before), goal);
      announce(kindsOf(before), goal);
    }
    for (const locale of locales)
      for (const { text, goal: meant } of goal.spec.hints.negatives?.[locale] ?? []) {
        const words = tokens(text);
        deny(words, goal);
        // Meant for none: for no goal of the manifest.
        if (meant === null)
          for (const other of goals) if (other.domain === goal.domain) deny(words, other);
      }
  }
  const of = settledBy(packTexts([...owners.keys()]), [...owners.values()], deniers);
  return {
    of,
    announcedBy(words) {
      const { from } = withoutCourtesy(words);
      const said = words.slice(from);
      const goal = announcers.get(joined(said)) ?? announcers.get(kindsOf(said));
      return goal === "several" ? undefined : goal;
    },
  };
}

/** What an example says before the colon that its text follows. */
function announcement(
  goal: GoalModel,
  { text, words, marks }: Example,
): readonly Token[] | undefined {
  const last = marks.at(-1);
  if (last === undefined || marks.length > 1 || last.to < words.length) return undefined;
  if (last.from === 0 || !goal.prose.has(last.entity)) return undefined;
  if (!text.slice(0, words[last.from]?.start).trimEnd().endsWith(":")) return undefined;
  const before = words.slice(0, last.from);
  return before.slice(withoutCourtesy(before).from);
}

/** A function of its own, so that the sentences themselves are let go: their letters take a third of it. */
function settledBy(
  sentences: Texts,
  owners: readonly ({ goal: GoalModel; marks: readonly Mark[] } | "several")[],
  deniers: ReadonlyMap<string, ReadonlySet<GoalModel>>,
): ExactMatches["of"] {
  const numberOf = textIds(sentences);
  const ownerOf = owners.map((owner) => (owner === "several" ? undefined : owner.goal));
  const marksOf = new Map(
    owners.flatMap((owner, at) =>
      owner === "several" || owner.marks.length === 0 ? [] : [[at, owner.marks] as const],
    ),
  );
  return (words) => {
    const key = joined(words);
    const number = numberOf(key);
    return {
      owner: ownerOf[number],
      marks: marksOf.get(number) ?? [],
      denied: deniers.get(key) ?? NOBODY,
    };
  };
}

/** The same for every verb of one kind of deed. */
const kindsOf = (words: readonly Token[]): string =>
  words.map(({ word }) => `<${deedOf(word) ?? word}>`).join(" ");

/** An example without its courtesies, and its marks there. */
function byHeart({ words, marks }: Example): { key: string; marks: Mark[] } {
  const { from, to } = withoutCourtesy(words);
  const inside = marks.filter((mark) => mark.from >= from && mark.to <= to);
  return {
    key: joined(words.slice(from, to)),
    marks: inside.map((mark) => ({ ...mark, from: mark.from - from, to: mark.to - from })),
  };
}
