import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { writeWholeSync } from "#shared/private-files/write-whole.ts";
import type { Catalogue } from "../../orchestrator/catalogue/catalogue.ts";
import { buildCatalogue } from "../../orchestrator/catalogue/registry/build-catalogue.ts";
import {
  draftOf,
  isSentToNamed,
  wouldAct,
} from "../../orchestrator/quality/evaluation/safety-net.ts";
import { variantsOf } from "../../orchestrator/quality/evaluation/variants.ts";
import { trainingBytes, trainingIn } from "../../orchestrator/understanding/classifier/training.ts";
import { buildUnderstanding } from "../../orchestrator/understanding/understand.ts";
import type { Understanding } from "../../orchestrator/understanding/understanding.ts";

const root = new URL("../../", import.meta.url);

let known: ReturnType<typeof readShipped> | undefined;
/** The shipped domains as they are understood, without a server. */
export const shipped = () => (known ??= readShipped());

function readShipped() {
  const bootstrap = z
    .object({ domains: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(readFileSync(new URL("domains.bootstrap.json", root), "utf8")));
  const catalogue = buildCatalogue(
    bootstrap.domains.map(({ name }) => loadManifest(new URL(`domains/${name}/`, root))),
  );
  return { catalogue, understanding: understandingOf(catalogue) };
}

/** Calibrated; what another process of this run has learnt is only read. */
function understandingOf(catalogue: Catalogue): Understanding {
  const learnt = process.env["REGENTE_TESTS_LEARNT"];
  const file = learnt && join(learnt, "shipped", `${catalogue.digest}.training`);
  const kept = file && existsSync(file) ? trainingIn(readFileSync(file)) : undefined;
  const understanding = buildUnderstanding(catalogue, kept);
  if (understanding.training().confidence !== null) return understanding;
  understanding.calibrate();
  if (!file) return understanding;
  writeWholeSync(file, trainingBytes(understanding.training()));
  return understanding;
}

/**
 * Of every so manieth variant of every request that changes something, those that would change something.
 * Shape: how many were heard, and the sentences
 */
export function actingVariants(step: number): { heard: number; acting: string[] } {
  const { catalogue, understanding } = shipped();
  const acting: string[] = [];
  let heard = 0;
  let at = 0;
  for (const variant of variantsOf(catalogue)) {
    if (at++ % step !== 0) continue;
    heard += 1;
    const draft = draftOf(variant.text, understanding, catalogue);
    // "manda pro meu pai: ..." is obeyed: it goes to whom the words name, and to no one else.
    const isObeyed = variant.modifier === "addressee" && isSentToNamed(draft, catalogue);
    if (wouldAct(draft, catalogue) && !isObeyed) acting.push(`${variant.of}: ${variant.text}`);
  }
  return { heard, acting };
}
