import type { Fault } from "../contracts/errors.ts";
import { inLocale, type Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { failure, success } from "./answers.ts";

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
      en: "I cannot tell whether this was done: an earlier try was interrupted half-way. I did not repeat it, so as not to do it twice.",
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
