import { type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { namesRecipients } from "../../catalogue/catalogue.ts";
import type { DomainCall } from "../../ports/domain-client.ts";
import { combine } from "../combine.ts";
import { asking, succeeded } from "../output.ts";
import { reasonStep } from "../reasoning/reason-step.ts";
import { type CompressedContext, promptVersion } from "../reasoning/write-prompt.ts";
import type { Carriers, RunUnderWay } from "../work.ts";
import { addressRecipients } from "./address-recipients.ts";
import { agentStep, outsideSources, showVersions, versionsFor } from "./agent.ts";
import { attachFiles, takesFiles } from "./artifacts.ts";

/**
 * Who carries out the steps of a run: their domains, a model those whose capability is a prompt, the user what is a
 * question, the session what shows versions, and agents, whose calls are further steps of the same run.
 */
export const CARRIERS: Carriers = {
  service: (call, { spec: { params_schema: schema } }, run) =>
    namesRecipients(schema) || takesFiles(schema)
      ? callWithChatsAndFiles(call, schema, run)
      : run.context.client.call(call),
  question: async ({ request }) => askQuestion(request.intent.parameters),
  versions: async ({ request }, capability, run) =>
    showVersions(versionsFor(run, capability), request.context.locale),
  agent: agentStep,
  reasoning: (call, capability, run) => {
    const { domain, capability: name } = call.request.intent;
    const { run_id, step_id } = call.request.context;
    const { ledger, state } = run.circumstances;
    const untrusted = outsideSources(run, step_id).length > 0;
    const address = `${domain}.${name}`;
    const asked = { ...run.circumstances.key, address };
    const prompt = capability.spec.prompt && promptVersion(capability.spec.prompt, asked);
    const purpose = prompt?.version === undefined ? address : `${address}@${prompt.version}`;
    return reasonStep(call, {
      capability,
      prompt,
      model: ledger?.model({ purpose, run_id, step_id }),
      context: compressed(state),
      untrusted,
      tellEarly: earlyIn(call, run),
    });
  },
};

async function callWithChatsAndFiles(
  call: DomainCall,
  schema: JsonSchema,
  { context: { client, files, addressBook } }: RunUnderWay,
): Promise<DomainOutput> {
  const addressed = await addressRecipients(call, schema, addressBook);
  if ("output" in addressed) return addressed.output;
  return client.call(files ? await attachFiles(addressed.call, schema, files) : addressed.call);
}

/**
 * Where the words of a step are told while they are written: behind all that stands before them in the answer. undefined:
 * no one waits for them, they do not come last, or they are told again. What an agent calls is no step of the plan, and is the
 * agent's to hear.
 */
function earlyIn(
  { request: { context } }: DomainCall,
  { work, ended, circumstances: { locale, tellEarly } }: RunUnderWay,
): ((text: string) => void) | undefined {
  const { step_id, attempt } = context;
  let before = tellEarly && answerBefore(work.plan, ended, step_id, locale);
  if (before === undefined || attempt > 1) return undefined;
  return (text) => {
    tellEarly?.(step_id, before + text);
    before = "";
  };
}

/** The part of a session that a prompt may show. */
const compressed = (
  state: Pick<ConversationState, "summary" | "key_facts" | "last_frame" | "turn_count">,
): CompressedContext => ({
  summary: state.summary,
  key_facts: state.key_facts,
  last_goal: state.last_frame?.goal ?? null,
  turn_count: state.turn_count,
});

/**
 * A step that is a question to the user: it waits for its `answer`, and then tells it.
 * Shape: `options` are choices, of which one is taken; without them any words are an answer
 */
function askQuestion(params: JsonObject): DomainOutput {
  const answer = ownValue(params, "answer");
  if (typeof answer === "string") return succeeded(answer, { answer });
  const options = ownValue(params, "options");
  const labels = Array.isArray(options) ? options.map(String) : [];
  const explanation = String(ownValue(params, "question") ?? "");
  return labels.length > 0
    ? asking(explanation, { candidates: labels.map((label) => ({ label, answer: label })) })
    : asking(explanation, null, { missing_param: "answer" });
}

/** Stands for the words of the last step. */
const WORDS = "\u0000words\u0000";

/**
 * What stands in a run's answer before the words of this step, once all other steps are over. "" for a plan of one step.
 * undefined: another step may still have its say, or what this one says stands elsewhere in the answer. Pure.
 */
export function answerBefore(
  plan: ExecutionPlan,
  ended: ReadonlyMap<string, StepTrace>,
  step_id: string,
  locale: Locale,
): string | undefined {
  const last = plan.steps.at(-1);
  if (last === undefined || String(last.id) !== step_id) return undefined;
  const others = plan.steps.slice(0, -1).flatMap(({ id }) => ended.get(String(id)) ?? []);
  if (others.length < plan.steps.length - 1) return undefined;
  const { id, domain, capability, required } = last;
  const told: StepTrace = {
    ...{ id, domain, capability, required, status: "success", attempts: 1, duration_ms: 0 },
    output: succeeded(WORDS),
  };
  const text = combine(plan, [...others, told], locale).explanation;
  const at = text.indexOf(WORDS);
  return at === -1 ? undefined : text.slice(0, at);
}
