import type { MadeFrom } from "../contracts/bootstrap.ts";
import type { Domain, DomainOptions } from "../domain-kit/define-domain.ts";
import { openDataDomain } from "./data/data-domain.ts";
import { openMcpDomain } from "./mcp-domain.ts";
import { openOpenApiDomain } from "./openapi-domain.ts";
import type { Making } from "./settings.ts";

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
