import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { MANIFEST_SCHEMA_FILE, manifestSchemaText } from "./manifest-schema.ts";

const schema: unknown = JSON.parse(manifestSchemaText());

it("the published schema is up to date (npm run generate writes it)", () => {
  expect(readFileSync(MANIFEST_SCHEMA_FILE, "utf8")).toBe(manifestSchemaText());
});

/** Every field below `node`, by path, with what an editor shows for it. JSON Schema's own keywords are left out. */
function fieldsOf(node: unknown, path: string): { path: string; help: unknown }[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => {
    if (key === "$defs") return [];
    if (key !== "properties" || typeof child !== "object" || child === null)
      return fieldsOf(child, path);
    return Object.entries(child).flatMap(([name, field]: [string, unknown]) => {
      const at = `${path}.${name}`;
      const inside = at.endsWith(".params_schema") ? [] : fieldsOf(field, at);
      const help = z.looseObject({ description: z.unknown() }).safeParse(field).data?.description;
      return [{ path: at, help }, ...inside];
    });
  });
}

it("an editor shows help for every field", () => {
  const fields = fieldsOf(schema, "manifest");
  expect(fields.length).toBeGreaterThan(80);
  expect(fields.filter(({ help }) => typeof help !== "string").map(({ path }) => path)).toEqual([]);
});

describe("an author's manifest", () => {
  const published = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
  const smallest = {
    manifest_version: "1",
    domain: "weather",
    version: "1.0.0",
    description: { en: "Weather" },
    capabilities: [{ capability: "get_forecast" }],
  };
  it.each<[what: string, manifest: unknown, ok: boolean]>([
    ["needs little", smallest, true],
    ["needs a description", { ...smallest, description: undefined }, false],
    ["has no unknown field", { ...smallest, colour: "red" }, false],
    [
      "has known effects only",
      { ...smallest, capabilities: [{ capability: "a", effect: "maybe" }] },
      false,
    ],
  ])("%s", (_what, manifest, ok) => {
    expect(published.safeParse(manifest).success).toBe(ok);
  });
});
