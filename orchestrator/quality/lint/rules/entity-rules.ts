import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { finding } from "../finding.ts";

/** Required entities that are asked for in words made of their name. */
export const missingQuestions = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    Object.entries(goal.entities_schema).flatMap(([name, entity]) => {
      const isAsked = entity.required && entity.default === undefined;
      if (!isAsked || entity.question !== undefined) return [];
      return finding(
        "missing_question",
        { domain, goal: goal.goal, path: `goals.${at}.entities_schema.${name}.question` },
        {
          "pt-BR": `${goal.goal} precisa de ${name} e não diz como perguntar.`,
          en: `${goal.goal} needs ${name} and does not say how to ask for it.`,
        },
        {
          "pt-BR": 'Escreva a pergunta: question: {pt-BR: "De qual mercado?", en: "Which market?"}',
          en: 'Write the question: question: {pt-BR: "De qual mercado?", en: "Which market?"}',
        },
      );
    }),
  );

/** Entries of a capability_map that nothing people say can lead to. */
export const unreachableMapEntries = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) =>
    Object.entries(goal.entities_schema).flatMap(([name, entity]) =>
      Object.keys(entity.capability_map ?? {})
        .filter((value) => !isReachable(value, name, entity, goal, manifest))
        .map((value) =>
          finding(
            "unreachable_map_entry",
            {
              domain: manifest.domain,
              goal: goal.goal,
              path: `goals.${at}.entities_schema.${name}.capability_map.${value}`,
            },
            {
              "pt-BR": `Nenhuma palavra leva ${name} a ser ${value}, então essa linha do mapa nunca vale.`,
              en: `No words make ${name} become ${value}, so this line of the map never counts.`,
            },
            {
              "pt-BR": `Dê sinônimos a ${value}, ou marque-o em exemplos: [palavras](${name}:${value}). Um mapa pede type: enum, ou uma lista com out.`,
              en: `Give ${value} synonyms, or mark it in examples: [words](${name}:${value}). A map wants type: enum, or a list with out.`,
            },
          ),
        ),
    ),
  );

function isReachable(
  value: string,
  name: string,
  entity: EntitySchema,
  goal: Goal,
  { lists }: Manifest,
): boolean {
  if (entity.default !== undefined && String(entity.default) === value) return true;
  switch (entity.type) {
    case "enum":
      return (
        (entity.synonyms?.[value] ?? []).length > 0 ||
        isMarked(goal, name, value) ||
        // A question shows the values themselves.
        (entity.required && entity.default === undefined)
      );
    case "boolean":
      return value === "true" || value === "false";
    case "number":
    case "integer":
      return String(Number(value)) === value;
    case "string":
      return outsOf(entity, lists).includes(value);
    case "money":
    case "percent":
    case "date":
    case "time":
    case "duration":
    case "period":
    case "currency":
    case "url":
    case "email":
      return false;
  }
}

const isMarked = ({ hints }: Goal, name: string, value: string): boolean =>
  locales
    .flatMap((locale) => hints.examples?.[locale] ?? [])
    .some((example) =>
      parseExample(example).entities.some((mark) => mark.name === name && mark.value === value),
    );

/** What the entries of an entity's list stand for: other texts are the user's own words. */
function outsOf({ list }: EntitySchema, lists: Manifest["lists"]): string[] {
  const found = list !== undefined && Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (found === undefined || !("values" in found)) return [];
  return found.values.flatMap((entry) => (typeof entry === "string" ? [] : [String(entry.out)]));
}
