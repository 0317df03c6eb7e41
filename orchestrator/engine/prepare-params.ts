import type { JsonObject } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { fillReferences, type Outputs, SeveralHitsError } from "./references.ts";

/** The most choices that one question offers. */
const MAX_CHOICES = 50;

export type Prepared = { params: JsonObject } | { ask: DomainOutput };

/**
 * What a step is sent with: its references filled.
 * Shape:  `ask` when a search before it has several hits; each candidate then carries the parameters
 *         that choosing it means
 * Errors: UnresolvedReferenceError, NoHitError, ReferenceSyntaxError
 */
export function prepareParams({ params }: ExecutionStep, outputs: Outputs): Prepared {
  try {
    return { params: fillReferences(params, outputs) };
  } catch (error) {
    if (!(error instanceof SeveralHitsError)) throw error;
    const open = Object.entries(params).filter(([name, value]) =>
      isOpen({ [name]: value }, outputs),
    );
    const candidates = choices(Object.fromEntries(open), outputs, new Map(), MAX_CHOICES);
    const explanation = error.search.output?.explanation ?? "";
    const metadata = { code: error.code };
    return {
      ask: {
        status: "clarification",
        result: { candidates },
        explanation,
        confidence: 1,
        metadata,
      },
    };
  }
}

/** True for parameters that wait for the user's choice. */
function isOpen(params: JsonObject, outputs: Outputs): boolean {
  try {
    fillReferences(params, outputs);
    return false;
  } catch (error) {
    return error instanceof SeveralHitsError;
  }
}

/**
 * The first `most` ways to settle the searches, as the parameters each leads to; two searches make pairs. No further
 * ones are looked at: four searches of fifty hits have six million.
 */
function choices(
  params: JsonObject,
  outputs: Outputs,
  chosen: ReadonlyMap<string, JsonObject>,
  most: number,
): JsonObject[] {
  try {
    const label = [...chosen.values()].map(labelOf).join(" / ");
    return [{ ...fillReferences(params, outputs, chosen), label }];
  } catch (error) {
    if (!(error instanceof SeveralHitsError)) throw error;
    const found: JsonObject[] = [];
    for (const candidate of error.candidates.slice(0, most)) {
      const settled = new Map([...chosen, [String(error.search.id), candidate]]);
      found.push(...choices(params, outputs, settled, most - found.length));
      if (found.length >= most) break;
    }
    return found;
  }
}

/** A candidate's own label, else its texts in a row. */
function labelOf(candidate: JsonObject): string {
  if (Object.hasOwn(candidate, "label")) return String(candidate["label"]);
  return Object.values(candidate)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" - ");
}
