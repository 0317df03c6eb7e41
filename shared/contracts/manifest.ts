import { z } from "zod";
import { type Reason, reason } from "../messages/reason.ts";
import { type Capability, capabilitySchema } from "./capability.ts";
import { type Goal, goalSchema, listSchema } from "./goal.ts";
import { anyJson, type JsonSchema } from "./json-schema.ts";
import { domainName, fieldName, localizedList, localizedText } from "./names.ts";
import { namesInPrompt } from "./prompt.ts";
import { keysOf } from "./result-items.ts";

export type { Capability, Effect } from "./capability.ts";
export {
  type EntitySchema,
  type Goal,
  goalSchema,
  type ListSchema,
  type Watchable,
} from "./goal.ts";

export const DEFAULT_GATE_THRESHOLD = 0.94;
/** So much is enough for what only reads where every word was read, in a domain that asks for no more than the default. */
export const READ_WHOLE_THRESHOLD = 0.88;
/** What writes needs this much, and what acts outside or destroys this much; a manifest can only ask for more. */
export const WRITE_GATE_THRESHOLD = 0.94;
export const EFFECT_GATE_THRESHOLD = 0.97;

export const confidenceGate = z.union([
  z.strictObject({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .describe(
        `The least confidence that may act; what writes never acts below ${WRITE_GATE_THRESHOLD}, what acts outside or destroys never below ${EFFECT_GATE_THRESHOLD}.`,
      ),
  }),
  z.strictObject({
    exempt: z
      .literal(true)
      .describe("Any confidence is enough if nothing is changed, as in general conversation."),
  }),
]);

/** What a domain promises: what it can do, and which goals in people's words reach it. */
export const manifestSchema = z
  .strictObject({
    $schema: z.string().optional().describe("The location of this schema, for editors."),
    manifest_version: z.literal("1").describe("Version of this format."),
    domain: domainName.describe("Its name in the bootstrap file."),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+/, { error: '"1.0.0"' })
      .describe("Version of this manifest: 1.0.0"),
    description: localizedText.describe("What the domain is for, in a few words; shown in help."),
    confidence_gate: confidenceGate
      .default({ threshold: DEFAULT_GATE_THRESHOLD })
      .describe("The minimum confidence before this domain acts."),
    goals: z
      .array(goalSchema)
      .max(1000)
      .default([])
      .describe("What people can ask for. A folder may have one goal in each goals/*.yaml."),
    lists: z
      .record(fieldName, listSchema)
      .default({})
      .describe("Values with their words, for templates and entities."),
    rules: z
      .record(fieldName, z.string().max(5000))
      .default({})
      .describe("Pieces of templates by name, used as <name>."),
    capabilities: z.array(capabilitySchema).min(1).max(1000).describe("What the domain can do."),
    not_yet: z
      .array(
        z.strictObject({
          words: localizedList.describe("Words that such a request contains; literal text."),
          answer: localizedText.describe("The answer to it: Ainda não acompanho carteiras."),
        }),
      )
      .max(100)
      .optional()
      .describe("Requests that belong here but are not offered yet; they get their own answer."),
    metadata: z.record(z.string(), anyJson).default({}).describe("The author's own notes."),
  })
  .superRefine((manifest, report) => {
    const say: Complaint = (path, reason) =>
      report.addIssue({ code: "custom", path: [...path], params: { reason } });
    const within =
      (...place: Path): Complaint =>
      (path, why) =>
        say([...place, ...path], why);
    const declared = new Set(manifest.capabilities.map(({ capability }) => capability));
    checkTwice(manifest.capabilities, "capability", within("capabilities"));
    checkTwice(manifest.goals, "goal", within("goals"));
    manifest.capabilities.forEach((capability, at) => {
      checkCounter(capability, manifest.capabilities, within("capabilities", at, "bulk"));
    });
    manifest.goals.forEach((goal, at) => {
      checkServed(goal, declared, within("goals", at));
      checkEntities(goal, Object.keys(manifest.lists), within("goals", at));
      checkWatchable(goal, manifest.capabilities, within("goals", at, "watchable"));
    });
  });

type Path = readonly (string | number)[];
type Complaint = (path: Path, why: Reason) => void;

function checkTwice<Key extends string>(
  all: readonly Readonly<Record<Key, string>>[],
  key: Key,
  say: Complaint,
): void {
  const names = all.map((each) => each[key]);
  names.forEach((name, at) => {
    if (names.indexOf(name) < at) say([at, key], reason("declared_twice", { name }));
  });
}

