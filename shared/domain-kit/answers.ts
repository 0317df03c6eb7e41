import type { DomainOutput } from "../contracts/output.ts";

/** What was asked has been done, or found. `result` keeps the capability's result_schema. */
export function success(answer: {
  result?: unknown;
  explanation: string;
  metadata?: Record<string, unknown>;
  /** 0..1, 1 when absent. */
  confidence?: number;
}): DomainOutput {
  const { result = null, explanation, metadata = {}, confidence = 1 } = answer;
  return { status: "success", result, explanation, confidence, metadata };
}

/** What was asked was not done. `code` is for machines (`NOT_FOUND`), `explanation` for the person. */
export function failure(answer: {
  code: string;
  explanation: string;
  result?: unknown;
  metadata?: Record<string, unknown>;
}): DomainOutput {
  const { code, explanation, result = null, metadata = {} } = answer;
  return {
    status: "failure",
    result,
    explanation,
    confidence: 1,
    metadata: { ...metadata, code },
  };
}

/** One choice: what is shown, and the parameters that picking it means. */
export type Candidate = { label: string } & Record<string, unknown>;

type Question = { explanation: string; metadata?: Record<string, unknown> } & (
  | { candidates: readonly Candidate[]; missing_param?: string }
  | { candidates?: never; missing_param: string }
);

/**
 * A question back to the person: one of `candidates`, or a value for `missing_param`.
 * Errors: RangeError for an empty list of candidates, a question that no one can answer
 */
export function ask(question: Question): DomainOutput {
  const { explanation, candidates, missing_param, metadata = {} } = question;
  if (candidates?.length === 0)
    throw new RangeError("ask: a question needs at least one candidate");
  return {
    status: "clarification",
    result: candidates === undefined ? null : { candidates },
    explanation,
    confidence: 1,
    metadata: missing_param === undefined ? metadata : { ...metadata, missing_param },
  };
}
