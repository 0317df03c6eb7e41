import { isJsonObject, type Json, ownValue } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { withoutLinks, withoutPictures } from "#shared/plain-text/without-links.ts";
import { bringsOutsideText } from "../catalogue/capabilities.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";

/** Whose words an answer is made of. */
export type Origin = "ours" | "outside" | "model";

/** Whose words the answer of a capability is made of. `isFed`: text from outside is among what it was given. */
export function originOf(
  capability: CatalogueCapability | undefined,
  catalogue: Catalogue,
  isFed: boolean,
): Origin {
  if (capability === undefined) return "outside";
  if (capability.spec.kind !== "service") return "model";
  return isFed || bringsOutsideText(capability, catalogue) ? "outside" : "ours";
}

/**
 * An answer that shows and loads nothing from elsewhere, whoever shows it. What a domain of ours says keeps its links,
 * as text. What comes from outside, or from a model that may have read it, is words: where they lead is told by the
 * answer's `sources` alone.
 * Shape: of a question the choices as well; of a model's structure all of its texts. A service's structure stays as it
 *        is: it is data, and no text that people are shown
 */
export function quietOutput(output: DomainOutput, origin: Origin): DomainOutput {
  const quiet = origin === "ours" ? withoutPictures : withoutLinks;
  const { status, result } = output;
  const explanation = quiet(output.explanation);
  // Nearly always nothing is to be taken out, and nothing is copied.
  const shown = explanation === output.explanation ? output : { ...output, explanation };
  if (origin === "model") return { ...shown, result: inTexts(result as Json, quiet) };
  return status === "clarification" ? { ...shown, result: withLabels(result, quiet) } : shown;
}

function inTexts(value: Json, quiet: (text: string) => string): Json {
  if (typeof value === "string") return quiet(value);
  if (Array.isArray(value)) return value.map((each) => inTexts(each, quiet));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inTexts(each, quiet)]),
  );
}

/** Only what is shown of a choice; what it stands for is sent as it was found. */
function withLabels(result: unknown, quiet: (text: string) => string): unknown {
  const candidates = ownValue(result, "candidates");
  if (!isJsonObject(result) || !Array.isArray(candidates)) return result;
  return {
    ...result,
    candidates: candidates.map((each: unknown) => {
      if (!isJsonObject(each)) return each;
      const named = NAMES.map((name) => ownValue(each, name)).find(isText);
      return named === undefined ? each : { ...each, label: quiet(named) };
    }),
  };
}

/** What a choice is called by, the first that it has. */
const NAMES = ["label", "name", "title"];
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "";
