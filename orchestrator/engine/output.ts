import type { z } from "zod";
import type { DomainOutput } from "#shared/contracts/output.ts";

type Metadata = DomainOutput["metadata"];

/** Answers that the orchestrator gives in the place of a domain. */
export const succeeded = (
  explanation: string,
  result: unknown = null,
  metadata: Metadata = {},
): DomainOutput => ({ status: "success", result, explanation, confidence: 1, metadata });

export const failed = (explanation: string, metadata: Metadata): DomainOutput => ({
  ...{ status: "failure", result: null, explanation, confidence: 1, metadata },
});

export const asking = (
  explanation: string,
  result: unknown,
  metadata: Metadata = {},
): DomainOutput => ({ status: "clarification", result, explanation, confidence: 1, metadata });

/** What an answer lists under one key of its metadata, as far as that keeps its contract. */
export function listedInOutput<T>(
  output: DomainOutput | null,
  key: "sources" | "files",
  schema: z.ZodType<T>,
): T[] {
  const listed = output?.metadata[key];
  return (Array.isArray(listed) ? (listed as unknown[]) : []).flatMap(
    (each) => schema.safeParse(each).data ?? [],
  );
}
