import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { MadeFromOpenApi } from "../contracts/bootstrap.ts";
import type { Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { failure, success } from "../domain-kit/answers.ts";
import type { Call, Handler } from "../domain-kit/call.ts";
import { type Domain, type DomainOptions, defineDomain } from "../domain-kit/define-domain.ts";
import { type Answered, callService, type Service } from "./call-service.ts";
import { readDocument } from "./document.ts";
import { madeManifest } from "./made-manifest.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { withOverlay } from "./overlay.ts";
import { sayAnswer } from "./say-answer.ts";
import { credentialsOf } from "./settings.ts";

/** What a domain is made from, and what it may see of the environment. */
export type OpenApiMaking = {
  name: string;
  /** The bootstrap file's. */
  folder: string;
  from: MadeFromOpenApi;
  env: Readonly<Record<string, string | undefined>>;
};

/** The document with its overlay, and the operations that it opens. */
export function readMade({ folder, from }: Pick<OpenApiMaking, "folder" | "from">): {
  document: Record<string, unknown>;
  operations: Operation[];
} {
  const read = (file: string) => readDocument(file, readFileSync(resolve(folder, file), "utf8"));
  const document = read(from.openapi);
  const opened = from.overlay === undefined ? document : withOverlay(document, read(from.overlay));
  const whole = opened as Record<string, unknown>;
  return { document: whole, operations: operationsOf(whole, from.trusts_overlay) };
}

/**
 * An ordinary domain, made from a document of someone's service.
 * Errors: DocumentError and ContractError for what cannot be used, with its place
 */
export function openOpenApiDomain(making: OpenApiMaking, options: DomainOptions = {}): Domain {
  const { name, from, env } = making;
  const { document, operations } = readMade(making);
  const service: Service = { base: new URL(from.base), credentials: credentialsOf(from, env) };
  const handlers = operations.map((operation): [string, Handler] => [
    operation.capability,
    async (params, call) =>
      outputOf(await callService(service, operation, params, call), operation, call),
  ]);
  const manifest = madeManifest(name, document["info"], operations);
  return defineDomain(manifest, Object.fromEntries(handlers), options);
}

function outputOf(
  answered: Answered,
  { effect, notes }: Operation,
  { locale, context }: Pick<Call, "locale" | "context">,
): DomainOutput {
  if (answered.ok) {
    const { result } = answered;
    const telling = { locale, timeZone: context.timezone, isRead: effect === "read" };
    return success({ result, explanation: sayAnswer(result, notes.told, telling) });
  }
  const say = words[locale];
  switch (answered.why) {
    case "status": {
      const code =
        codes[answered.status] ?? (answered.status >= 500 ? "SERVICE_FAILED" : "REFUSED");
      const isUnknown = answered.status >= 500 && effect !== "read";
      if (isUnknown) return failure({ code: "OUTCOME_UNKNOWN", explanation: say.unknown });
      return failure({ code, explanation: say.status(answered.status) });
    }
    case "busy":
      return failure({ code: "RATE_LIMITED", explanation: say.busy(answered.seconds) });
    case "out_of_base":
      return failure({ code: "INVALID_PARAMS", explanation: say.out_of_base });
    case "redirect":
    case "too_large":
    case "no_json":
    case "not_reachable":
      return effect === "read"
        ? failure({ code: "SERVICE_FAILED", explanation: say[answered.why] })
        : failure({ code: "OUTCOME_UNKNOWN", explanation: say.unknown });
  }
}

const codes: Readonly<Record<number, string>> = {
  400: "INVALID_PARAMS",
  401: "NOT_ALLOWED",
  403: "NOT_ALLOWED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "INVALID_PARAMS",
};

type Words = Record<
  "unknown" | "out_of_base" | "redirect" | "too_large" | "no_json" | "not_reachable",
  string
> & { status: (status: number) => string; busy: (seconds: number) => string };

const words: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    status: (status) =>
      status === 404 ? "O serviço não encontrou isso." : `O serviço recusou o pedido (${status}).`,
    busy: (seconds) => `O serviço pede para esperar ${seconds} s.`,
    unknown: "Não sei se isto chegou a ser feito: o serviço não respondeu como devia.",
    out_of_base: "Um valor deste pedido não cabe em um endereço do serviço.",
    redirect: "O serviço mandou para outro endereço, e para lá eu não vou.",
    too_large: "A resposta do serviço é grande demais.",
    no_json: "A resposta do serviço não pode ser lida.",
    not_reachable: "O serviço não responde.",
  },
  en: {
    status: (status) =>
      status === 404
        ? "The service did not find that."
        : `The service refused the request (${status}).`,
    busy: (seconds) => `The service asks to wait ${seconds} s.`,
    unknown: "I cannot tell whether this was done: the service did not answer as it should.",
    out_of_base: "A value of this request fits into no address of the service.",
    redirect: "The service pointed to another address, and I do not go there.",
    too_large: "The service's answer is too large.",
    no_json: "The service's answer cannot be read.",
    not_reachable: "The service does not answer.",
  },
};
