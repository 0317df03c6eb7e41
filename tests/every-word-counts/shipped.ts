import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { buildCatalogue } from "../../orchestrator/catalogue/registry/build-catalogue.ts";
import { modifiers } from "../../orchestrator/quality/evaluation/forms/form.ts";
import { variantsOf } from "../../orchestrator/quality/evaluation/variants.ts";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/would-act.ts";
import { buildUnderstanding } from "../../orchestrator/understanding/understand.ts";

const root = new URL("../../", import.meta.url);

/** The shipped domains as they are understood, without a server. */
export function shipped() {
  const bootstrap = z
    .object({ domains: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(readFileSync(new URL("domains.bootstrap.json", root), "utf8")));
  const catalogue = buildCatalogue(
    bootstrap.domains.map(({ name }) => loadManifest(new URL(`domains/${name}/`, root))),
  );
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  return { catalogue, understanding };
}

const MOST_SHOWN = 30;

/** Every variant of a language that would change something: how many by modifier, and some of the sentences. */
export function actingVariants(locale: Locale) {
  const { catalogue, understanding } = shipped();
  const acting: string[] = [];
  const counts = new Map(modifiers.map((modifier) => [modifier, { heard: 0, acting: 0 }]));
  for (const variant of variantsOf(catalogue)) {
    if (variant.locale !== locale) continue;
    const count = counts.get(variant.modifier);
    if (count !== undefined) count.heard++;
    if (!wouldAct(draftOf(variant.text, understanding, catalogue), catalogue)) continue;
    if (count !== undefined) count.acting++;
    acting.push(`${variant.of}: ${variant.text}`);
  }
  const step = Math.max(1, Math.ceil(acting.length / MOST_SHOWN));
  return { counts, acting: acting.filter((_, at) => at % step === 0) };
}
