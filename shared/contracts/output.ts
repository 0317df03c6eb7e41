import { z } from "zod";

/** What a domain answers, and what a whole run combines to. */
export const domainOutput = z.strictObject({
  status: z.enum(["success", "failure", "clarification"]),
  /** Any JSON. In a clarification, `{candidates: [{label?, ...parameters}]}` are the choices. */
  result: z.unknown().default(null),
  /** What a person reads, in their language. */
  explanation: z.string().max(100_000),
  confidence: z.number().min(0).max(1).default(1),
  /** The domain's own notes. Known to the core: `code`, `missing_param`, `sources`, `files`, and `note`: what the explanation ends with, told once. */
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type DomainOutput = z.infer<typeof domainOutput>;

export const sourceSchema = z.strictObject({ title: z.string(), url: z.string() });
export type Source = z.infer<typeof sourceSchema>;

/** A file a step produced: inline as a data: URL, or a link. */
export const fileSchema = z.strictObject({
  name: z.string(),
  media_type: z.string(),
  url: z.string(),
});
export type FileLink = z.infer<typeof fileSchema>;
