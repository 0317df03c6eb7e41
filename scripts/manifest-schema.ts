// After a change of the manifest's contract: `npm run generate`.
// Authors in any language, and their editors, read the file that it writes.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { manifestSchema } from "#shared/contracts/manifest.ts";

export const MANIFEST_SCHEMA_FILE = new URL("../docs/manifest.schema.json", import.meta.url);

/** The manifest's contract as JSON Schema, for what an author writes: fields with a default may be left out. */
export function manifestSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(manifestSchema, { io: "input" });
  const published = {
    $schema,
    title: "Regente manifest",
    description:
      "What a domain promises: what it can do, and which goals in people's words reach it. Rules across fields (unique names, known capabilities) are checked when it is loaded.",
    ...schema,
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(MANIFEST_SCHEMA_FILE, manifestSchemaText());
