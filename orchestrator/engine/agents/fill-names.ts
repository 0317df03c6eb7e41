import { type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";

const NAME = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** A template with values in the place of names. One that is a single name keeps the value's type; undefined: it has none. */
export function fillNames(template: string, values: JsonObject): Json | undefined {
  const only = /^\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/.exec(template)?.[1];
  if (only !== undefined) return ownValue(values, only) as Json | undefined;
  return template.replace(NAME, (name, key: string) => {
    const value = ownValue(values, key);
    if (value === undefined) return name;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
