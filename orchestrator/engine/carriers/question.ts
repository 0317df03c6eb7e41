import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";

/**
 * A step that is a question to the user: it waits for its `answer`, and then tells it.
 * Shape: `options` are choices, of which one is taken; without them any words are an answer
 */
export function askQuestion(params: JsonObject): DomainOutput {
  const answer = ownValue(params, "answer");
  const told = { confidence: 1, metadata: {} };
  if (typeof answer === "string")
    return { ...told, status: "success", result: { answer }, explanation: answer };
  const options = ownValue(params, "options");
  const labels = Array.isArray(options) ? options.map(String) : [];
  const explanation = String(ownValue(params, "question") ?? "");
  return {
    ...told,
    status: "clarification",
    explanation,
    ...(labels.length > 0
      ? { result: { candidates: labels.map((label) => ({ label, answer: label })) } }
      : { result: null, metadata: { missing_param: "answer" } }),
  };
}
