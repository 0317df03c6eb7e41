import { errorBody } from "../contracts/endpoints.ts";
import { faultsOf } from "../contracts/errors.ts";
import { isJsonObject, jsonFault, ownValue } from "../contracts/json.ts";
import { type DomainOutput, domainOutput } from "../contracts/output.ts";
import type { Answer } from "./domain-probe.ts";

export const isJson = ({ headers }: Answer): boolean =>
  headers.get("content-type")?.startsWith("application/json") === true;

const shown = ({ status, text }: Answer) => `got ${status} ${text.slice(0, 300)}`;

/** What is wrong with a refusal: its status, its error body, the field it names, or that it shows a stack. */
export function refused(answer: Answer, status: number, param?: string): string | undefined {
  if (answer.status !== status) return `wanted ${status}, ${shown(answer)}`;
  const error = errorBody.safeParse(answer.body);
  if (!error.success) return `wanted an error body, ${shown(answer)}`;
  if (/\n\s+at |node_modules/.test(error.data.error.message))
    return `the error shows a stack: ${shown(answer)}`;
  const named = error.data.error.param;
  if (param !== undefined && named !== param) return `wanted param ${param}, ${shown(answer)}`;
  return undefined;
}

/** The DomainOutput of an answer, or what is wrong with it. */
export function outputOf(answer: Answer): DomainOutput | string {
  if (answer.status !== 200) return `wanted 200, ${shown(answer)}`;
  if (!isJson(answer)) return `content-type is ${answer.headers.get("content-type")}`;
  const fault = jsonFault(answer.body);
  if (fault !== undefined) return fault;
  const parsed = domainOutput.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  return `not a DomainOutput: ${faultsOf(parsed.error)
    .map(({ path, message }) => `${path}: ${message}`)
    .join("; ")}`;
}

/** What a question offers: a label, and the parameters that choosing it means. */
export function choicesOf({ result }: DomainOutput): Record<string, unknown>[] {
  const candidates = ownValue(result, "candidates");
  return Array.isArray(candidates) ? candidates.filter(isJsonObject) : [];
}
