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
    notOpen: "Essa pergunta já não está aberta. Nada foi feito.",
    otherCall: "Esta resposta é de outra chamada. Nada foi feito.",
    left: "Deixei para lá. Nada foi feito.",
  },
  en: {
    notOpen: "That question is not open any more. Nothing was done.",
    otherCall: "This answer belongs to another call. Nothing was done.",
    left: "Left alone. Nothing was done.",
  },
};
