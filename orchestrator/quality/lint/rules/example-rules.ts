import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { InBothLanguages, LintFinding } from "#shared/contracts/lint.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { isMeaning } from "../../../understanding/entities/meanings.ts";
import { comparable } from "../../evaluation/labelled.ts";
import { finding, languageNames } from "../finding.ts";

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
    allExamplesOf(goal, at).flatMap(({ annotated, path }) =>
      markFaults(annotated, goal).map((message) =>
        finding("wrong_mark", { domain, goal: goal.goal, path, sentence: annotated }, message, {
          "pt-BR":
            "Marque como [palavras](entidade) ou [palavras](entidade:VALOR), com nomes de entities_schema.",
          en: "Mark as [words](entity) or [words](entity:VALUE), with names of entities_schema.",
        }),
      ),
    ),
  );

function markFaults(annotated: string, { goal, entities_schema }: Goal): InBothLanguages[] {
  const { text, entities } = parseExample(annotated);
  const faults = entities.flatMap(({ name, value }): InBothLanguages[] => {
    const entity = Object.hasOwn(entities_schema, name) ? entities_schema[name] : undefined;
    if (entity === undefined)
      return [
        {
          "pt-BR": `O exemplo marca ${name}, que não é uma entidade de ${goal}.`,
          en: `The example marks ${name}, which is no entity of ${goal}.`,
        },
      ];
    if (entity.values === undefined || entity.values.includes(value)) return [];
    return [
      {
        "pt-BR": `O exemplo diz que ${name} é ${value}, que não está entre os valores.`,
        en: `The example says that ${name} is ${value}, which is none of its values.`,
      },
    ];
  });
  if (text.includes("]("))
    faults.push({
      "pt-BR": "Uma marca do exemplo está incompleta.",
      en: "A mark of the example is not complete.",
    });
  return faults;
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
        {
          "pt-BR": `A frase é exemplo de ${goal.goal} e também está entre os negatives dele.`,
          en: `The sentence is an example of ${goal.goal} and stands among its negatives, too.`,
        },
        {
          "pt-BR": "Tire-a de um dos dois.",
          en: "Take it out of one of them.",
        },
      );
    });
  });

/** Languages that a goal is said in, but in too few ways. */
export const fewExamples = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    locales.flatMap((locale) => {
      const { length } = examplesOf(goal, at, locale);
      if (length === 0 || length >= ENOUGH_EXAMPLES) return [];
      const language = languageNames[locale];
      return finding(
        "few_examples",
        { domain, goal: goal.goal, path: `goals.${at}.hints.examples.${locale}` },
        {
          "pt-BR": `${goal.goal} tem ${length} ${length === 1 ? "exemplo" : "exemplos"} em ${language["pt-BR"]}; são precisos ao menos ${ENOUGH_EXAMPLES}.`,
          en: `${goal.goal} has ${length} ${length === 1 ? "example" : "examples"} in ${language.en}; it needs ${ENOUGH_EXAMPLES} at least.`,
        },
        {
          "pt-BR":
            "Escreva frases como as pessoas as dizem, de jeitos diferentes. Com 50, a maioria dos pedidos é entendida sem perguntar.",
          en: "Write sentences as people say them, in different ways. With 50 most requests are understood without asking.",
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
      const language = languageNames[locale];
      const fields = missing.join(", ");
      return finding(
        "missing_language",
        { domain, goal: goal.goal, path: `goals.${at}` },
        {
          "pt-BR": `${goal.goal} não tem ${fields} em ${language["pt-BR"]}.`,
          en: `${goal.goal} has no ${fields} in ${language.en}.`,
        },
        {
          "pt-BR": `Acrescente "${locale}" a: ${fields}.`,
          en: `Add "${locale}" to: ${fields}.`,
        },
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
            {
              "pt-BR": `Nenhum exemplo de ${goal.goal} marca ${name}.`,
              en: `No example of ${goal.goal} marks ${name}.`,
            },
            {
              "pt-BR": `Marque as palavras em alguns exemplos: [palavras](${name}).`,
              en: `Mark the words in some examples: [words](${name}).`,
            },
          ),
        )
    );
  });
