import type { Doubt, DoubtReason, Entities, Evidence, Unread } from "#shared/contracts/intent.ts";
import { wordMap } from "#shared/language/words.ts";
import type { Mark, Whose } from "../language/modifiers/mark.ts";
import { slice, type Token, tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import type { FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";

/** A goal and how likely it is meant. */
export type RankedGoal = { readonly goal: GoalModel; readonly confidence: number };

/** What one clause says. */
export type Clause = {
  readonly goal: GoalModel | undefined;
  readonly confidence: number;
  /** How likely the goal alone is, whatever its values are. */
  readonly likely: number;
  readonly tier: "template" | "classifier" | "none";
  /** The words that were read: entities stand at places in them. */
  readonly words: readonly Token[];
  readonly found: readonly FoundEntity[];
  /** The goal accounts for what the sentence is about (evidence.ts), so that it is worth offering. */
  readonly explained: boolean;
  /** Nothing but values. */
  readonly bare: boolean;
  /** Worked out when it is asked for: of all readings of a message one is told of. */
  readonly evidence: () => readonly Evidence[];
  /** Why it is not simply done. */
  readonly doubts: readonly Doubt[];
  /** The whole sentence is an example of the goal. */
  readonly settled: boolean;
  /** What stands around it, and whose it is; places in the text of its sentence, as for `unread`. */
  readonly around?: readonly { readonly mark: Mark; readonly whose: Whose }[];
  /** Words that nothing accounts for. */
  readonly unread?: readonly Unread[];
  /** The best goals, best first; only worked out when it is asked for. */
  ranking(most: number): RankedGoal[];
};
export type Interpret = (sentence: Sentence) => Clause;

/** A clause with the words it was read from. */
export type Part = { readonly sentence: Sentence; readonly clause: Clause };

/** Reads clauses. */
export type Interpreter = {
  /** The goal of a clause and its entities. Pure. */
  interpret(sentence: Sentence): Clause;
  /** The clause as if it were about this goal. */
  interpretAs(goal: GoalModel, sentence: Sentence): Clause;
};

/**
 * The same interpreter, which remembers the clauses of one message: what is cut off it is looked at from several sides.
 * Shape: `forget` ends the message
 */
export function remembering(interpreter: Interpreter): Interpreter & { forget(): void } {
  const known = new Map<string, { said: Sentence; clause: Clause }[]>();
  return {
    interpretAs: interpreter.interpretAs,
    interpret(sentence) {
      const before = known.get(sentence.text) ?? [];
      const same = before.find(({ said }) => isSame(said, sentence));
      if (same !== undefined) return same.clause;
      const clause = interpreter.interpret(sentence);
      known.set(sentence.text, [...before, { said: sentence, clause }]);
      return clause;
    },
    forget: () => known.clear(),
  };
}

const isSame = (a: Sentence, b: Sentence): boolean =>
  a.locale === b.locale &&
  (a.words === b.words ||
    (a.words.length === b.words.length &&
      a.words.every(
        ({ word, start }, at) => word === b.words[at]?.word && start === b.words[at].start,
      )));

/** The last goal with what the new sentence changes in it. */
export type Ellipsis = {
  readonly goal: GoalModel;
  readonly entities: Entities;
  readonly found: readonly FoundEntity[];
  readonly confidence: number;
};

/** A clause that says nothing. */
export const SILENCE: Clause = {
  goal: undefined,
  confidence: 0,
  likely: 0,
  tier: "none",
  words: [],
  found: [],
  explained: false,
  bare: false,
  evidence: () => [],
  doubts: [],
  settled: false,
  ranking: () => [],
};

/** The same clause, no more likely than `ceiling`, and no other goal either. */
export const capped = (clause: Clause, ceiling: number): Clause => ({
  ...clause,
  confidence: Math.min(clause.confidence, ceiling),
  likely: Math.min(clause.likely, ceiling),
  ranking: (most) =>
    clause
      .ranking(most)
      .map(({ goal, confidence }) => ({ goal, confidence: Math.min(confidence, ceiling) })),
});

/** The same clause with a doubt more. */
export const doubted = (clause: Clause, doubt: Doubt, evidence?: Evidence): Clause => ({
  ...clause,
  doubts: [...clause.doubts, doubt],
  evidence: evidence === undefined ? clause.evidence : () => [...clause.evidence(), evidence],
});

/** What may be another request altogether. */
const OF_THE_GOAL: ReadonlySet<DoubtReason> = new Set(["compound", "strange", "spelling"]);
const IN_DOUBT = 0.85;

/** How much a clause weighs beside another reading: one whose goal is in doubt is never clear. */
export const standing = ({ confidence, doubts }: Pick<Clause, "confidence" | "doubts">): number =>
  doubts.some(({ reason }) => OF_THE_GOAL.has(reason))
    ? Math.min(confidence, IN_DOUBT)
    : confidence;

/** Small words for what another request has named, folded, and how its name is said in their place. */
const OF_IT = new Map(
  [...wordMap("references.of-it")].map(([word, said]) => [
    word,
    (name: string) => said.join(" ").replace("*", () => name),
  ]),
);
/** A name is hardly longer; more words are a text. */
const LONGEST_NAME = 4;

/** A request whose small words speak of what another one has named, with the name in their place. Pure. */
export function withReferent(sentence: Sentence, before: Clause, said: Sentence): Sentence {
  const { text, words } = sentence;
  const at = words.findIndex(({ word }) => OF_IT.has(word));
  const pronoun = words[at];
  if (pronoun === undefined) return sentence;
  const sayName = OF_IT.get(pronoun.word);
  const name = sayName && nameIn(before, said);
  if (name === undefined || sayName === undefined) return sentence;
  const replaced = `${text.slice(0, pronoun.start)}${sayName(name)}${text.slice(pronoun.end)}`;
  return { ...sentence, text: replaced, words: tokens(replaced) };
}

/** The one name that a request says. */
function nameIn({ goal, found, words }: Clause, { text }: Sentence): string | undefined {
  const isName = ({ entity, value, from, to }: FoundEntity) =>
    goal?.entities.get(entity)?.type === "string" &&
    !goal.prose.has(entity) &&
    typeof value === "string" &&
    to - from <= LONGEST_NAME;
  const names = found.filter(isName);
  const [only, other] = names.filter(({ by }) => by === "known" || by === "code");
  const named = only ?? (names.length === 1 ? names[0] : undefined);
  return named === undefined || other !== undefined
    ? undefined
    : slice(text, words, named.from, named.to);
}
