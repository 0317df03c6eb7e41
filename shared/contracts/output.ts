import { z } from "zod";
import { isJsonObject } from "./canonical-json.ts";

/** Characters. */
const MOST_EXPLAINED = 100_000;

/** The `code` of a failure that only the operator can end: a key or another setting is missing. Nothing was done. */
export const NOT_CONFIGURED = "NOT_CONFIGURED";

/** What a domain answers, and what a whole run combines to. */
export const domainOutput = z.strictObject({
  status: z.enum(["success", "failure", "clarification"]),
  /** Any JSON. In a clarification, `{candidates: [{label?, ...parameters}]}` are the choices. */
  result: z.unknown().default(null),
  /** What a person reads, in their language. */
  explanation: z.string().max(MOST_EXPLAINED),
  confidence: z.number().min(0).max(1).default(1),
  /** The domain's own notes. Known to the core: `code`, `missing_param`, `sources`, `files`, and `note`: what the explanation ends with, told once. */
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type DomainOutput = z.infer<typeof domainOutput>;

const WHOLE = ["status", "result", "explanation", "confidence", "metadata"];

/**
 * JSON as what a domain answers. What says all of it, and nothing more, is taken as it is: a checker would make a copy,
 * which is a tenth of what a step allocates.
 */
export function readOutput(value: unknown): z.ZodSafeParseResult<DomainOutput> {
  return isWhole(value) ? { success: true, data: value } : domainOutput.safeParse(value);
}

function isWhole(value: unknown): value is DomainOutput {
  if (!isJsonObject(value)) return false;
  const { status, explanation, confidence, metadata } = value;
  return (
    Object.keys(value).length === WHOLE.length &&
    WHOLE.every((key) => Object.hasOwn(value, key)) &&
    (status === "success" || status === "failure" || status === "clarification") &&
    typeof explanation === "string" &&
    explanation.length <= MOST_EXPLAINED &&
    typeof confidence === "number" &&
    confidence >= 0 &&
    confidence <= 1 &&
    isJsonObject(metadata)
  );
}

export const sourceSchema = z.strictObject({ title: z.string(), url: z.string() });
export type Source = z.infer<typeof sourceSchema>;

/** A file a step produced: inline as a data: URL, or a link. */
export const fileSchema = z.strictObject({
  name: z.string(),
  media_type: z.string(),
  url: z.string(),
});
export type FileLink = z.infer<typeof fileSchema>;
