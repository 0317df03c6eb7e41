import { z } from "zod";
import { parseContract } from "#shared/contracts/errors.ts";
import { ownValue, parsedJson } from "#shared/contracts/json.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { goalName, type Locale, localeOfCode } from "#shared/contracts/names.ts";
import type { Labelled } from "./labelled.ts";

const packEntity = z.object({
  type: z.string().optional(),
  required: z.boolean().optional(),
  values: z.array(z.string()).optional(),
  synonyms: z.record(z.string(), z.array(z.string())).optional(),
  list: z.string().optional(),
  multiple: z.boolean().optional(),
});

/**
 * A labelled data set: goals with a few annotated examples each, and sentences to score. What else its
 * files say is left alone.
 */
const packFile = z.object({
  pack: z.string(),
  lang: z.string(),
  lists: z.record(z.string(), z.unknown()).default({}),
  rules: z.record(z.string(), z.string()).default({}),
  domains: z
    .array(
      z.object({
        domain: z.string(),
        goals: z.array(
          z.object({
            goal: z.string(),
            description: z.string().min(1).optional(),
            entities_schema: z.record(z.string(), packEntity).default({}),
            examples: z.array(z.string()),
            templates: z.array(z.string()).optional(),
          }),
        ),
      }),
    )
    .min(1),
});
type PackFile = z.infer<typeof packFile>;

const testRow = z.object({
  id: z.string(),
  text: z.string(),
  goal: z.string().nullable(),
  entities: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

export type Pack = {
  name: string;
  locale: Locale;
  manifests: Manifest[];
  /** What the manifests call a goal, by what the pack calls it. */
  goalNames: ReadonlyMap<string, string>;
};

/**
 * A pack's goals as manifests that could be put into force.
 * Shape:  every goal only reads; a list's entries stand for the user's own words, because these are what
 *         is scored; a goal whose name no manifest could have ("what is it?") goes by one like it
 * Errors: ContractError naming file and field
 */
export function readPack(json: unknown, what: string): Pack {
  const pack = parseContract(packFile, json, what);
  const locale: Locale = localeOfCode(pack.lang) ?? "en";
  const goalNames = nameGoals(pack.domains.flatMap(({ goals }) => goals.map(({ goal }) => goal)));
  const manifests = pack.domains.map((domain) =>
    parseContract(
      manifestSchema,
      manifestOf(pack, domain, locale, goalNames),
      `${what}: ${domain.domain}`,
    ),
  );
  return { name: pack.pack, locale, manifests, goalNames };
}

const MOST_LETTERS = 60;

/** Names that a manifest may have, each once: those that it may have already come first, and stay. */
function nameGoals(goals: readonly string[]): Map<string, string> {
  const isName = (goal: string) => goalName.safeParse(goal).success;
  const names = new Map(goals.filter(isName).map((goal) => [goal, goal]));
  const taken = new Set(names.values());
  for (const goal of goals) {
    if (names.has(goal)) continue;
    const letters = goal.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[^A-Za-z]+/, "");
    const like = (letters || "goal").slice(0, MOST_LETTERS);
    let name = like;
    for (let next = 2; taken.has(name) || !isName(name); next++) name = `${like}_${next}`;
    names.set(goal, name);
    taken.add(name);
  }
  return names;
}

const LIST_VALUES = z.object({
  values: z.array(z.union([z.string(), z.object({ in: z.string() })])),
});

function manifestOf(
  pack: PackFile,
  { domain, goals }: PackFile["domains"][number],
  locale: Locale,
  goalNames: Pack["goalNames"],
) {
  const name = domain.toLowerCase().replace(/[^a-z0-9_-]+/g, "_");
  const capability = `answer_${name.replaceAll("-", "_")}`;
  const lists = Object.entries(pack.lists).map(([list, value]): [string, unknown] => {
    const listed = LIST_VALUES.safeParse(value).data;
    if (listed === undefined) return [list, value];
    return [
      list,
      { values: listed.values.map((each) => (typeof each === "string" ? each : each.in)) },
    ];
  });
  return {
    manifest_version: "1",
    domain: name,
    version: "1.0.0",
    description: { [locale]: domain },
    capabilities: [{ capability, effect: "read" }],
    lists: Object.fromEntries(lists),
    rules: pack.rules,
    goals: goals.map(({ goal, description, entities_schema, examples, templates }) => ({
      goal: goalNames.get(goal) ?? goal,
      description: { [locale]: description ?? goal },
      capability,
      entities_schema: {
        ...undeclared([...examples, ...(templates ?? [])], pack),
        ...entities_schema,
      },
      hints: {
        examples: { [locale]: examples },
        ...(templates && { templates: { [locale]: templates } }),
      },
    })),
  };
}

const MARK = /\]\(([A-Za-z_][\w-]*)/g;
const SLOT = /\{([^{}:]+)(?::([^{}]+))?\}/g;
const RULE = /<([^<>]+)>/g;

/** Packs with templates may declare no entities: the marks and slots of a goal are then its entities. */
function undeclared(texts: readonly string[], pack: PackFile): Record<string, { list?: string }> {
  const entities = new Map<string, { list?: string }>();
  const read = new Set(texts);
  for (const text of read) {
    for (const [, name = ""] of text.matchAll(MARK)) entities.set(name, {});
    for (const [, source = "", name = source] of text.matchAll(SLOT)) {
      const list = source.trim();
      entities.set(name.trim(), Object.hasOwn(pack.lists, list) ? { list } : {});
    }
    for (const [, rule = ""] of text.matchAll(RULE)) {
      const used = ownValue(pack.rules, rule);
      if (used !== undefined) read.add(used);
    }
  }
  return Object.fromEntries(entities);
}

/**
 * The sentences to score, one JSON object a line, with their goals as the manifests call them.
 * Errors: ContractError naming the line and the field
 */
export function readTestRows(
  text: string,
  { locale, goalNames }: Pick<Pack, "locale" | "goalNames">,
  what: string,
): Labelled[] {
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const row = parseContract(testRow, parsedJson(line), `${what}:${at + 1}`);
    const goal = row.goal === null ? null : (goalNames.get(row.goal) ?? row.goal);
    return [{ ...row, goal, locale }];
  });
}
