import { z } from "zod";
import { type Reason, reason } from "../messages/reason.ts";
import {
  capabilityAddress,
  capabilityName,
  fieldName,
  goalName,
  localizedList,
  localizedPrompt,
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
  "recurrence",
  "period",
  "currency",
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
    type: z
      .enum(entityTypes)
      .default("string")
      .describe(
        "What its words are read as. string keeps the user's own words. period: ISO 8601 (2026-10-10, 2026-10, 2026-03-01/2026-05-01, P6M/2026-11-18; .. leaves an end open); recurrence: a rule of RFC 5545 (FREQ=WEEKLY;BYDAY=MO), beside which a required date that is not said is its first day; currency: ISO 4217. Beside a string entity of the same name with _text, these two are what its words mean.",
      ),
    leaning: z
      .enum(["past", "coming"])
      .optional()
      .describe(
        'period and date only: which one is meant if the words leave it open ("friday", "10 December", "the 5th"): the latest period that has begun (the default), or the next. The default for a date is this month and year.',
      ),
    description: z
      .union([z.string().max(1000), localizedText])
      .optional()
      .describe("What it means, for people and models."),
    values: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(1000)
      .optional()
      .describe("Enum only: the exact values that the domain receives."),
    synonyms: synonymTable
      .optional()
      .describe(
        "Enum: words for each value. String: known words for each value, so that sentences with them are recognised (a gazetteer).",
      ),
    list: fieldName
      .optional()
      .describe("Name of one of the manifest's lists; its entries are the known values."),
    required: z
      .boolean()
      .default(false)
      .describe("The goal cannot run without it, so Regente asks for it."),
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe("Used if the sentence does not give a value."),
    capability_map: capabilityMap
      .optional()
      .describe(
        "Value -> the capability or capabilities that it stands for. At most one entity of a goal may have it.",
      ),
    question: localizedText
      .optional()
      .describe('Asked when a required value is missing: "De qual mercado?"'),
    remember: z
      .boolean()
      .default(false)
      .describe("Kept for the session and offered to later goals that lack it."),
    multiple: z
      .boolean()
      .default(false)
      .describe('"A, B e C" becomes a list of values instead of one text.'),
    one_word: z
      .boolean()
      .default(false)
      .describe(
        "string only: a value has no spaces (a number, a code), so the words after it are not part of it.",
      ),
    at_least: z
      .int()
      .min(2)
      .max(20)
      .optional()
      .describe(
        "multiple only: the goal cannot run with fewer values, so Regente asks for the missing ones.",
      ),
    hosts: z
      .array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, { error: "example.com" }))
      .min(1)
      .max(100)
      .optional()
      .describe(
        "url only: an address of these hosts or their subdomains points to this goal rather than to another goal of the manifest that takes any address.",
      ),
  })
  .superRefine((entity, report) => {
    const say = (path: string, reason: Reason) =>
      report.addIssue({ code: "custom", path: [path], params: { reason } });
    if (entity.type === "enum" && entity.values === undefined)
      say("values", reason("enum_needs_values"));
    if (entity.type !== "enum" && entity.values !== undefined)
      say("values", reason("only_for_type", { type: "enum" }));
    if (entity.type !== "period" && entity.type !== "date" && entity.leaning !== undefined)
      say("leaning", reason("only_for_type", { type: "period, date" }));
    if (entity.type !== "string" && entity.one_word)
      say("one_word", reason("only_for_type", { type: "string" }));
    if (!entity.multiple && entity.at_least !== undefined) say("at_least", reason("only_multiple"));
    if (entity.type !== "url" && entity.hosts !== undefined)
      say("hosts", reason("only_for_type", { type: "url" }));
    const known = entity.values;
    if (known === undefined) return;
    for (const value of Object.keys(entity.synonyms ?? {}))
      if (!known.includes(value)) say("synonyms", reason("none_of_values", { value }));
    for (const value of Object.keys(entity.capability_map ?? {}))
      if (!known.includes(value)) say("capability_map", reason("none_of_values", { value }));
    if (entity.default !== undefined && !known.includes(String(entity.default)))
      say("default", reason("none_of_values", { value: String(entity.default) }));
  });
export type EntitySchema = z.infer<typeof entitySchema>;
/** A type whose values have a form of their own, so that they are recognised without a list. */
export type TypedEntity = Exclude<EntitySchema["type"], "string" | "enum" | "boolean">;

/** A near miss: this sentence must reach `goal` instead, or no goal when null. */
export const negativeExample = z.strictObject({
  text: z.string().min(1).max(1000).describe("A sentence that looks like the goal but is not."),
  goal: goalName
    .nullable()
    .default(null)
    .describe("The goal that it should lead to instead; null: no goal of this manifest."),
});

const negativeList = z.array(negativeExample).max(2000);

const resultPath = z
  .string()
  .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,7}$/, { error: "order.status" })
  .max(200);

