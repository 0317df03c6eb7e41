import { z } from "zod";
import { type Reason, reason } from "../messages/reason.ts";
import { agentDefinition } from "./agent.ts";
import { artifactUse } from "./artifact.ts";
import { anyJson, jsonSchema, objectSchema } from "./json-schema.ts";
import {
  capabilityName,
  DEFAULT_LOCALE,
  fieldName,
  localizedList,
  localizedText,
  providedAddress,
} from "./names.ts";
import { namesInPrompt, promptSchema } from "./prompt.ts";
import { checkResultItems, pointer, resultItems } from "./result-items.ts";

const parameters = z.record(fieldName, anyJson);

/** A call that may be carried out, again and again, to see whether a domain keeps its promises. */
export const checkCase = z.strictObject({
  parameters: parameters.describe("Parameters that it accepts."),
  other_parameters: parameters
    .optional()
    .describe("Other parameters that it accepts; they show that a key is bound to its call."),
  counted_by: z
    .strictObject({
      capability: capabilityName.describe("A read of the same domain."),
      parameters: parameters.default({}).describe("Its parameters."),
      path: z
        .string()
        .regex(/^result(\.[A-Za-z0-9_-]+)*$/, { error: '"result.total"' })
        .describe("A number or a list in its answer: result.total"),
      shared: z
        .boolean()
        .optional()
        .describe(
          "true: all users share what one user creates. false: it belongs to that user alone, and the check fails if another user sees it.",
        ),
      once: z
        .boolean()
        .optional()
        .describe(
          "true: an existing item is not created a second time, such as a note with the same text.",
        ),
    })
    .optional()
    .describe("Counts how often an effect has happened. Without it the effect is only a dry run."),
  asks: z.boolean().default(false).describe("The answer must be a question with choices."),
});

/** The file of `regente check-domain --cases`. */
export const checkCases = z
  .array(checkCase.extend({ capability: capabilityName.describe("The capability to call.") }))
  .max(200);
export type CheckCases = z.infer<typeof checkCases>;

/** What a capability does to the world. */
export const effects = ["read", "write", "external", "destructive"] as const;
export type Effect = (typeof effects)[number];

const composition = z.strictObject({
  followup_roles: z.array(fieldName).min(1).describe("Roles of the capabilities that may follow."),
  enabled_if: z
    .strictObject({
      path: z.string().max(200).describe("parameters.notify"),
      equals: anyJson.describe("The value that it must have."),
    })
    .optional()
    .describe(
      "They follow if the user gave this value: {path: parameters.notify, equals: true}. A default or a remembered value never counts.",
    ),
  param_map: z
    .record(
      fieldName,
      z.strictObject({
        from_parameters: z
          .array(fieldName)
          .min(1)
          .describe(
            "The first of these that exists is used: a parameter, _step_explanation, _step_result or _step_files.",
          ),
      }),
    )
    .describe("The follower's parameters, taken from this capability's parameters and answer."),
});

/** A plain list is in Portuguese. */
const hintList = z.union([
  localizedList,
  z
    .array(z.string().min(1).max(1000))
    .max(2000)
    .transform((texts) => ({ [DEFAULT_LOCALE]: texts })),
]);

