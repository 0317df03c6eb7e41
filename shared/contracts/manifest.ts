import { z } from "zod";
import { jsonSchema, objectSchema } from "./json-schema.ts";
import {
  capabilityName,
  domainName,
  fieldName,
  goalName,
  localizedList,
  localizedText,
} from "./names.ts";

/** What an entity's words are read as. `string` keeps the user's own words. */
export const entityTypes = [
  "string",
  "enum",
  "number",
  "integer",
  "boolean",
  "money",
  "percent",
  "date",
  "time",
  "duration",
  "url",
  "email",
] as const;

const synonymTable = z.record(z.string().max(200), z.array(z.string().min(1).max(200)).max(500));
const capabilityMap = z.record(
  z.string().max(200),
  z.union([capabilityName, z.array(capabilityName).min(1)]),
);

/** What a goal wants to know from the sentence. Keys ending in `_text` hold the user's own words. */
export const entitySchema = z
  .strictObject({
    type: z.enum(entityTypes).default("string"),
    description: z.union([z.string().max(1000), localizedText]).optional(),
    /** Enum only: the exact values a domain receives. */
    values: z.array(z.string().min(1).max(200)).min(1).max(1000).optional(),
    /** Enum: words for each value. String: known words, so that an entity can be recognised (a gazetteer). */
    synonyms: synonymTable.optional(),
    /** Name of a manifest list whose entries are the known values. */
    list: fieldName.optional(),
    required: z.boolean().default(false),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    /** Entity value -> the capability, or several, that it means. */
    capability_map: capabilityMap.optional(),
    /** Asked when a required value is missing. */
    question: localizedText.optional(),
    /** Kept for the session and offered to later goals that lack it. */
    remember: z.boolean().default(false),
    /** "A, B e C" becomes a list of values instead of one text. */
    multiple: z.boolean().default(false),
  })
  .superRefine((entity, report) => {
    const say = (path: string, message: string) =>
      report.addIssue({ code: "custom", path: [path], message });
    if (entity.type === "enum" && entity.values === undefined)
      say("values", "an enum needs values");
    if (entity.type !== "enum" && entity.values !== undefined) say("values", "only for type enum");
    const known = entity.values;
    if (known === undefined) return;
    for (const value of Object.keys(entity.synonyms ?? {}))
      if (!known.includes(value)) say("synonyms", `${value} is not one of the values`);
    for (const value of Object.keys(entity.capability_map ?? {}))
      if (!known.includes(value)) say("capability_map", `${value} is not one of the values`);
    if (entity.default !== undefined && !known.includes(String(entity.default)))
      say("default", `${entity.default} is not one of the values`);
  });
export type EntitySchema = z.infer<typeof entitySchema>;

/** A near miss: this sentence must reach `goal` instead, or no goal when null. */
export const negativeExample = z.strictObject({
  text: z.string().min(1).max(1000),
  goal: goalName.nullable().default(null),
});

const negativeList = z.array(negativeExample).max(2000);

export const goalSchema = z.strictObject({
  goal: goalName,
  description: localizedText,
  action_type: z.enum(["deterministic", "reasoning", "hybrid", "agent"]).default("deterministic"),
  hints: z
    .strictObject({
      keywords: localizedList.optional(),
      /** Real sentences with their entities marked: `maiores [altas](direction:GAINERS) do [Brasil](market_text)` */
      examples: localizedList.optional(),
      /** `[quais] (são|foram) as maiores {direction} do {market_text}`; matched in linear time, never as a regex */
      templates: localizedList.optional(),
      negatives: z
        .strictObject({ "pt-BR": negativeList.optional(), en: negativeList.optional() })
        .optional(),
    })
    .default({}),
  entities_schema: z.record(fieldName, entitySchema).default({}),
  /** Where no entity carries a capability_map. */
  capability: capabilityName.optional(),
});
export type Goal = z.infer<typeof goalSchema>;

/** Values for templates and entities: words with their canonical form, anything at all, or numbers in a range. */
export const listSchema = z.union([
  z.strictObject({
    values: z
      .array(
        z.union([
          z.string().min(1).max(500),
          z.strictObject({
            in: z.string().min(1).max(500),
            out: z.union([z.string(), z.number(), z.boolean()]),
          }),
        ]),
      )
      .max(20_000),
  }),
  z.strictObject({ wildcard: z.literal(true) }),
  z.strictObject({
    range: z.strictObject({
      type: z.enum(["number", "percentage", "temperature"]).default("number"),
      from: z.number(),
      to: z.number(),
      step: z.number().positive().default(1),
      multiplier: z.number().default(1),
      fractions: z.enum(["halves", "tenths"]).optional(),
    }),
  }),
]);
export type ListSchema = z.infer<typeof listSchema>;

/** What a capability does to the world. Undeclared counts as `external`, the most careful reading. */
export const effects = ["read", "write", "external", "destructive"] as const;
export type Effect = (typeof effects)[number];

const composition = z.strictObject({
  /** Roles of the capabilities that may follow. */
  followup_roles: z.array(fieldName).min(1),
  /** They follow when the goal's parameters say so: `{path: parameters.notify, equals: true}` */
  enabled_if: z.strictObject({ path: z.string().max(200), equals: z.json() }).optional(),
  /** Parameter of the follower -> the primary's parameters, `_step_explanation` or `_step_result`. */
  param_map: z.record(fieldName, z.strictObject({ from_parameters: z.array(fieldName).min(1) })),
});

