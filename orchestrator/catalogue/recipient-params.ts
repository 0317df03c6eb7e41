import type { JsonSchema } from "#shared/contracts/json-schema.ts";

/** The parameter that says whom a capability sends to; undefined: it sends to no one by name. */
export const recipientParam = (schema: JsonSchema): string | undefined =>
  paramsWith(schema, ({ format }) => format === "recipient")[0];

/** The parameters that are filled with everyone whom the user may send to. */
export const allRecipientsParams = (schema: JsonSchema): string[] =>
  paramsWith(schema, ({ items }) => items?.format === "recipient");

const paramsWith = (
  { properties = {} }: JsonSchema,
  isMeant: (schema: JsonSchema) => boolean,
): string[] =>
  Object.entries(properties)
    .filter(([, schema]) => isMeant(schema))
    .map(([name]) => name);
