import type { ErrorBody } from "../contracts/endpoints.ts";
import { type Fault, RegenteError } from "../contracts/errors.ts";
import { inLocale, type Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { failure, success } from "./answers.ts";

type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 422 | 500 | 503;

const TYPES: Record<RefusalStatus, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  422: "invalid_request_error",
  500: "server_error",
  503: "server_error",
};

/** A request that gets no DomainOutput: the caller, or the service itself, is at fault. */
export class Refusal extends RegenteError {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly code: string;
  readonly param: string | null;
  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    options: ErrorOptions & { param?: string } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.param = options.param ?? null;
  }

  body(): ErrorBody {
    const { message, status, param, code } = this;
    return { error: { message, type: TYPES[status], param, code } };
  }
}

/** A body that breaks its contract: every fault in the message, the first one's path as `param`. */
export function invalidBody(faults: readonly Fault[]): Refusal {
  const message = faults
    .slice(0, 20)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
  const param = faults[0]?.path;
  return new Refusal(400, "INVALID_PAYLOAD", message, param ? { param } : {});
}

const say = (locale: Locale, text: Record<Locale, string>): string => inLocale(text, locale) ?? "";

/** What the kit itself answers, in the person's language. */
export function invalidParams(locale: Locale, faults: readonly Fault[]): DomainOutput {
  const list = faults
    .slice(0, 20)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
  return failure({
    code: "INVALID_PARAMS",
    explanation: say(locale, {
      "pt-BR": `Não executei: parâmetros inválidos (${list}).`,
      en: `Not executed: invalid parameters (${list}).`,
    }),
    metadata: { faults },
  });
}

export const deadlinePassed = (locale: Locale): DomainOutput =>
  failure({
    code: "DEADLINE",
    explanation: say(locale, {
      "pt-BR": "Não deu tempo: o prazo do pedido acabou antes da resposta.",
      en: "Out of time: the request's deadline passed before there was an answer.",
    }),
  });

export const outcomeUnknown = (locale: Locale): DomainOutput =>
  failure({
    code: "OUTCOME_UNKNOWN",
    explanation: say(locale, {
      "pt-BR":
        "Não sei se isto chegou a ser feito: uma tentativa anterior foi interrompida no meio. Não repeti para não fazer duas vezes.",
      en: "I cannot tell whether this was done: an earlier attempt was interrupted halfway. I did not repeat it, to avoid doing it twice.",
    }),
  });

export const dryRun = (locale: Locale, capability: string): DomainOutput =>
  success({
    explanation: say(locale, {
      "pt-BR": `Simulação: ${capability} seria executado com estes parâmetros. Nada foi feito.`,
      en: `Dry run: ${capability} would be executed with these parameters. Nothing was done.`,
    }),
    metadata: { dry_run: true },
  });
