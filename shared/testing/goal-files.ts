import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseExample } from "../contracts/annotated-example.ts";
import { type Goal, goalSchema } from "../contracts/manifest.ts";
import { type Locale, locales } from "../contracts/names.ts";
import { foldLetters } from "../plain-text/fold.ts";

const LEAST_EXAMPLES = 40;
const LEAST_NEGATIVES = 15;

/**
 * The goals of a folder of goal files, in the order of their names.
 * Errors: throws the first file's schema error
 */
export function readGoalFiles(folder: URL): Goal[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => goalSchema.parse(parse(readFileSync(new URL(file, folder), "utf8"))));
}

export const examplesOf = (goal: Goal, locale: Locale): readonly string[] =>
  goal.hints.examples?.[locale] ?? [];

/** One text for sentences that differ only in case, accents, punctuation and spaces. */
export const foldSentence = (text: string): string =>
  foldLetters(text)
    .replace(/[^\p{L}\p{N}&]+/gu, " ")
    .trim();

/** What can be wrong with one marked example, each as a sentence; none when it is fine. */
export function exampleFaults(annotated: string, goal: Goal): string[] {
  const { text, entities } = parseExample(annotated);
  const faults = entities.flatMap(({ name, value, said }) => {
    const entity = goal.entities_schema[name];
    if (entity === undefined) return [`${annotated}: ${name} is not an entity of ${goal.goal}`];
    if (entity.type !== "enum") return [];
    if (!entity.values?.includes(value)) return [`${annotated}: ${name} has no value ${value}`];
    const words = [value, ...(entity.synonyms?.[value] ?? [])].map(foldSentence);
    return words.includes(foldSentence(said))
      ? []
      : [`${annotated}: "${said}" is no synonym of ${value}`];
  });
  if (/\]\(|[[\]]/.test(text)) faults.push(`${annotated}: a mark that is not complete`);
  return faults;
}

/** Folded sentences that stand more than once among `examples`, with the goals that have them. */
function repeated(goals: readonly Goal[]): string[] {
  const owners = new Map<string, string[]>();
  for (const goal of goals)
    for (const locale of locales)
      for (const example of examplesOf(goal, locale)) {
        const sentence = foldSentence(parseExample(example).text);
        owners.set(sentence, [...(owners.get(sentence) ?? []), goal.goal]);
      }
  return [...owners]
    .filter(([, goals]) => goals.length > 1)
    .map(([sentence, goals]) => `${sentence} (${goals.join(", ")})`);
}

/** The structure that every folder of goal files keeps: enough sentences, marked right, each in one place. */
export function goalFilesContract(folder: URL): void {
  const goals = readGoalFiles(folder);

  it("has each sentence in one goal, once", () => expect(repeated(goals)).toEqual([]));

  describe.each(goals.map((goal) => [goal.goal, goal] as const))("%s", (_name, goal) => {
    it.each(locales)("has enough examples, templates, negatives and keywords in %s", (locale) => {
      const { templates, negatives, keywords } = goal.hints;
      expect(examplesOf(goal, locale).length).toBeGreaterThanOrEqual(LEAST_EXAMPLES);
      expect(negatives?.[locale]?.length).toBeGreaterThanOrEqual(LEAST_NEGATIVES);
      expect(templates?.[locale]).not.toEqual([]);
      expect(keywords?.[locale]).not.toEqual([]);
    });

    it.each(locales)("marks only its own entities in %s, enums by their synonyms", (locale) => {
      expect(examplesOf(goal, locale).flatMap((each) => exampleFaults(each, goal))).toEqual([]);
    });

    it.each(locales)("says no example of its own is a near miss in %s", (locale) => {
      const own = new Set(
        examplesOf(goal, locale).map((each) => foldSentence(parseExample(each).text)),
      );
      const negatives = goal.hints.negatives?.[locale] ?? [];
      expect(negatives.filter(({ text }) => own.has(foldSentence(text)))).toEqual([]);
    });

    it.each(locales)(
      "sends near misses to another goal of the folder, or to none, in %s",
      (locale) => {
        const others = goals.map((each) => each.goal).filter((name) => name !== goal.goal);
        const named = (goal.hints.negatives?.[locale] ?? []).flatMap(
          ({ goal: name }) => name ?? [],
        );
        expect(named.filter((name) => !others.includes(name))).toEqual([]);
      },
    );

    it.each(locales)("asks in %s for what it must know", (locale) => {
      const required = Object.values(goal.entities_schema).filter((entity) => entity.required);
      for (const entity of required) expect(entity.question?.[locale]).toBeTypeOf("string");
    });
  });
}
