import { z } from "zod";
import { goalSchema } from "../../contracts/goal.ts";
import { capabilityName, fieldName, localizedText } from "../../contracts/names.ts";
import { because } from "../../messages/reason.ts";

const param = z.strictObject({
  type: z.enum(["string", "integer", "number", "boolean"]).default("string"),
  description: z.string().max(1000).optional(),
});
const common = {
  description: localizedText.optional(),
  /** Permission scopes that the user needs. */
  requires: z.array(z.string().max(100)).default([]),
  /** Whether it holds nothing that strangers wrote; else its answers are outside text. */
  trusted: z.boolean().default(false),
};

/** The operator's file of what a domain of data gives: statements and files by name, and how people ask for them. */
export const dataFile = z
  .strictObject({
    description: localizedText.optional(),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+/)
      .default("1.0.0"),
    queries: z
      .record(
        capabilityName,
        z.strictObject({
          ...common,
          /** One statement that only reads; `:name` is a parameter, `:user_id` whoever asks. */
          sql: z.string().min(1).max(4000),
          params: z.record(fieldName, param).default({}),
          /** Rows that are told at most. */
          most: z.int().min(1).max(500).default(50),
        }),
      )
      .default({}),
    files: z
      .record(capabilityName, z.strictObject({ ...common, path: z.string().min(1).max(500) }))
      .default({}),
    goals: z.array(goalSchema).max(100).default([]),
  })
  .refine(({ queries, files }) => Object.keys({ ...queries, ...files }).length > 0, {
    ...because("needs_query_or_file"),
  })
  .refine(
    ({ queries, files }) => !Object.keys(files).some((name) => Object.hasOwn(queries, name)),
    { path: ["files"], ...because("has_name_of_query") },
  );
export type DataFile = z.infer<typeof dataFile>;
