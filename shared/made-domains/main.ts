import { resolve } from "node:path";
import type { MadeFrom } from "../contracts/bootstrap.ts";
import { RegenteError } from "../contracts/errors.ts";
import { type Domain, type DomainOptions, startDomain } from "../domain-kit/define-domain.ts";
import { fileReceipts } from "../domain-kit/receipts.ts";
import { openDataDomain } from "./data/data-domain.ts";
import { openMcpDomain } from "./mcp-domain.ts";
import { openOpenApiDomain } from "./openapi-domain.ts";
import { type Making, ONLY_CHECK, readSettings } from "./settings.ts";

/**
 * An ordinary domain, made from a file.
 * Errors: DocumentError and ContractError for what cannot be used, with its place
 */
export function openMadeDomain(
  { from, ...rest }: Making<MadeFrom>,
  options: DomainOptions = {},
): Domain {
  if ("data" in from) return openDataDomain({ ...rest, from }, options);
  return "mcp" in from
    ? openMcpDomain({ ...rest, from }, options)
    : openOpenApiDomain({ ...rest, from }, options);
}

/** For the supervisor: what is wrong as a value on stderr, and exit code 1. */
function checked(settings: ReturnType<typeof readSettings>): 0 | 1 {
  try {
    openMadeDomain({ ...settings, env: process.env });
    return 0;
  } catch (error) {
    if (!(error instanceof RegenteError)) throw error;
    process.stderr.write(JSON.stringify(error.why));
    return 1;
  }
}

if (import.meta.main)
  await startDomain(() => {
    const settings = readSettings(process.env);
    if (process.argv.includes(ONLY_CHECK)) process.exit(checked(settings));
    const data = resolve(process.env["REGENTE_DATA"] || ".regente");
    const receipts = fileReceipts(resolve(data, `${settings.name}-receipts.sqlite`));
    return openMadeDomain({ ...settings, env: process.env }, { receipts });
  }, {});