/** What says how many things would be hit is there, changes nothing, and has the number in its result. */
function checkCounter({ bulk }: Capability, capabilities: readonly Capability[], say: Complaint) {
  if (bulk === undefined) return;
  const { counted_by, total } = bulk;
  const counter = capabilities.find(({ capability }) => capability === counted_by);
  if (counter === undefined)
    say(["counted_by"], reason("no_capability_in_manifest", { capability: counted_by }));
  else if (counter.effect !== "read")
    say(["counted_by"], reason("counter_is_no_read", { capability: counted_by }));
  else if (!mayHave(counter.result_schema, keysOf(total)))
    say(["total"], reason("result_has_no", { capability: counted_by, path: total }));
}

/** What serves a goal is declared: its capability, those of its tables, and those of its plan. */
function checkServed(
  { capability, plan, action_type, entities_schema }: Goal,
  declared: ReadonlySet<string>,
  say: Complaint,
): void {
  const mustExist = (name: string, ...path: Path) => {
    if (!declared.has(name)) say(path, reason("no_capability_in_manifest", { capability: name }));
  };
  const mapped = Object.entries(entities_schema).filter(
    ([, entity]) => entity.capability_map !== undefined,
  );
  if (capability !== undefined) mustExist(capability, "capability");
  else if (mapped.length === 0 && plan === undefined)
    say(["capability"], reason("goal_leads_nowhere"));
  if ((action_type === "hybrid") !== (plan !== undefined)) say(["plan"], reason("hybrid_has_plan"));
  plan?.may_use.forEach((address, at) => {
    if (!address.includes(".")) mustExist(address, "plan", "may_use", at);
  });
  if (mapped.length > 1) say(["entities_schema"], reason("one_capability_map"));
  for (const [name, entity] of mapped)
    for (const [value, target] of Object.entries(entity.capability_map ?? {}))
      for (const each of [target].flat())
        mustExist(each, "entities_schema", name, "capability_map", value);
}

/** What a goal says of entities and lists is there. */
function checkEntities(
  { question, fallback, entities_schema }: Goal,
  lists: readonly string[],
  say: Complaint,
): void {
  const isEntity = (name: string) => Object.hasOwn(entities_schema, name);
  for (const [locale, form] of Object.entries(question ?? {}))
    for (const name of namesInPrompt(form ?? ""))
      if (!isEntity(name)) say(["question", locale], reason("names_no_entity", { name }));
  if (fallback !== undefined && !isEntity(fallback.entity))
    say(["fallback", "entity"], reason("no_entity_in_goal", { entity: fallback.entity }));
  for (const [name, { list }] of Object.entries(entities_schema))
    if (list !== undefined && !lists.includes(list))
      say(["entities_schema", name, "list"], reason("no_list_in_manifest", { list }));
}

/** What is watched stands in the result of the goal's one capability, which changes nothing. */
function checkWatchable(
  { capability, watchable = [] }: Goal,
  capabilities: readonly Capability[],
  say: Complaint,
): void {
  if (watchable.length === 0) return;
  const watched = capabilities.find((each) => each.capability === capability);
  if (watched === undefined) {
    say([], reason("needs_own_capability"));
    return;
  }
  if (watched.effect !== "read") {
    say([], reason("watched_is_no_read", { capability: watched.capability }));
    return;
  }
  const names = new Set<string>();
  watchable.forEach(({ name, path, fresh, source, sample }, at) => {
    if (names.has(name)) say([at, "name"], reason("declared_twice", { name }));
    names.add(name);
    for (const [key, place] of Object.entries({ path, fresh, source, sample }))
      if (place !== undefined && !mayHave(watched.result_schema, place.split(".")))
        say([at, key], reason("result_has_no", { capability: watched.capability, path: place }));
  });
}

/** False where the schema rules the path out. */
function mayHave(schema: JsonSchema | undefined, [key, ...rest]: readonly string[]): boolean {
  if (schema === undefined || key === undefined) return true;
  if (schema.anyOf !== undefined) return schema.anyOf.some((each) => mayHave(each, [key, ...rest]));
  const { properties, additionalProperties } = schema;
  if (properties === undefined) return true;
  if (Object.hasOwn(properties, key)) return mayHave(properties[key], rest);
  return additionalProperties === true || typeof additionalProperties === "object";
}

export type Manifest = z.infer<typeof manifestSchema>;
/** A manifest as an author writes it, before defaults are filled in. */
export type ManifestSource = z.input<typeof manifestSchema>;
