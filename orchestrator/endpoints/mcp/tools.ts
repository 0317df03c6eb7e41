import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Fault } from "#shared/contracts/errors.ts";
import type { Effect, EntitySchema, Goal } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type CatalogueGoal, capabilitiesOfGoal } from "../../catalogue/catalogue.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import { type Allowed, mayPursue } from "../../planning/rights.ts";
import { viewPending } from "../../turn/reply/question.ts";

/** A turn as a tool's result: its words, its files as links, and the same for programs. */
export function resultOfTurn(
  turn: TurnResponse,
  pending: PendingAction | undefined,
  linkTo: (file: FileLink) => string,
): CallToolResult {
  const results = turn.trace.steps.flatMap(({ id, domain, capability, status, output }) =>
    output === null ? [] : [{ id: String(id), domain, capability, status, result: output.result }],
  );
  const files = turn.files.map(
    (file): ContentBlock => ({
      type: "resource_link",
      uri: linkTo(file),
      name: file.name,
      mimeType: file.media_type,
    }),
  );
  return {
    content: [{ type: "text", text: turn.answer }, ...files],
    structuredContent: {
      status: turn.status === "clarification" ? "waiting" : turn.status,
      answer: turn.answer,
      conversation: turn.session_id,
      run_id: turn.run_id,
      results,
      ...(pending !== undefined && { question: questionOf(pending) }),
    },
    ...(turn.status === "failure" && { isError: true }),
  };
}

const questionOf = (pending: PendingAction) => {
  const { kind, question, options } = viewPending(pending);
  return {
    pending_id: pending.id,
    kind,
    text: question,
    options: options.map(({ label }) => label),
  };
};

/** A call that came to nothing, in words. */
export const refusal = (text: string): CallToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
});

export const wrongArguments = (faults: readonly Fault[]): CallToolResult =>
  refusal(faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; "));

/** A form that a client shows to its person. */
type Form = {
  message: string;
  requestedSchema: {
    type: "object";
    properties: Record<string, FormField>;
    required: string[];
  };
};
type FormField =
  | { type: "boolean"; title: string }
  | { type: "string"; title: string; oneOf: { const: string; title: string }[] }
  | { type: "string"; title: string; maxLength: number };

/** The one field of a form. */
const FIELD = "answer";

/** The open question as a form: a confirmation shows the very parameters that it is for. */
export function formOf(pending: PendingAction): Form {
  const say = sayIn("mcp", pending.locale);
  const { question, options } = viewPending(pending);
  const field: FormField =
    pending.kind === "confirm"
      ? { type: "boolean", title: say("form.confirm") }
      : options.length > 0
        ? {
            type: "string",
            title: say("form.choose"),
            oneOf: options.map(({ id, label }) => ({ const: id, title: label })),
          }
        : { type: "string", title: say("form.fill"), maxLength: 8000 };
  const shown = pending.kind === "confirm" ? options.map(({ label }) => label) : [];
  return {
    message: [question, ...shown].join("\n"),
    requestedSchema: { type: "object", properties: { [FIELD]: field }, required: [FIELD] },
  };
}

/** What a filled-in form says, in words; undefined: it is not filled in as it should be. */
export function saidInForm(
  pending: PendingAction,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const value = content?.[FIELD];
  const say = sayIn("mcp", pending.locale);
  if (pending.kind === "confirm")
    return typeof value === "boolean" ? say(value ? "form.yes" : "form.no") : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const { options } = viewPending(pending);
  return options.length > 0 && !options.some(({ id }) => id === value) ? undefined : value;
}

/** What a client may send, or is sent. */
type Schema = { [key: string]: unknown; type: "object" };

/** A tool as the Model Context Protocol describes one. */
export type ToolDescription = {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

export const ASK = "ask";
export const ANSWER = "answer";

const TEXT = { type: "string", minLength: 1, maxLength: 8000 } as const;

/** What every tool answers beside its words. */
const OUTPUT: Schema = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["success", "partial", "failure", "waiting"] },
    answer: { type: "string" },
    conversation: { type: "string" },
    run_id: { type: "string" },
    results: { type: "array", description: "What each step found or did." },
    question: {
      type: "object",
      description: "A question to the user; the tool `answer` takes the choice or the value.",
      properties: {
        pending_id: { type: "string" },
        kind: { type: "string", enum: ["select", "fill", "confirm", "choose_goal"] },
        text: { type: "string" },
        options: { type: "array", items: { type: "string" } },
      },
      required: ["pending_id", "kind", "text", "options"],
    },
  },
  required: ["status", "answer", "conversation", "run_id"],
};

