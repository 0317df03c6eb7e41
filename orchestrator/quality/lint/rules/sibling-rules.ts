import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { gateOfGoal } from "../../../catalogue/capabilities.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { withoutOpening } from "../../../language/courtesy.ts";
import { tokens } from "../../../language/text.ts";
import { isCommonWord } from "../../../language/words/common-words.ts";
import { actionOf, isDeterminer, siblingActionsOf } from "../../../language/words/deeds.ts";
import { stemOf } from "../../../language/words/stem.ts";
import type { Understanding } from "../../../understanding/understanding.ts";
import { finding } from "../finding.ts";

/** Examples of a goal in a language that siblings are made of: the shortest. */
const MOST_EXAMPLES = 4;
const LONGEST_OBJECT = 6;
/** So many sentences are proposed for a goal: more teach little more. */
const MOST_PROPOSED = 10;
/** One may be an odd sentence. */
const FEWEST_PROPOSED = 2;
/** Things of other goals that an action of a goal is tried with, in a language. */
const MOST_OTHER_THINGS = 8;

/**
 * Requests that are probably made and that no goal is for: the same thing with another action, and the same action with
 * a thing of another goal. One finding a goal, with the sentences that the catalogue would act on by it, ready to stand
 * among its negatives.
 * Cost: up to 80 sentences a goal are understood
 */
export function missingSiblings(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  isWanted: (domain: string, goal: string) => boolean = () => true,
): LintFinding[] {
  return catalogue.goals.flatMap(({ domain, spec }) => {
    if (spec.fallback !== undefined || !isWanted(domain, spec.goal)) return [];
    const isTaken = (text: string): boolean => {
      const { intent } = understanding.understand(text, { lastFrame: null });
      const { primary_domain, goal, confidence, doubts = [] } = intent;
      const isIt = primary_domain === domain && goal === spec.goal && doubts.length === 0;
      return isIt && confidence >= (gateOfGoal(domain, spec.goal, catalogue) ?? 0);
    };
    const others = catalogue.goals.flatMap((goal) => (goal.spec === spec ? [] : goal.spec));
    const proposed = locales
      .flatMap((locale) =>
        [...withOtherAction(spec, locale), ...withOtherThing(spec, others, locale)]
          .filter(isTaken)
          .map((text) => ({ locale, text })),
      )
      .slice(0, MOST_PROPOSED);
    if (proposed.length < FEWEST_PROPOSED) return [];
    const written = proposed
      .map(({ text }) => `{text: ${JSON.stringify(text)}, goal: null}`)
      .join(", ");
    const found = finding(
      "missing_sibling",
      { domain, goal: spec.goal, path: "goals", sentence: proposed[0]?.text ?? "" },
      "missing_sibling",
      { count: proposed.length, goal: spec.goal, written },
    );
    return { ...found, proposed };
  });
}

/** Sentences about what the goal's examples are about, with actions that none of them names; known ones are left out. */
function withOtherAction(spec: Goal, locale: Locale): string[] {
  const known = new Set(
    [...examplesOf(spec, locale), ...nearMissesOf(spec, locale)].flatMap(actionsIn),
  );
  const things = thingsOf(spec, locale).slice(0, MOST_EXAMPLES);
  return [...siblingActionsOf(locale)].flatMap(([kind, verb]) =>
    known.has(kind) ? [] : things.map((thing) => `${verb} ${thing}`),
  );
}

/** What the goal does most, asked of things that other goals are about; not of those that it is about itself, or denies. */
function withOtherThing(spec: Goal, others: readonly Goal[], locale: Locale): string[] {
  const [verb] = mostSaid(examplesOf(spec, locale).flatMap(verbOf));
  const kind = verb === undefined ? undefined : actionOf(verb);
  if (verb === undefined || kind === undefined) return [];
  const known = new Set(
    [...examplesOf(spec, locale), ...nearMissesOf(spec, locale)].flatMap(contentOf),
  );
  return (
    others
      .filter((other) => !examplesOf(other, locale).flatMap(actionsIn).includes(kind))
      .flatMap((other) => thingsOf(other, locale).slice(0, 1))
      // Behind a colon stands a text, which may be about anything.
      .filter((thing) => !thing.includes(":"))
      .filter((thing) => !contentOf(thing).some((word) => known.has(word)))
      .slice(0, MOST_OTHER_THINGS)
      .map((thing) => `${verb} ${thing}`)
  );
}

const examplesOf = ({ hints }: Goal, locale: Locale): string[] =>
  (hints.examples?.[locale] ?? []).map((each) => parseExample(each).text);

const nearMissesOf = ({ hints }: Goal, locale: Locale): string[] =>
  (hints.negatives?.[locale] ?? []).map(({ text }) => text);

const actionsIn = (text: string): string[] =>
  tokens(text).flatMap(({ word }) => actionOf(word) ?? []);

const contentOf = (text: string): string[] =>
  tokens(text).flatMap(({ word }) =>
    isCommonWord(word) || actionOf(word) !== undefined ? [] : stemOf(word),
  );

/** The action that a command begins with, as it is said. */
function verbOf(text: string): string[] {
  const words = tokens(text);
  const first = words[withoutOpening(words).from];
  return first === undefined || actionOf(first.word) === undefined
    ? []
    : [text.slice(first.start, first.end).toLowerCase()];
}

const mostSaid = (said: readonly string[]): string[] =>
  [...Map.groupBy(said, (each) => each)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([each]) => each);

/** What the goal's examples are about, the shortest first. */
const thingsOf = (spec: Goal, locale: Locale): string[] =>
  [...new Set(examplesOf(spec, locale).flatMap(objectOf))].sort((a, b) => a.length - b.length);

/** What a request is about: "me mostra as minhas notas" gives "as minhas notas"; nothing where no thing is named. */
function objectOf(text: string): string[] {
  const words = tokens(text);
  const { from, to } = withoutOpening(words);
  const isNamed = (at: number) => isDeterminer(words[at]?.word ?? "");
  const isCommand = actionOf(words[from]?.word ?? "") !== undefined;
  const start = isCommand ? from + 1 : isNamed(from - 1) ? from - 1 : from;
  if (!isNamed(start) || isNamed(start + 1) || words[start + 1]?.word === "que") return [];
  const own = words.slice(start, to);
  const first = own[0];
  const last = own.at(-1);
  if (first === undefined || last === undefined || own.length > LONGEST_OBJECT) return [];
  if (own.every(({ word }) => isCommonWord(word))) return [];
  return [text.slice(first.start, last.end)];
}
