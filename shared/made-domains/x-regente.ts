import { z } from "zod";
import { effects } from "../contracts/capability.ts";
import { checkCase } from "../contracts/check-case.ts";
import { goalSchema } from "../contracts/goal.ts";
import { anyJson, jsonSchema } from "../contracts/json-schema.ts";
import { capabilityName, fieldName, localizedText } from "../contracts/names.ts";
import { said } from "./grammar/said.ts";

/** `data.items`: the way into an answer, by names and places. */
const pathInto = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, { error: '"data.items"' });

/** What is told of an answer. `{name}` stands for what is there, `{data.total}` for what is deeper. */
const told = z.strictObject({
  text: localizedText.optional().describe("Of the whole answer."),
  items: pathInto
    .optional()
    .describe("Where its list is; without it the answer itself, if it is one."),
  line: localizedText.optional().describe("Of each item: {name} ({status})"),
  none: localizedText.optional().describe("Of an empty list."),
});

/** What an overlay says under `x-regente` of an operation, or of a tool. Without it nothing is reachable. */
export const operationNotes = z.strictObject({
  capability: capabilityName
    .optional()
    .describe("Its name; made from the operation's when absent."),
  description: localizedText.optional(),
  effect: z
    .enum(effects)
    .optional()
    .describe(
      "Stricter than what its method says; looser only where the bootstrap file trusts the overlay.",
    ),
  confirm: z.enum(["never", "always", "auto"]).optional(),
  timeout_ms: z.int().min(10).max(600_000).optional(),
  requires: z.array(z.string().max(100)).optional(),
  parameters: z
    .record(fieldName, z.string().min(1).max(200))
    .default({})
    .describe("Parameters by another name than the document's: {status: filter[status]}"),
  leave_out: z
    .array(z.string())
    .default([])
    .describe("Optional parameters that must never be filled."),
  fixed: z
    .record(z.string(), anyJson)
    .default({})
    .describe("Parameters that always have this value."),
  result_schema: jsonSchema.optional().describe("What its answer keeps, where it is known to."),
  told: told.default({}),
  paging: z
    .strictObject({
      next: pathInto.describe("Where an answer names the next page."),
      parameter: z.string().describe("The query parameter that takes that name."),
      most: z.int().min(1).max(20).default(5).describe("Pages, at most."),
    })
    .optional(),
  idempotency_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .optional()
    .describe("The header by which the service does the same only once."),
  goals: z
    .array(
      goalSchema.omit({ capability: true, plan: true, fallback: true }).extend({
        said: said
          .optional()
          .describe("What its templates and examples are made from, beside its own hints."),
      }),
    )
    .max(20)
    .default([])
    .describe("What people ask for with it."),
  check: z.array(checkCase).max(20).optional(),
});
export type OperationNotes = z.infer<typeof operationNotes>;
/** The same of a tool. */
export const toolNotes = operationNotes.omit({
  parameters: true,
  fixed: true,
  paging: true,
  idempotency_header: true,
});
export type ToolNotes = z.infer<typeof toolNotes>;
export type Told = z.infer<typeof told>;

/** What an overlay says under `x-regente` of the document's info: of the domain itself. */
export const domainNotes = z.strictObject({
  description: localizedText.optional(),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+/)
    .optional(),
});
