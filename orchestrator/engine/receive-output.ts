import { AGENT_WAITS } from "#shared/contracts/agent.ts";
import { isJsonObject, type Json, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { PendingOption } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { DomainCallError, type StepCall } from "../ports/domain-client.ts";
import { nameOfChoice } from "./publish-files.ts";

/**
 * A domain's answer as the run takes it: never without words, and a question only when it can be answered.
 * Errors: DomainCallError "contract" for a question with neither choices nor a gap to fill
 */
export function receiveOutput(
  output: DomainOutput,
  { intent }: StepCall,
  catalogue: Catalogue,
  locale: Locale,
): DomainOutput {
  const { domain, capability } = intent;
  if (output.status === "clarification") {
    // Our own gate's: the step is not carried out, and the rest of the run is told beside that.
    // An agent waits for a yes to one of its calls: that call is what is asked about.
    const kind = catalogue.capability(domain, capability)?.spec.kind;
    if (kind === "agent" && output.metadata["code"] === AGENT_WAITS) return output;
    if (output.metadata["code"] === "LOW_CONFIDENCE") return { ...output, status: "failure" };
    const params = catalogue.capability(domain, capability)?.spec.params_schema ?? {
      type: "object",
    };
    if (wantedBy(output, params, intent.parameters) === undefined)
      throw new DomainCallError(
        domain,
        "contract",
        "asked a question that cannot be answered",
        true,
      );
  }
  if (output.explanation.trim() !== "") return output;
  const say = sayIn("steps", locale);
  const explanation = {
    success: say("done"),
    failure: say("failed_without_words", { domain }),
    clarification: say("which_one"),
  }[output.status];
  return { ...output, explanation };
}

/** Kept to be chosen from, by number or by name; what is shown is fewer. */
const MAX_OPTIONS = 50;
/** A domain's text on one line: what could break out of a list or a terminal is a space. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();

/** A candidate as a choice: what is shown, and the parameters of the capability that it carries. */
function optionOf(candidate: unknown, params: JsonSchema): PendingOption | undefined {
  if (!isJsonObject(candidate)) return undefined;
  const known = params.properties;
  // A schema that names no parameters takes them all; the label is not one of them.
  const isParam = (key: string) =>
    known === undefined ? key !== "label" : Object.hasOwn(known, key);
  const carried = Object.entries(candidate).filter(([key]) => isParam(key)) as [string, Json][];
  if (carried.length === 0) return undefined;
  const label =
    nameOfChoice(candidate) ??
    carried
      .map(([, value]) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join(", ");
  return {
    label: withoutPictures(oneLine(label).slice(0, 200)) || "?",
    params: Object.fromEntries(carried),
  };
}

/** What a domain's question asks for: one of several, or one missing parameter. */
type Wanted =
  | { kind: "select"; options: PendingOption[] }
  | { kind: "fill"; param: string }
  | undefined;

/**
 * Read a clarification: `result.candidates` are choices, `metadata.missing_param` is a gap; with neither,
 * the only required parameter that the step lacks is taken. undefined: a question no one could answer.
 */
export function wantedBy(
  output: DomainOutput,
  params: JsonSchema,
  given: Readonly<Record<string, unknown>>,
): Wanted {
  const candidates = ownValue(output.result, "candidates");
  if (Array.isArray(candidates)) {
    const options = candidates
      .slice(0, MAX_OPTIONS)
      .map((candidate: unknown) => optionOf(candidate, params))
      .filter((option) => option !== undefined);
    if (options.length > 0) return { kind: "select", options };
  }
  const missing = ownValue(output.metadata, "missing_param");
  if (typeof missing === "string" && Object.hasOwn(params.properties ?? { [missing]: 1 }, missing))
    return { kind: "fill", param: missing };
  const lacking = (params.required ?? []).filter((name) => !Object.hasOwn(given, name));
  const [only, ...others] = lacking;
  return only !== undefined && others.length === 0 ? { kind: "fill", param: only } : undefined;
}
