import { RegenteError } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { type CodeOf, isCodeOf, sayIn } from "#shared/messages/say.ts";
import { DomainCallError } from "../ports/domain-client.ts";
import type { ModelErrorKind } from "../ports/language-model.ts";
import { failed } from "./output.ts";

/** Less than this is left of the request: nothing is started any more, milliseconds. */
export const MIN_TIME_LEFT_MS = 50;

/**
 * An error as the output of its step.
 * Shape: the explanation is for traces, in English; `metadata.code` (and `fault` for a call) is what
 *        combine turns into people's words, in theirs
 */
export function failureFrom(error: unknown, step: ExecutionStep): DomainOutput {
  if (error instanceof DomainCallError)
    return failure(error.message, { code: error.code, fault: error.fault });
  if (error instanceof RegenteError) return failure(error.message, { code: error.code });
  // What is our own fault is told without its insides: a path, an address. The log has them.
  return failure(`${step.domain}.${step.capability} failed inside the orchestrator`, {
    code: "INTERNAL",
  });
}

/** The request's time was over before the step could be sent. */
export const noTimeLeft = (step: ExecutionStep): DomainOutput =>
  failure(`${step.domain}.${step.capability} was not started: the request has no time left`, {
    code: "DEADLINE",
  });

/** The user has no right to the step; checked again here, whoever made the plan. */
export const notAllowed = (step: ExecutionStep): DomainOutput =>
  failure(`${step.domain}.${step.capability} is not allowed to this user`, { code: "FORBIDDEN" });

/** Of a call that was under way at the deadline. */
export const NO_ANSWER_IN_TIME = "no answer before the request's deadline";

/** In `metadata.raised_by`: the words are ours, not a domain's. */
export const RAISED_BY = "orchestrator";
export const isRaisedByUs = ({ metadata }: DomainOutput): boolean =>
  metadata["raised_by"] === RAISED_BY;

/** In the metadata of a text that is told with a note that nothing was done by it: which note, `talk` or `text`. */
export const ONLY_TEXT = "only_text";

/** It was sent, and then the process that waited for its answer ended. It must not be sent again by itself. */
export const interrupted = ({ domain, capability }: Pick<ExecutionStep, "domain" | "capability">) =>
  failure(`${domain}.${capability} was sent, and the orchestrator stopped before the answer`, {
    code: "INTERRUPTED",
  });

/** The run was interrupted, and its plan no longer fits what its domains promise today. */
export const manifestChanged = (reason: string): DomainOutput =>
  failure(`the manifests changed while the run was interrupted: ${reason}`, {
    code: "MANIFEST_CHANGED",
  });

const failure = (explanation: string, metadata: Record<string, unknown>): DomainOutput =>
  failed(explanation, { ...metadata, raised_by: RAISED_BY });

/**
 * How a step without success is told to a person, in their language. A domain's own words are used as
 * they are; what the orchestrator itself has to say is said here.
 */
export function sayFailure(step: StepTrace, locale: Locale): string {
  const { status, output, domain } = step;
  const { fault, code } = output?.metadata ?? {};
  const ownWords = output?.status === "failure" && !isRaisedByUs(output) ? output.explanation : "";
  if (status === "failure" && ownWords !== "") return ownWords;
  const say = sayIn("steps", locale);
  const ended =
    status === "failure" || status === "unknown" || status === "skipped" || status === "cancelled"
      ? status
      : "pending";
  const because = [`fault.${String(fault)}`, `code.${String(code).toLowerCase()}`].find(isReason);
  const reason =
    ownWords === "" ? say(because ?? "anything_else", { domain }) : ownWords.replace(/\.$/, "");
  return say(`of.${ended}`, { reason, step: `${domain}.${step.capability}` });
}

/** The messages by `metadata.fault` of a call without a usable answer, and by `metadata.code` of what was not sent. */
type ReasonCode = Extract<CodeOf<"steps">, `fault.${string}` | `code.${string}`>;
const isReason = (code: string): code is ReasonCode => isCodeOf("steps", code);

/** Why a model gave nothing, for people: a stable code, and a sentence without the provider's own. */
export function sayModelError(
  kind: ModelErrorKind,
  locale: Locale,
): { code: string; explanation: string } {
  const say = sayIn("models", locale);
  if (kind === "over_budget") return { code: "MODEL_OVER_BUDGET", explanation: say("over_budget") };
  if (kind === "refused") return { code: "MODEL_REFUSED", explanation: say("refused") };
  if (kind === "cut_off") return { code: "MODEL_CUT_OFF", explanation: say("too_long") };
  return { code: "MODEL_FAILED", explanation: say("failed") };
}
