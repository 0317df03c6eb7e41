// After a change of the wire: `npm run generate`. Authors in any language read what it writes.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { rulesIn } from "#shared/conformance/said.ts";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { executeRequest } from "#shared/contracts/execute.ts";
import { domainOutput } from "#shared/contracts/output.ts";

export const WIRE_PAGE_FILE = new URL("../docs/wire.md", import.meta.url);
export const WIRE_SCHEMA_FILE = new URL("../docs/wire.schema.json", import.meta.url);

/** What is sent and answered, as JSON Schemas: `#/$defs/execute_request`, `domain_output`, `error`. */
export function wireSchemaText(): string {
  const { $schema, ...execute_request } = z.toJSONSchema(executeRequest, { io: "input" });
  const { $schema: _output, ...domain_output } = z.toJSONSchema(domainOutput, { io: "input" });
  const { $schema: _error, ...error } = z.toJSONSchema(errorBody);
  const schema = {
    $schema,
    title: "Regente wire",
    description:
      "What an orchestrator sends to POST /execute of a domain, and what it is answered. The manifest has a schema of its own.",
    $defs: { execute_request, domain_output, error },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const SECTIONS: Readonly<Record<string, string>> = {
  "1": "Describing itself",
  "2": "Refusing",
  "3": "Parameters",
  "4": "Answering",
  "5": "Deadlines",
  "6": "Effects",
  "7": "Who may call",
  "8": "Sentences",
};
const BEGIN = "<!-- rules: written by `npm run generate` -->\n";
const END = "<!-- end of rules -->";

/** The page with the rules as the checks name them. */
export function withRules(page: string): string {
  const [before, rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const written = Object.entries(SECTIONS).map(([section, title]) => {
    const own = [...rulesIn("en")].filter(([number]) => number.startsWith(`${section}.`));
    const lines = own.map(([number, sentence]) => `- **${number}** ${sentence}`);
    return [`### ${section}. ${title}`, ...lines].join("\n");
  });
  return `${before}${BEGIN}${written.join("\n\n")}\n${END}${after}`;
}

if (import.meta.main) {
  writeFileSync(WIRE_PAGE_FILE, withRules(readFileSync(WIRE_PAGE_FILE, "utf8")));
  writeFileSync(WIRE_SCHEMA_FILE, wireSchemaText());
}
