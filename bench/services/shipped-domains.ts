import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { digestOf } from "#shared/contracts/digest.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { SHIPPED, TOLD } from "../shipped.ts";
import { listenWith } from "./listen.ts";

// The shipped domains' manifests over as little as Hono allows: every call is answered with a value that its
// capability promises, so that what is measured is the caller.

type Body = { intent: { capability: string } };

/** The smallest value that a schema of ours allows. */
function leastOf(schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return null;
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return leastOf(choice);
  switch ([schema.type ?? "null"].flat()[0]) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name])]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items));
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return false;
    case "null":
    case undefined:
      break;
  }
  return null;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-10-10",
  "date-time": "2026-10-10T10:00:00Z",
  time: "10:00:00",
  uri: "https://example.org/",
  period: "2026-10-10",
  currency: "BRL",
};
const textOf = ({ format, minLength = 1 }: JsonSchema): string =>
  FORMATS[format ?? ""] ?? "x".repeat(minLength);

async function serve(name: string): Promise<{ name: string; url: string }> {
  const manifest = loadManifest(fileURLToPath(new URL(`../../domains/${name}`, import.meta.url)));
  const answers = new Map(
    manifest.capabilities.map(({ capability, result_schema }) => [
      capability,
      JSON.stringify({
        status: "success",
        result: leastOf(result_schema),
        explanation: TOLD,
        confidence: 1,
        metadata: {},
      }),
    ]),
  );
  // The floor knows no capabilities.
  const [anyAnswer = "{}"] = answers.values();
  const app = new Hono();
  app.get("/health", (context) => context.json({ status: "ok" }));
  // As the kit has it: who knows it already is told so, and nothing else.
  const tag = `"${digestOf(manifest)}"`;
  app.get("/manifest", (context) =>
    context.req.header("if-none-match") === tag
      ? context.body(null, 304, { etag: tag })
      : context.json(manifest, 200, { etag: tag }),
  );
  app.post("/execute", async (context) => {
    const { intent } = await context.req.json<Body>();
    const answer = answers.get(intent.capability) ?? anyAnswer;
    return context.body(answer, 200, { "content-type": "application/json" });
  });
  return { name, url: await listenWith(app.fetch) };
}

process.send?.(await Promise.all(SHIPPED.map(serve)));
