import { z } from "zod";
import { isJsonObject } from "#shared/contracts/json.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Wanted } from "../../orchestrator/quality/tools/ask-sentences.ts";

const examples = z.partialRecord(z.enum(locales), z.array(z.string()));
const spoken = z.looseObject({
  goal: z.string(),
  description: z.record(z.string(), z.string()),
  // Those of an overlay are made from its `said`.
  hints: z.looseObject({ examples: examples.default({}) }).default({ examples: {} }),
  entities_schema: z.record(z.string(), z.looseObject({ values: z.array(z.string()).optional() })),
});

const listIn = (value: unknown, name: string): unknown[] => {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** The goals of a manifest, or of an overlay's operations, as they stand there. */
const goalsOf = (draft: object): unknown[] => [
  ...listIn(draft, "goals"),
  ...listIn(draft, "actions").flatMap((action) => {
    const update = isJsonObject(action) ? action["update"] : undefined;
    return isJsonObject(update) ? listIn(update["x-regente"], "goals") : [];
  }),
];

/** The goals of a draft, as a model is told of them. */
export const goalsIn = (draft: object): Wanted[] =>
  goalsOf(draft).map((each) => {
    const { goal, description, hints, entities_schema } = spoken.parse(each);
    return {
      goal,
      description: description["en"] ?? goal,
      values: Object.fromEntries(
        Object.entries(entities_schema).map(([name, { values }]) => [name, { values }]),
      ),
      examples: Object.fromEntries(
        locales.map((locale) => [locale, hints.examples[locale] ?? []]),
      ) as Record<Locale, string[]>,
    };
  });

/** The same draft with more sentences, each after those that its goal had; nothing else of it moves. */
export function withSentences(
  draft: object,
  sentences: ReadonlyMap<string, Record<Locale, string[]>>,
): object {
  const copy = structuredClone(draft);
  for (const each of goalsOf(copy)) {
    const { goal, hints } = spoken.parse(each);
    const more = Object.fromEntries(
      locales.map((locale) => [
        locale,
        [...(hints.examples[locale] ?? []), ...(sentences.get(goal)?.[locale] ?? [])],
      ]),
    );
    if (!isJsonObject(each)) continue;
    const own = isJsonObject(each["hints"]) ? each["hints"] : {};
    each["hints"] = { ...own, examples: more };
  }
  return copy;
}