/** Known keys of a capability's metadata are checked; others are the author's own. */
export const capabilityMetadata = z.looseObject({
  roles: z
    .array(fieldName)
    .optional()
    .describe("Its role for other capabilities; a notifier may follow any goal."),
  intent_hints: z
    .strictObject({
      keywords: hintList.optional().describe("Words that suggest it."),
      examples: hintList.optional().describe("Sentences that request it."),
    })
    .optional()
    .describe("How people request it, if several capabilities serve one goal."),
  decomposition: z
    .strictObject({
      array_params: z
        .array(
          z.strictObject({
            param_name: fieldName.describe("The goal's parameter that holds a list."),
            single_param_name: fieldName.describe(
              "The parameter that takes one value of that list.",
            ),
            max_concurrency: z
              .int()
              .min(1)
              .max(64)
              .default(4)
              .describe("How many of these steps run at once."),
          }),
        )
        .describe("Lists that become one step for each value."),
    })
    .optional()
    .describe("How one request becomes several steps."),
  composition: composition.optional().describe("Which capabilities may follow this one."),
  followup: z
    .strictObject({
      hints: localizedList.describe(
        'How people request it after something else: "me avisa no telegram". At least two words that say what is done and how; not a phrase of another domain, nor an extension of one.',
      ),
      sets: z.record(fieldName, anyJson).default({}).describe("Parameters that these words set."),
    })
    .optional()
    .describe("How people request it as a follow-up."),
  recipient: z
    .strictObject({
      stands_for: localizedList.describe(
        'The words that a recipient\'s name stands for: "send it to Ana" is read as "send it on telegram", for Ana.',
      ),
    })
    .optional()
    .describe(
      "How people request it by naming a recipient; it needs a parameter of format recipient.",
    ),
  flow: z
    .strictObject({
      pre: z
        .array(
          z.strictObject({
            type: fieldName.describe("A name for people and traces; it has no meaning of its own."),
            param: fieldName.describe("The parameter that a single hit fills."),
            search_capability: capabilityName.describe("The search that runs first to find it."),
            from: fieldName
              .optional()
              .describe(
                "The goal's parameter with the words to search for; <param>_text if absent.",
              ),
            search_param: fieldName
              .default("query")
              .describe("The search capability's parameter for these words."),
          }),
        )
        .describe("Searches that run first. Several hits become a question."),
    })
    .optional()
    .describe("What runs before it."),
  check: z
    .array(checkCase)
    .max(20)
    .optional()
    .describe("Calls that `regente check-domain` may make repeatedly."),
});

const capabilityFields = z.strictObject({
  capability: capabilityName.describe("Its name, unique among all domains: get_forecast"),
  description: localizedText.optional().describe("What it does, for people and models."),
  provides: providedAddress
    .optional()
    .describe(
      "Another domain's capability that this one can stand in for, with the same schemas and guards. The bootstrap file must agree.",
    ),
  kind: z
    .enum(["service", "reasoning", "agent", "question", "versions"])
    .default("service")
    .describe(
      "Who carries it out: the domain's service, a prompt, an agent, or the user who is asked; versions shows the versions of an artifact.",
    ),
  prompt: promptSchema
    .optional()
    .describe("reasoning only: the instruction for the model, and how much it may write."),
  agent: agentDefinition
    .optional()
    .describe("agent only: the agent, or the path of its own file: agents/clerk.yaml or .xml"),
  artifact: artifactUse
    .optional()
    .describe("agent and versions only: the artifact whose versions it makes or shows."),
  effect: z
    .enum(effects)
    .optional()
    .describe("What it changes. If undeclared, it counts as external, to be careful."),
  repeat: z
    .enum(["keyed", "once"])
    .default("once")
    .describe(
      "keyed: safe to send again with the same key. once: never sent again automatically; the step ends as unknown.",
    ),
  confirm: z
    .enum(["never", "always", "auto"])
    .default("auto")
    .describe("auto asks if it is destructive, or if untrusted data reaches its parameters."),
  params_schema: objectSchema
    .default({ type: "object" })
    .describe("JSON Schema of its parameters, checked before the call."),
  result_schema: jsonSchema
    .optional()
    .describe(
      "JSON Schema of its result, checked after the call; references are checked against it.",
    ),
  result_items: resultItems
    .optional()
    .describe("Items of its answer can be referred to afterwards: the second, both, the last one."),
  requires: z
    .array(z.string().max(100))
    .default([])
    .describe("Permission scopes that the user needs: notify:send"),
  trust: z
    .enum(["trusted", "untrusted"])
    .default("trusted")
    .describe("untrusted: its answers carry text from outside, such as web pages."),
  gives_files: z
    .boolean()
    .default(false)
    .describe("It answers with files; other follow-ups that take files receive these."),
  timeout_ms: z
    .int()
    .min(10)
    .max(600_000)
    .default(5000)
    .describe("Time limit of one attempt, in milliseconds."),
  retry: z
    .strictObject({
      attempts: z
        .int()
        .min(1)
        .max(10)
        .default(2)
        .describe("Includes the first one. More than one only for reads and keyed effects."),
      backoff_ms: z
        .int()
        .min(0)
        .max(60_000)
        .default(200)
        .describe("Pause before the second attempt, in milliseconds; grows with each further one."),
    })
    .default({ attempts: 2, backoff_ms: 200 })
    .describe("What happens when the service itself fails."),
  cache_ttl_s: z
    .int()
    .min(0)
    .max(604_800)
    .default(0)
    .describe("How long an answer is reused for the same parameters, in seconds. Reads only."),
  cache_scope: z
    .enum(["user", "public"])
    .default("user")
    .describe("Who may get a cached answer: only the same user, or everyone."),
  bulk: z
    .strictObject({
      counted_by: capabilityName.describe(
        "A capability of this domain that only reads. It receives the parameters that both share, and its explanation says what would be affected.",
      ),
      total: pointer.describe("Where its result has the number: /total"),
    })
    .optional()
    .describe(
      "It may affect many things that the user did not name one by one. Regente asks first, whatever confirm says, if it affects more than one, any at all with a destructive effect, or an unknown number.",
    ),
  undo: z
    .strictObject({
      capability: capabilityName.describe("The capability that undoes it."),
      params: z
        .record(fieldName, anyJson)
        .default({})
        .describe(
          "Its parameters, with references to this capability's answer: ${receipt.result.id}",
        ),
    })
    .optional()
    .describe("How it is undone."),
  metadata: capabilityMetadata
    .default({})
    .describe("How it takes part in plans. Unknown keys are the author's own."),
});

