import { z } from "zod";
import { anyJson } from "./json-schema.ts";
import { capabilityName, fieldName } from "./names.ts";

const parameters = z.record(fieldName, anyJson);

/** A call that may be carried out, again and again, to see whether a domain keeps its promises. */
export const checkCase = z.strictObject({
  parameters: parameters.describe("Parameters that it takes."),
  other_parameters: parameters
    .optional()
    .describe("Others that it takes too: shows that a key is bound to its call."),
  counted_by: z
    .strictObject({
      capability: capabilityName.describe("A read of the same domain."),
      parameters: parameters.default({}).describe("Its parameters."),
      path: z
        .string()
        .regex(/^result(\.[A-Za-z0-9_-]+)*$/, { error: '"result.total"' })
        .describe("A number in its answer, or a list: result.total"),
      shared: z
        .boolean()
        .optional()
        .describe(
          "true: what one user makes is meant for all. false: for that user alone, and a check that sees it as another one fails.",
        ),
      once: z
        .boolean()
        .optional()
        .describe(
          "true: what is there already is not made a second time, as a note of the same words.",
        ),
    })
    .optional()
    .describe(
      "How often an effect has happened. Without it the effect is only tried out (dry run).",
    ),
  asks: z.boolean().default(false).describe("The answer has to be a question with choices."),
});
export type CheckCase = z.infer<typeof checkCase>;

/** The file of `regente check-domain --cases`. */
export const checkCases = z
  .array(checkCase.extend({ capability: capabilityName.describe("What is called.") }))
  .max(200);
export type CheckCases = z.infer<typeof checkCases>;
