import type { Catalogue, CatalogueCapability } from "./catalogue.ts";

/** The capability at an address of a manifest: `forecast` of its own domain, `weather.forecast` of any. */
export function capabilityAt(
  address: string,
  domain: string,
  catalogue: Catalogue,
): CatalogueCapability | undefined {
  const dot = address.indexOf(".");
  return dot === -1
    ? catalogue.capability(domain, address)
    : catalogue.capability(address.slice(0, dot), address.slice(dot + 1));
}

/** Agents that call agents: as deep as a look at their tools goes. */
const MOST_DEPTH = 4;

/** True where answers carry text from outside: declared so, or an agent with a tool of that kind. */
export function bringsOutsideText(
  { domain, spec }: CatalogueCapability,
  catalogue: Catalogue,
  depth = 0,
): boolean {
  if (spec.trust === "untrusted") return true;
  if (spec.agent === undefined || depth >= MOST_DEPTH) return false;
  return spec.agent.tools.some((tool) => {
    const address = typeof tool === "string" ? tool : tool.capability;
    const found = capabilityAt(address, domain, catalogue);
    return found !== undefined && bringsOutsideText(found, catalogue, depth + 1);
  });
}