/** One value of a goal's result that people may wait for: a price, a state. */
export const watchableSchema = z.strictObject({
  name: fieldName.describe("Its name: price"),
  path: resultPath.describe("Its place in the capability's result: order.status"),
  unit: z.string().max(40).optional().describe("Its unit, for people."),
  words: localizedList.describe(
    "People's words for it: preço, cotação. Without any, the first watchable is meant.",
  ),
  every_s: z
    .int()
    .min(60)
    .max(86_400)
    .default(300)
    .describe("The interval of the checks, in seconds."),
  fresh: resultPath
    .optional()
    .describe("The time of the value: while it stays the same, a check does not count."),
  source: resultPath
    .optional()
    .describe("The source of the value: the first check of another source does not count."),
  sample: resultPath.optional().describe("If true there, the value is invented and never counts."),
  of_day: z
    .boolean()
    .default(false)
    .describe('The value is the change since the day before, in per cent, as in "5 % on the day".'),
  values: z
    .record(z.string().max(200), localizedList)
    .optional()
    .describe(
      "Words for each value that is not a number: delivered: {pt-BR: [entregue, chegar], en: [delivered, arrives]}",
    ),
});
export type Watchable = z.infer<typeof watchableSchema>;

export const goalSchema = z.strictObject({
  goal: goalName.describe("Its name, unique among all domains: GET_FORECAST"),
  description: localizedText.describe(
    "What the user gets, in a few words; shown in help and offers.",
  ),
  question: localizedText
    .optional()
    .describe(
      'Asked where this goal is likely and not certain: "Quer a cotação[ de {symbol_text}]?" An entity stands in braces; what is in brackets is left out where the user did not say it.',
    ),
  action_type: z
    .enum(["deterministic", "reasoning", "hybrid", "agent"])
    .default("deterministic")
    .describe("Who plans it: only tables, a prompt, a model that writes a plan, or an agent."),
  hints: z
    .strictObject({
      keywords: localizedList
        .optional()
        .describe("Words that suggest this goal. Literal text, never a pattern."),
      examples: localizedList
        .optional()
        .describe(
          "Real sentences with their entities marked: maiores [altas](direction:GAINERS) do [Brasil](market_text)",
        ),
      templates: localizedList
        .optional()
        .describe(
          "Patterns of whole sentences: [quais] (são|foram) as maiores {direction} do {market_text}. Matched in linear time, never as a regular expression.",
        ),
      negatives: z
        .strictObject({
          "pt-BR": negativeList.optional().describe("In Brazilian Portuguese."),
          en: negativeList.optional().describe("In English."),
        })
        .optional()
        .describe("Near misses: sentences that must not lead to this goal."),
    })
    .default({})
    .describe("How people request it."),
  entities_schema: z
    .record(fieldName, entitySchema)
    .default({})
    .describe("The values that the goal takes from the sentence, by name."),
  fallback: z
    .strictObject({
      entity: fieldName.describe("The entity that receives the whole message."),
    })
    .optional()
    .describe(
      "Requests that no other goal covers lead here if a language model decides so, without a gate. Words alone never lead here, so only the model uses its sentences.",
    ),
  capability: capabilityName
    .optional()
    .describe("The capability that it runs, if no entity has a capability_map."),
  watchable: z
    .array(watchableSchema)
    .min(1)
    .max(20)
    .optional()
    .describe(
      "Values of the result that people may wait for. Only for a goal with a single capability, which must be a read.",
    ),
  plan: z
    .strictObject({
      may_use: z
        .array(capabilityAddress)
        .min(1)
        .max(30)
        .describe(
          "The capabilities that a plan may use: my_capability, or other_domain.capability.",
        ),
      instruction: localizedPrompt.optional().describe("Instructions for the model."),
    })
    .optional()
    .describe(
      "hybrid only: what a model may use in a plan. If the goal also has a capability, that is tried first.",
    ),
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
            in: z.string().min(1).max(500).describe("The words."),
            out: z
              .union([z.string(), z.number(), z.boolean()])
              .describe("The value that the domain receives for them."),
          }),
        ]),
      )
      .max(20_000)
      .describe("Words, or words with their canonical form."),
  }),
  z.strictObject({ wildcard: z.literal(true).describe("Any words at all.") }),
  z.strictObject({
    range: z
      .strictObject({
        type: z
          .enum(["number", "percentage", "temperature"])
          .default("number")
          .describe("The unit that is counted."),
        from: z.number().describe("The lowest value."),
        to: z.number().describe("The greatest value."),
        step: z.number().positive().default(1).describe("The step between two values."),
        multiplier: z
          .number()
          .default(1)
          .describe("The value that the domain receives for one unit."),
        fractions: z
          .enum(["halves", "tenths"])
          .optional()
          .describe("Fractions that are also allowed."),
      })
      .describe("Numbers in a range."),
  }),
]);
export type ListSchema = z.infer<typeof listSchema>;