/** Known keys of a capability's metadata are checked; others are the author's own. */
export const capabilityMetadata = z.looseObject({
  roles: z.array(fieldName).optional(),
  intent_hints: z
    .strictObject({ keywords: localizedList.optional(), examples: localizedList.optional() })
    .optional(),
  decomposition: z
    .strictObject({
      array_params: z.array(
        z.strictObject({
          param_name: fieldName,
          single_param_name: fieldName,
          max_concurrency: z.int().min(1).max(64).default(4),
        }),
      ),
    })
    .optional(),
  composition: composition.optional(),
  followup: z
    .strictObject({ hints: localizedList, sets: z.record(fieldName, z.json()).default({}) })
    .optional(),
  flow: z
    .strictObject({
      pre: z.array(
        z.strictObject({
          /** A name for people and traces; the meaning is in the other fields. */
          type: fieldName,
          param: fieldName,
          search_capability: capabilityName,
          /** The goal's parameter that holds the words to search for; `<param>_text` when absent. */
          from: fieldName.optional(),
          /** The search capability's parameter that takes them; `query` when absent. */
          search_param: fieldName.default("query"),
        }),
      ),
    })
    .optional(),
});

export const capabilitySchema = z.strictObject({
  capability: capabilityName,
  description: localizedText.optional(),
  kind: z.enum(["service", "reasoning", "agent"]).default("service"),
  effect: z.enum(effects).optional(),
  /** keyed: safe to send again with the same key. once: never again by itself, ends as unknown. */
  repeat: z.enum(["keyed", "once"]).default("once"),
  confirm: z.enum(["never", "always", "auto"]).default("auto"),
  params_schema: objectSchema.default({ type: "object" }),
  result_schema: jsonSchema.optional(),
  /** Permission scopes, `notify:send`. */
  requires: z.array(z.string().max(100)).default([]),
  trust: z.enum(["trusted", "untrusted"]).default("trusted"),
  timeout_ms: z.int().min(10).max(600_000).default(5000),
  /** attempts counts the first one; more than one is honoured only for reads and keyed effects. */
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(10).default(2),
      backoff_ms: z.int().min(0).max(60_000).default(200),
    })
    .default({ attempts: 2, backoff_ms: 200 }),
  cache_ttl_s: z.int().min(0).max(604_800).default(0),
  /** What takes this back: a capability, and its parameters with references into this one's output (`${receipt.result.id}`). */
  undo: z
    .strictObject({ capability: capabilityName, params: z.record(fieldName, z.json()).default({}) })
    .optional(),
  metadata: capabilityMetadata.default({}),
});
export type Capability = z.infer<typeof capabilitySchema>;

export const confidenceGate = z.union([
  z.strictObject({ threshold: z.number().min(0).max(1) }),
  z.strictObject({ exempt: z.literal(true) }),
]);
export const DEFAULT_GATE_THRESHOLD = 0.94;

/** What a domain promises: what it can do, and which goals in people's words reach it. */
export const manifestSchema = z
  .strictObject({
    manifest_version: z.literal("1"),
    domain: domainName,
    version: z.string().regex(/^\d+\.\d+\.\d+/, { error: 'must look like "1.0.0"' }),
    description: localizedText,
    confidence_gate: confidenceGate.default({ threshold: DEFAULT_GATE_THRESHOLD }),
    goals: z.array(goalSchema).max(1000).default([]),
    lists: z.record(fieldName, listSchema).default({}),
    rules: z.record(fieldName, z.string().max(5000)).default({}),
    capabilities: z.array(capabilitySchema).min(1).max(1000),
    metadata: z.record(z.string(), z.json()).default({}),
  })
  .superRefine((manifest, report) => {
    const say = (path: (string | number)[], message: string) =>
      report.addIssue({ code: "custom", path, message });
    const capabilities = new Set<string>();
    manifest.capabilities.forEach(({ capability }, at) => {
      if (capabilities.has(capability))
        say(["capabilities", at, "capability"], `${capability} is declared twice`);
      capabilities.add(capability);
    });
    const goals = new Set<string>();
    manifest.goals.forEach((goal, at) => {
      if (goals.has(goal.goal)) say(["goals", at, "goal"], `${goal.goal} is declared twice`);
      goals.add(goal.goal);
      if (goal.capability !== undefined && !capabilities.has(goal.capability))
        say(["goals", at, "capability"], `no capability ${goal.capability} in this manifest`);
      const mapped = Object.entries(goal.entities_schema).filter(
        ([, entity]) => entity.capability_map !== undefined,
      );
      if (goal.capability === undefined && mapped.length === 0)
        say(["goals", at, "capability"], "needs a capability, or an entity with a capability_map");
      if (mapped.length > 1)
        say(["goals", at, "entities_schema"], "only one entity may carry a capability_map");
      for (const [name, entity] of mapped)
        for (const [value, target] of Object.entries(entity.capability_map ?? {}))
          for (const capability of [target].flat())
            if (!capabilities.has(capability))
              say(
                ["goals", at, "entities_schema", name, "capability_map", value],
                `no capability ${capability} in this manifest`,
              );
      for (const [name, entity] of Object.entries(goal.entities_schema))
        if (entity.list !== undefined && !Object.hasOwn(manifest.lists, entity.list))
          say(
            ["goals", at, "entities_schema", name, "list"],
            `no list ${entity.list} in this manifest`,
          );
    });
  });
export type Manifest = z.infer<typeof manifestSchema>;
/** A manifest as an author writes it, before defaults are filled in. */
export type ManifestSource = z.input<typeof manifestSchema>;
