import type { Catalogue } from "../ports/catalogue.ts";

export type Gate = {
  passed: boolean;
  /** undefined: the domain is exempt by its manifest. */
  threshold: number | undefined;
};

/** May a request that was understood with this confidence act in this domain? */
export function passes(catalogue: Catalogue, domain: string, confidence: number): Gate {
  const threshold = catalogue.gateOf(domain);
  return { passed: threshold === undefined || confidence >= threshold, threshold };
}
