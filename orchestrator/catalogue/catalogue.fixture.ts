import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "./catalogue.ts";
import { buildCatalogue } from "./registry/build-catalogue.ts";

type DomainSketch = Partial<ManifestSource> & Pick<ManifestSource, "domain" | "capabilities">;

/** A catalogue of invented domains for tests: only what the test is about has to be written. */
export const testCatalogue = (...domains: DomainSketch[]): Catalogue =>
  buildCatalogue(
    domains.map((sketch) =>
      manifestSchema.parse({
        manifest_version: "1",
        version: "1.0.0",
        description: { en: sketch.domain },
        ...sketch,
      }),
    ),
  );
