import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { isMeaning } from "../../../understanding/entities/meanings.ts";
import { comparable } from "../../evaluation/labelled.ts";
import { finding, said } from "../finding.ts";

/** With fewer, a goal is mostly guessed; from 50 on it is mostly known. */
const ENOUGH_EXAMPLES = 15;

type Example = { annotated: string; path: string };

const examplesOf = ({ hints }: Goal, goalAt: number, locale: Locale): Example[] =>
  (hints.examples?.[locale] ?? []).map((annotated, at) => ({
    annotated,
    path: `goals.${goalAt}.hints.examples.${locale}.${at}`,
  }));

const allExamplesOf = (goal: Goal, at: number): Example[] =>
  locales.flatMap((locale) => examplesOf(goal, at, locale));

/** Marks of entities or values that the goal does not have, and marks that are not complete. */
export const wrongMarks = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    allExamplesOf(goal, at).flatMap((example) => markFaults(domain, goal, example)),
  );

function markFaults(
  domain: string,
  { goal, entities_schema }: Goal,
  { annotated, path }: Example,
): LintFinding[] {
  const place = { domain, goal, path, sentence: annotated };
  const { text, entities } = parseExample(annotated);
  const faults = entities.flatMap(({ name, value }) => {
    const entity = Object.hasOwn(entities_schema, name) ? entities_schema[name] : undefined;
    if (entity === undefined) return finding("wrong_mark", place, "wrong_mark", { name, goal });
    if (entity.values === undefined || entity.values.includes(value)) return [];
    return finding("wrong_mark", place, "wrong_value", { name, value });
  });
  const isCut = text.includes("](");
  return isCut ? [...faults, finding("wrong_mark", place, "incomplete_mark", {})] : faults;
}

/** Examples that their own goal calls near misses: they can never reach it. */
export const deniedExamples = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) => {
    const denied = new Set(
      locales.flatMap((locale) =>
        (goal.hints.negatives?.[locale] ?? []).map(({ text }) => comparable(text)),
      ),
    );
    return allExamplesOf(goal, at).flatMap(({ annotated, path }) => {
      const { text } = parseExample(annotated);
      if (!denied.has(comparable(text))) return [];
      return finding(
        "denied_example",
        { domain, goal: goal.goal, path, sentence: text },
        "denied_example",
        { goal: goal.goal },
      );
    });
  });

/** Languages that a goal is said in, but in too few ways. */
export const fewExamples = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    locales.flatMap((locale) => {
      const { length } = examplesOf(goal, at, locale);
      if (length === 0 || length >= ENOUGH_EXAMPLES) return [];
      return finding(
        "few_examples",
        { domain, goal: goal.goal, path: `goals.${at}.hints.examples.${locale}` },
        "few_examples",
        {
          goal: goal.goal,
          count: length,
          spoken: said(`spoken.${locale}`, {}),
          least: ENOUGH_EXAMPLES,
        },
      );
    }),
  );

/** Languages that a goal cannot be asked in, or does not speak. */
export const missingLanguages = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    locales.flatMap((locale) => {
      const missing = missingIn(goal, locale);
      if (missing.length === 0) return [];
      const fields = missing.join(", ");
      return finding(
        "missing_language",
        { domain, goal: goal.goal, path: `goals.${at}` },
        "missing_language",
        { goal: goal.goal, fields, spoken: said(`spoken.${locale}`, {}), locale },
      );
    }),
  );

function missingIn({ description, hints, entities_schema }: Goal, locale: Locale): string[] {
  const questions = Object.entries(entities_schema).flatMap(([name, { question }]) =>
    question !== undefined && question[locale] === undefined
      ? [`entities_schema.${name}.question`]
      : [],
  );
  const said = [...(hints.examples?.[locale] ?? []), ...(hints.templates?.[locale] ?? [])];
  return [
    ...(description[locale] === undefined ? ["description"] : []),
    ...(said.length === 0 ? ["hints.examples"] : []),
    ...questions,
  ];
}

/** Entities that no example shows: where they stand in a sentence is then only a guess. */
export const unannotatedEntities = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) => {
    const examples = allExamplesOf(goal, at).map(({ annotated }) => parseExample(annotated));
    if (examples.length === 0) return [];
    const marked = new Set(examples.flatMap(({ entities }) => entities.map(({ name }) => name)));
    return (
      Object.entries(goal.entities_schema)
        // The whole message is no words in it; a period or a currency is read from its words, wherever they stand.
        .filter(([name, entity]) => name !== goal.fallback?.entity && !isMeaning(entity))
        .filter(([name]) => !marked.has(name))
        .map(([name]) =>
          finding(
            "unannotated_entity",
            { domain, goal: goal.goal, path: `goals.${at}.entities_schema.${name}` },
            "unannotated_entity",
            { goal: goal.goal, name },
          ),
        )
    );
  });
