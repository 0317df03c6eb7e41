import { z } from "zod";
import { anyJson } from "./json-schema.ts";
import { capabilityName, fieldName } from "./names.ts";

const parameters = z.record(fieldName, anyJson);

/** A call that may be carried out, again and again, to see whether a domain keeps its promises. */
export const checkCase = z.strictObject({
  parameters: parameters.describe("Parameters that it accepts."),
  other_parameters: parameters
    .optional()
    .describe("Other parameters that it accepts; they show that a key is bound to its call."),
  counted_by: z
    .strictObject({
      capability: capabilityName.describe("A read of the same domain."),
      parameters: parameters.default({}).describe("Its parameters."),
      path: z
        .string()
        .regex(/^result(\.[A-Za-z0-9_-]+)*$/, { error: '"result.total"' })
        .describe("A number or a list in its answer: result.total"),
      shared: z
        .boolean()
        .optional()
        .describe(
          "true: all users share what one user creates. false: it belongs to that user alone, and the check fails if another user sees it.",
        ),
      once: z
        .boolean()
        .optional()
        .describe(
          "true: an existing item is not created a second time, such as a note with the same text.",
        ),
    })
    .optional()
    .describe("Counts how often an effect has happened. Without it the effect is only a dry run."),
  asks: z.boolean().default(false).describe("The answer must be a question with choices."),
});
export type CheckCase = z.infer<typeof checkCase>;

/** The file of `regente check-domain --cases`. */
export const checkCases = z
  .array(checkCase.extend({ capability: capabilityName.describe("The capability to call.") }))
  .max(200);
export type CheckCases = z.infer<typeof checkCases>;
