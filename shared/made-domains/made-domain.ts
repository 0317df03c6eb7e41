import type { MadeFrom } from "../contracts/bootstrap.ts";
import type { Domain, DomainOptions } from "../domain-kit/define-domain.ts";
import { openDataDomain } from "./data/data-domain.ts";
import { openMcpDomain } from "./mcp-domain.ts";
import { openOpenApiDomain } from "./openapi-domain.ts";

/** What a domain is made from, and what it may see of the environment. */
export type Making = {
  name: string;
  /** The bootstrap file's. */
  folder: string;
  from: MadeFrom;
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * An ordinary domain, made from a file.
 * Errors: DocumentError and ContractError for what cannot be used, with its place
 */
export function openMadeDomain({ from, ...rest }: Making, options: DomainOptions = {}): Domain {
  if ("data" in from) return openDataDomain({ ...rest, from }, options);
  return "mcp" in from
    ? openMcpDomain({ ...rest, from }, options)
    : openOpenApiDomain({ ...rest, from }, options);
}
