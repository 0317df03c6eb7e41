import type { JsonSchema } from "#shared/contracts/json-schema.ts";

type RecipientParams = { one: string | undefined; all: readonly string[] };

/** Each schema is looked through once: it is asked about at every call. */
const known = new WeakMap<JsonSchema, RecipientParams>();

function recipientParams(schema: JsonSchema): RecipientParams {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const properties = Object.entries(schema.properties ?? {});
  const found: RecipientParams = {
    one: properties.find(([, { format }]) => format === "recipient")?.[0],
    all: properties.filter(([, { items }]) => items?.format === "recipient").map(([name]) => name),
  };
  known.set(schema, found);
  return found;
}

/** Most capabilities send to no one. */
export function namesRecipients(schema: JsonSchema): boolean {
  const { one, all } = recipientParams(schema);
  return one !== undefined || all.length > 0;
}

/** The parameter that says whom a capability sends to; undefined: it sends to no one by name. */
export const recipientParam = (schema: JsonSchema): string | undefined =>
  recipientParams(schema).one;

/** The parameters that are filled with everyone whom the user may send to. */
export const allRecipientsParams = (schema: JsonSchema): readonly string[] =>
  recipientParams(schema).all;
