import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { type EndpointContext, localeAsked } from "./endpoint-context.ts";

/** A domain's state with its problem in the reader's language; in English where they name none. */
export function toldDomain(context: EndpointContext, status: DomainStatus): DomainStatus {
  const { problem, problem_reason } = status;
  const locale = localeAsked(context);
  return problem === null || problem_reason === undefined || locale === undefined
    ? status
    : { ...status, problem: whyIn(locale, problem_reason, problem) };
}

export const toldDomains = (
  context: EndpointContext,
  { domains, ...rest }: DomainsResponse,
): DomainsResponse => ({ ...rest, domains: domains.map((each) => toldDomain(context, each)) });
