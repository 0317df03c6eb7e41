import { AGENT_WAITS } from "#shared/contracts/agent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import type { StepCall } from "../ports/step-call.ts";
import { wantedBy } from "./wanted-by.ts";
import { engineWords } from "./words.ts";

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
  const say = engineWords(locale);
  const explanation = {
    success: say.done,
    failure: say.failedWithoutWords(domain),
    clarification: say.whichOne,
  }[output.status];
  return { ...output, explanation };
}
