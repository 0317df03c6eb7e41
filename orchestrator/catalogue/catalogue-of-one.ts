import type { Catalogue } from "./catalogue.ts";

/** The same promises with the goals of one domain only; what those lead to stays. */
export function catalogueOfOne(catalogue: Catalogue, domain: string): Catalogue | undefined {
  const manifest = catalogue.manifests.get(domain);
  if (manifest === undefined || manifest.goals.length === 0) return undefined;
  return {
    ...catalogue,
    manifests: new Map([[domain, manifest]]),
    goals: catalogue.goals.filter((goal) => goal.domain === domain),
  };
}