/** Every tool for one caller, in an order that stays: `ask`, `answer`, and one for each goal that they may use. */
export function toolsFor(allowed: Allowed, locale: Locale): ToolDescription[] {
  const say = sayIn("mcp", locale);
  const goals = allowed.catalogue.goals
    .filter((goal) => isOffered(goal, allowed))
    .map((goal) => toolOf(goal, allowed, locale));
  return [
    {
      name: ASK,
      title: say("ask_title"),
      description: say("ask"),
      inputSchema: {
        type: "object",
        properties: {
          text: TEXT,
          conversation: {
            type: "string",
            minLength: 1,
            maxLength: 256,
            description: "From an earlier answer, to continue that conversation.",
          },
        },
        required: ["text"],
        additionalProperties: false,
      },
      outputSchema: OUTPUT,
      annotations: hintsOf(["external"], false),
    },
    {
      name: ANSWER,
      title: say("answer_title"),
      description: say("answer"),
      inputSchema: {
        type: "object",
        properties: { pending_id: { type: "string", minLength: 1, maxLength: 256 }, text: TEXT },
        required: ["pending_id", "text"],
        additionalProperties: false,
      },
      outputSchema: OUTPUT,
      annotations: hintsOf(["external"], false),
    },
    ...goals.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  ];
}

/** `finance.get_quote` */
export const toolName = ({ domain, spec }: CatalogueGoal): string =>
  `${domain}.${spec.goal.toLowerCase()}`;

/** The goal that a tool stands for, as far as the caller may use it. */
export const goalOfTool = (name: string, allowed: Allowed): CatalogueGoal | undefined =>
  allowed.catalogue.goals.find((goal) => toolName(goal) === name && isOffered(goal, allowed));

/** What a goal covers that no other does is no tool: it would swallow everything. */
const isOffered = (goal: CatalogueGoal, allowed: Allowed): boolean =>
  goal.spec.fallback === undefined && mayPursue(goal, allowed);

function toolOf(goal: CatalogueGoal, { catalogue }: Allowed, locale: Locale): ToolDescription {
  const { spec } = goal;
  const capabilities = capabilitiesOfGoal(goal, catalogue);
  const title = describedIn(spec.description, locale) ?? spec.goal;
  const examples = (spec.hints.examples && inLocale(spec.hints.examples, locale)) ?? [];
  const said = examples.slice(0, MOST_EXAMPLES).map((example) => `"${parseExample(example).text}"`);
  return {
    name: toolName(goal),
    title,
    description:
      said.length === 0
        ? title
        : `${title}. ${sayIn("mcp", locale)("for_example")}: ${said.join(", ")}.`,
    inputSchema: inputOf(spec, locale),
    outputSchema: OUTPUT,
    annotations: hintsOf(
      capabilities.map(({ effect }) => effect),
      capabilities.every((each) => each.effect === "read" || each.spec.repeat === "keyed"),
    ),
  };
}

const MOST_EXAMPLES = 2;

/** What is not said counts as the worst for a client, so everything is said. */
const hintsOf = (effects: readonly Effect[], isKeyed: boolean): ToolDescription["annotations"] => ({
  readOnlyHint: effects.every((effect) => effect === "read"),
  destructiveHint: effects.includes("destructive"),
  idempotentHint: isKeyed,
  openWorldHint: effects.includes("external"),
});

/** A goal's entities as parameters. What is required is asked for where it is missing, as with words. */
function inputOf({ entities_schema }: Goal, locale: Locale): Schema {
  const properties = Object.entries(entities_schema).map(([name, entity]) => [
    name,
    propertyOf(entity, locale),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

function propertyOf(entity: EntitySchema, locale: Locale): Record<string, unknown> {
  const { description, question, multiple } = entity;
  const described = typeof description === "string" ? description : inOne(description, locale);
  const told = described ?? inOne(question, locale);
  const one = { ...typeOf(entity), ...(told !== undefined && { description: told }) };
  return multiple ? { type: "array", items: one, minItems: 1, maxItems: 100 } : one;
}

const inOne = (text: EntitySchema["question"], locale: Locale): string | undefined =>
  text === undefined ? undefined : inLocale(text, locale);

function typeOf({ type, values, default: usual }: EntitySchema): Record<string, unknown> {
  const kept = usual === undefined ? {} : { default: usual };
  switch (type) {
    case "enum":
      return { type: "string", enum: values ?? [], ...kept };
    case "number":
    case "integer":
    case "boolean":
      return { type, ...kept };
    case "string":
    case "money":
    case "percent":
    case "date":
    case "time":
    case "duration":
    case "recurrence":
    case "period":
    case "currency":
    case "url":
    case "email":
      // As people say it, or in its own form: "last friday", "2026-11-20".
      return { type: "string", minLength: 1, maxLength: 2000, ...kept };
  }
}
