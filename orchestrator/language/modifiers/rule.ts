import { z } from "zod";
import type { DoubtReason, ModifierKind } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { languageFile } from "#shared/language/words.ts";
import { yamlOf } from "#shared/plain-text/kept-yaml.ts";
import {
  COURTESY,
  type Group,
  MODIFIERS,
  type ModifierClass,
  type Phrases,
} from "../words/modifier-lexicon.ts";

/**
 * What a modifier says, by its kind, and what is doubtful where it was not obeyed.
 * negated    the request is not wanted
 * left_out   what follows is not wanted beside it: "mas não manda no telegram", "without telling me"
 * partly     something in the request is negated: "as notas que não são minhas"
 * some_day   may be past, too
 * plain      begins like a modifier and is none
 */
const VALUES = {
  negated: { kind: "polarity", doubt: "negated" },
  left_out: { kind: "polarity", doubt: "excepted" },
  partly: { kind: "polarity", doubt: "excepted" },
  asked_about: { kind: "mood", doubt: "asked_about" },
  reported: { kind: "mood", doubt: "reported" },
  supposed: { kind: "mood", doubt: "supposed" },
  when_true: { kind: "condition", doubt: "conditional" },
  later: { kind: "time", doubt: "deferred" },
  some_day: { kind: "time", doubt: "deferred" },
  again_and_again: { kind: "recurrence", doubt: "recurring" },
  to_somebody: { kind: "addressee", doubt: "addressed" },
  instead: { kind: "correction", doubt: "corrected" },
  left_out_of_all: { kind: "exception", doubt: "excepted" },
  so_many: { kind: "amount", doubt: "limited" },
  courtesy: { kind: "courtesy", doubt: undefined },
  plain: { kind: "courtesy", doubt: undefined },
} as const satisfies Record<
  string,
  { kind: ModifierKind | "courtesy"; doubt: DoubtReason | undefined }
>;

export type MarkValue = keyof typeof VALUES;
const markValues = Object.keys(VALUES) as MarkValue[];
export const kindOf = (value: MarkValue): ModifierKind | "courtesy" => VALUES[value].kind;
export const reasonOf = (value: Exclude<MarkValue, "courtesy" | "plain">): DoubtReason =>
  VALUES[value].doubt;

const phrases = z.array(z.string().min(1)).default([]);

const ruleSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  /** What a cue says where it stands. */
  says: z.enum(markValues),
  /** Phrases of words and alternatives, or classes of `modifiers.yaml` and `courtesy.yaml` in angle brackets. */
  cue: z.array(z.string().min(1)).min(1),
  /** All of these must hold where the cue stands. */
  where: z.array(z.string()).default([]),
  /** Phrases that begin where the cue does and are no such thing. */
  unless: phrases,
  /** Which words it takes with it, besides its cue. */
  direction: z.enum(["none", "forward", "both"]).default("none"),
  /** What ends that: a pause, the clause, an address, or a class of phrases. */
  until: phrases,
  /** Sentences in which something says this, and sentences in which this rule says nothing. */
  examples: z.array(z.string().min(1)).min(1, "a guard needs an example"),
  counter: z.array(z.string().min(1)).min(1, "a guard needs a counter-example"),
});

type Written = z.infer<typeof ruleSchema>;
export type Rule = Written & {
  readonly file: string;
  /** Of equally long cues, the rule that stands first counts. */
  readonly rank: number;
};

/**
 * The guards of a language, in the order in which they are written; those of English where it has none of its own.
 * Errors: a rule without example and counter-example, or with the id of another, by file and rule
 */
export function readRules(locale: Locale): readonly Rule[] {
  const { file, text } = languageFile(locale, "guards");
  return rulesIn(file, text);
}

export function rulesIn(file: string, text: string): readonly Rule[] {
  const written = z.array(z.unknown()).parse(yamlOf(text));
  const known = new Set<string>();
  return written.map((each, rank) => {
    const read = ruleSchema.safeParse(each);
    const id = String((each as { id?: unknown } | null)?.id ?? `rule ${rank + 1}`);
    if (!read.success) throw new Error(`${file}: ${id}: ${z.prettifyError(read.error)}`);
    if (known.has(id)) throw new Error(`${file}: ${id}: stands there twice`);
    known.add(id);
    return { ...read.data, file, rank };
  });
}

/** The class that a cue names: "negators" of "<negators>"; undefined: it is a phrase of its own. */
export function classOf(cue: string): ModifierClass | undefined {
  const name = /^<([a-z-]+)>$/.exec(cue)?.[1]?.replaceAll("-", "_");
  if (name === undefined) return undefined;
  const known = CLASSES.find((each) => each === name);
  if (known === undefined) throw new Error(`there is no class "${cue}"`);
  return known;
}

const CLASSES: readonly ModifierClass[] = [...COURTESY, ...MODIFIERS];

/** Under which a rule's own cues, and what is none of them, stand in the table of phrases. */
export const cuesOf = ({ id }: Rule): Group => `cue:${id}`;
export const unlessOf = ({ id }: Rule): Group => `unless:${id}`;

/** The phrases that stand in rules and in no class. */
export const phrasesOf = (rules: readonly Rule[]): (readonly [Group, Phrases])[] =>
  rules.flatMap((rule) => [
    [cuesOf(rule), rule.cue.filter((cue) => classOf(cue) === undefined)] as const,
    [unlessOf(rule), rule.unless] as const,
  ]);
