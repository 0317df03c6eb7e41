import { RegenteError } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { DomainCallError } from "../ports/domain-client.ts";

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

const failure = (explanation: string, metadata: Record<string, unknown>): DomainOutput => ({
  status: "failure",
  result: null,
  explanation,
  confidence: 1,
  metadata: { ...metadata, raised_by: RAISED_BY },
});

type Said = Record<Locale, string>;

/** By `metadata.fault` of a call without a usable answer, and `metadata.code` of what was not sent. */
const REASONS = new Map<unknown, Said>(
  Object.entries({
    unreachable: {
      "pt-BR": "o serviço {domain} está fora do ar",
      en: "the {domain} service is down",
    },
    timeout: {
      "pt-BR": "o serviço {domain} não respondeu a tempo",
      en: "the {domain} service did not answer in time",
    },
    http_status: {
      "pt-BR": "o serviço {domain} respondeu com um erro",
      en: "the {domain} service answered with an error",
    },
    too_large: {
      "pt-BR": "a resposta do serviço {domain} é grande demais",
      en: "the {domain} service's answer is too large",
    },
    malformed: {
      "pt-BR": "não consigo ler a resposta do serviço {domain}",
      en: "I cannot read the {domain} service's answer",
    },
    contract: {
      "pt-BR": "a resposta do serviço {domain} não cumpre o que ele promete",
      en: "the {domain} service's answer is not what it promised",
    },
    busy: {
      "pt-BR": "o serviço {domain} está ocupado demais agora; tente de novo daqui a pouco",
      en: "the {domain} service is too busy right now; try again in a moment",
    },
    ejected: {
      "pt-BR": "o serviço {domain} está fora do ar; tente de novo daqui a pouco",
      en: "the {domain} service is down; try again in a moment",
    },
    file: {
      "pt-BR": "o serviço {domain} não pôde receber o arquivo: ele expirou ou é grande demais",
      en: "the {domain} service could not receive the file: it has expired or is too large",
    },
    cancelled: { "pt-BR": "o pedido foi cancelado", en: "the request was cancelled" },
    DEADLINE: {
      "pt-BR": "não deu tempo de chamar o serviço {domain}",
      en: "there was no time left to call the {domain} service",
    },
    UNRESOLVED_REFERENCE: {
      "pt-BR": "o serviço {domain} precisa de um dado que o passo anterior não devolveu",
      en: "the {domain} service needs a value that the previous step did not return",
    },
    NO_HIT: {
      "pt-BR": "o serviço {domain} não encontrou o que foi pedido",
      en: "the {domain} service did not find what was asked for",
    },
    INVALID_PARAMS: {
      "pt-BR": "os dados não servem para o serviço {domain}",
      en: "the {domain} service cannot use these values",
    },
    INTERRUPTED: {
      "pt-BR": "fui interrompido antes da resposta do serviço {domain}",
      en: "I was interrupted before the {domain} service answered",
    },
    MANIFEST_CHANGED: {
      "pt-BR":
        "fui interrompido no meio do pedido, e o serviço {domain} já não oferece o que ele precisa",
      en: "I was interrupted during the request, and the {domain} service no longer offers what it needs",
    },
    FORBIDDEN: {
      "pt-BR": "você não tem permissão para usar esta parte do serviço {domain}",
      en: "you are not allowed to use this part of the {domain} service",
    },
    STORE_FAILED: {
      "pt-BR": "não consegui registrar o pedido, então nada foi enviado",
      en: "I could not record the request, so nothing was sent",
    },
  }),
);
const ANYTHING_ELSE: Said = {
  "pt-BR": "houve um erro interno no passo do serviço {domain}",
  en: "an internal error occurred in the {domain} service's step",
};

const SENTENCES = {
  failure: { "pt-BR": "Não consegui: {reason}.", en: "I could not do it: {reason}." },
  unknown: {
    "pt-BR": "Não sei dizer se o passo {step} foi feito: {reason}. Confira antes de repetir.",
    en: "I cannot tell whether step {step} was done: {reason}. Check before you repeat it.",
  },
  skipped: {
    "pt-BR": "O passo {step} não foi feito, porque depende de outro que falhou.",
    en: "Step {step} was not done, because it depends on one that failed.",
  },
  cancelled: {
    "pt-BR": "O passo {step} não foi feito: o pedido foi cancelado.",
    en: "Step {step} was not done: the request was cancelled.",
  },
  pending: {
    "pt-BR": "O passo {step} ainda não foi feito.",
    en: "Step {step} has not been done yet.",
  },
} satisfies Record<string, Said>;

/**
 * How a step without success is told to a person, in their language. A domain's own words are used as
 * they are; what the orchestrator itself has to say is said here.
 */
export function sayFailure(step: StepTrace, locale: Locale): string {
  const { status, output, domain } = step;
  const { fault, code } = output?.metadata ?? {};
  const ownWords = output?.status === "failure" && !isRaisedByUs(output) ? output.explanation : "";
  if (status === "failure" && ownWords !== "") return ownWords;
  const sentence =
    status === "failure" || status === "unknown" || status === "skipped" || status === "cancelled"
      ? SENTENCES[status]
      : SENTENCES.pending;
  const known = REASONS.get(fault) ?? REASONS.get(code) ?? ANYTHING_ELSE;
  const reason = ownWords === "" ? known[locale] : ownWords.replace(/\.$/, "");
  return sentence[locale]
    .replace("{reason}", () => reason)
    .replace("{domain}", domain)
    .replace("{step}", `${domain}.${step.capability}`);
}
