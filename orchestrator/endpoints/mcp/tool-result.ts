import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Fault } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
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

type McpWords = { notOpen: string; otherCall: string; left: string };

/** What is told to clients of the Model Context Protocol beside the orchestrator's own words. */
export const mcpWords: Readonly<Record<Locale, McpWords>> = {
  "pt-BR": {
    notOpen: "Essa pergunta não está mais aberta. Nada foi feito.",
    otherCall: "Esta resposta é de outra chamada. Nada foi feito.",
    left: "Deixei para lá. Nada foi feito.",
  },
  en: {
    notOpen: "That question is no longer open. Nothing was done.",
    otherCall: "This answer belongs to another call. Nothing was done.",
    left: "Dismissed. Nothing was done.",
  },
};

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

const words: Record<
  Locale,
  { yes: string; no: string; confirm: string; choose: string; fill: string }
> = {
  "pt-BR": {
    yes: "sim",
    no: "não",
    confirm: "Confirmo, com estes valores",
    choose: "Qual",
    fill: "Resposta",
  },
  en: {
    yes: "yes",
    no: "no",
    confirm: "I confirm, with these values",
    choose: "Which one",
    fill: "Answer",
  },
};

/** The open question as a form: a confirmation shows the very parameters that it is for. */
export function formOf(pending: PendingAction): Form {
  const say = words[pending.locale];
  const { question, options } = viewPending(pending);
  const field: FormField =
    pending.kind === "confirm"
      ? { type: "boolean", title: say.confirm }
      : options.length > 0
        ? {
            type: "string",
            title: say.choose,
            oneOf: options.map(({ id, label }) => ({ const: id, title: label })),
          }
        : { type: "string", title: say.fill, maxLength: 8000 };
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
  const say = words[pending.locale];
  if (pending.kind === "confirm")
    return typeof value === "boolean" ? (value ? say.yes : say.no) : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const { options } = viewPending(pending);
  return options.length > 0 && !options.some(({ id }) => id === value) ? undefined : value;
}