export const capabilitySchema = capabilityFields.superRefine((spec, report) => {
  const say: Complaint = (path, reason) =>
    report.addIssue({ code: "custom", path: [...path], params: { reason } });
  checkAgent(spec, say);
  checkQuestion(spec, say);
  checkArtifact(spec, say);
  checkPrompt(spec, say);
  if (spec.bulk !== undefined && spec.effect === "read") say(["bulk"], reason("reads_hit_nothing"));
  if (NEVER_CHANGES.has(spec.kind) && (spec.effect ?? "read") !== "read")
    say(["effect"], reason("kind_changes_nothing", { kind: spec.kind }));
  if (spec.result_items !== undefined)
    for (const { path, why } of checkResultItems(spec.result_items, spec.result_schema))
      say(["result_items", ...path], why);
});

type Fields = z.infer<typeof capabilityFields>;
type Complaint = (path: readonly (string | number)[], why: Reason) => void;

const NEVER_CHANGES: ReadonlySet<string> = new Set(["question", "versions", "reasoning"]);

const takes = ({ params_schema }: Fields, name: string): boolean =>
  Object.hasOwn(params_schema.properties ?? {}, name);

function checkAgent(spec: Fields, say: Complaint): void {
  if ((spec.kind === "agent") !== (spec.agent !== undefined))
    say(["agent"], reason("agent_has_agent"));
  for (const name of namesInPrompt(spec.agent?.task ?? ""))
    if (!takes(spec, name)) say(["agent", "task"], reason("names_no_parameter", { name }));
}

function checkQuestion(spec: Fields, say: Complaint): void {
  if (spec.kind !== "question") return;
  for (const name of ["question", "answer"])
    if (!takes(spec, name))
      say(["params_schema", "properties"], reason("question_needs_text", { name }));
}

function checkArtifact({ kind, artifact, cache_ttl_s }: Fields, say: Complaint): void {
  if (kind === "versions" && artifact === undefined)
    say(["artifact"], reason("versions_needs_artifact"));
  if (artifact === undefined) return;
  if (kind !== "agent" && kind !== "versions")
    say(["artifact"], reason("only_for_agent_and_versions"));
  if (cache_ttl_s > 0) say(["cache_ttl_s"], reason("no_cache_of_versions"));
}

function checkPrompt(spec: Fields, say: Complaint): void {
  const { kind, prompt } = spec;
  const isReasoning = kind === "reasoning";
  if (isReasoning && prompt === undefined) say(["prompt"], reason("reasoning_needs_prompt"));
  if (!isReasoning && prompt !== undefined) say(["prompt"], reason("only_for_reasoning"));
  if (!isReasoning || prompt === undefined) return;
  const templates = [
    { path: ["prompt", "template"], template: prompt.template },
    { path: ["prompt", "trial", "template"], template: prompt.trial?.template ?? {} },
  ];
  for (const { path, template } of templates)
    for (const [locale, text] of Object.entries(template))
      for (const name of namesInPrompt(text ?? ""))
        if (!takes(spec, name)) say([...path, locale], reason("names_no_parameter", { name }));
}

export type Capability = z.infer<typeof capabilitySchema>;
