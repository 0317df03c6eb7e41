import { parseContract } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import type { ManifestSource } from "../contracts/manifest.ts";
import { reason } from "../messages/reason.ts";
import { visibleText } from "../plain-text/visible-text.ts";
import { DocumentError } from "./document-error.ts";
import type { Opened } from "./operations.ts";
import { domainNotes } from "./x-regente.ts";

/** What stands in the document is said in no language of ours that we know of; it is cut, and cleaned. */
const described = (text: string | undefined, otherwise: string) => {
  const [line = ""] = visibleText(text ?? "").split("\n");
  const told = line.slice(0, 200) || otherwise;
  return { "pt-BR": told, en: told };
};

/** The manifest of a domain that is made from a document: what the overlay opened, and nothing else. */
export function madeManifest(
  domain: string,
  info: unknown,
  operations: readonly Opened[],
): ManifestSource {
  if (operations.length === 0) throw new DocumentError("x-regente", reason("nothing_opened"));
  const about = isJsonObject(info) ? info : {};
  const notes = parseContract(domainNotes, about["x-regente"] ?? {}, "info.x-regente");
  const title = typeof about["title"] === "string" ? about["title"] : undefined;
  return {
    manifest_version: "1",
    domain,
    version: notes.version ?? "1.0.0",
    description: notes.description ?? described(title, domain),
    goals: operations.flatMap(({ capability, notes: { goals } }) =>
      goals.map((goal) => ({ ...goal, capability })),
    ),
    capabilities: operations.map(capabilityOf),
  };
}

function capabilityOf(opened: Opened): ManifestSource["capabilities"][number] {
  const { capability, notes, effect, isKeyed, params_schema, summary } = opened;
  const { description, confirm, timeout_ms, requires, result_schema, check } = notes;
  return {
    capability,
    description: description ?? described(summary, capability.replaceAll("_", " ")),
    effect,
    repeat: isKeyed ? "keyed" : "once",
    // Whatever comes back was written by others.
    trust: "untrusted",
    timeout_ms: timeout_ms ?? 15_000,
    params_schema,
    ...(confirm !== undefined && { confirm }),
    ...(requires !== undefined && { requires }),
    ...(result_schema !== undefined && { result_schema }),
    ...(check !== undefined && { metadata: { check } }),
  };
}
