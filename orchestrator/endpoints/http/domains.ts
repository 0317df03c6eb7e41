import { stringify } from "yaml";
import { domainLatencies, domainManifest } from "#shared/contracts/console.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import {
  type DomainStatus,
  type DomainsResponse,
  domainStatus,
  domainsResponse,
} from "#shared/contracts/endpoints.ts";
import { whyOf } from "#shared/contracts/errors.ts";
import { domainApproval, domainRegistration } from "#shared/contracts/native-endpoints.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import { hostName, isLoopbackName } from "./allowed-hosts.ts";
import { type EndpointContext, localeAsked, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import type { EndpointSettings } from "./endpoint-settings.ts";
import { HttpError, refusing } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readBody } from "./read-body.ts";

/** Of each capability. */
const MOST_DURATIONS = 100;

/** The domains as the registry sees them, a way to look again at once, and the operator's word on what they change. */
export const domainRoutes = ({ deps, domains, audit, settings }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/domains",
    right: "domains:read",
    summary: "Every domain with its state, goals and capabilities",
    answer: domainsResponse,
    handle: (context) => context.json(toldDomains(context, domains.status())),
  },
  {
    method: "GET",
    path: "/v1/domains/:domain",
    right: "domains:read",
    summary: "Whether a domain is up, and if not, why; at most a second old",
    answer: domainStatus,
    handle: (context) => {
      const name = pathPart(context, "domain");
      return context.json(toldDomain(context, named(domains.status().domains, name)));
    },
  },
  {
    method: "GET",
    path: "/v1/domains/:domain/manifest",
    right: "domains:read",
    summary: "The complete active manifest of a domain",
    answer: domainManifest,
    handle: (context) => {
      const name = pathPart(context, "domain");
      const manifest = deps.current().catalogue.manifests.get(name);
      if (manifest === undefined)
        throw new HttpError(404, reason("manifest_not_found", { domain: name }));
      const { domain, version } = manifest;
      const yaml = stringify(manifest, { aliasDuplicateObjects: false });
      return context.json({ domain, version, digest: digestOf(manifest), manifest, yaml });
    },
  },
  {
    method: "GET",
    path: "/v1/domains/:domain/latencies",
    right: "domains:read",
    summary:
      "How long the latest calls of each capability took, and whether the circuit breaker is open",
    answer: domainLatencies,
    handle: async (context) => {
      const { name, capabilities } = named(domains.status().domains, pathPart(context, "domain"));
      const latencies = capabilities.map(async (capability) => {
        const took = await deps.store.runs.durations(name, capability, MOST_DURATIONS);
        const sorted = took.toSorted((a, b) => a - b);
        const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
        return { capability, durations_ms: took, p50_ms: at(0.5), p95_ms: at(0.95) };
      });
      const breaker = domains.breakerOf(name) ?? null;
      return context.json({ domain: name, breaker, capabilities: await Promise.all(latencies) });
    },
  },
  {
    method: "POST",
    path: "/v1/domains/reload",
    right: "domains:write",
    summary: "Reload the bootstrap file and every manifest now",
    answer: domainsResponse,
    handle: async (context) => context.json(toldDomains(context, await domains.reload())),
  },
  {
    method: "POST",
    path: "/v1/domains",
    right: "domains:write",
    summary: "Add a domain that listens on this machine or on an allowed host, until it is removed",
    body: domainRegistration,
    answer: domainStatus,
    status: 201,
    handle: async (context) => {
      const { name: asked, url } = await readBody(context, domainRegistration);
      const host = hostName(new URL(url).host);
      if (!isLoopbackName(host) && !settings.domainHosts.includes(host))
        throw new HttpError(403, reason("domain_host_not_allowed", { host }), {
          code: "host_not_allowed",
          param: "url",
        });
      const name = asked ?? (await domains.nameAt(url).catch(noDomainThere));
      await audit.append(changeBy(context, settings, "register", name, url));
      const registered = domains.register({ name, url }).catch(refusing({ DOMAIN_TAKEN: 409 }));
      const { domains: all } = await registered;
      return context.json(toldDomain(context, named(all, name)), 201);
    },
  },
  {
    method: "POST",
    path: "/v1/domains/:domain/approve",
    right: "domains:write",
    summary: "Approve a manifest that waits for the operator, named by its digest",
    body: domainApproval,
    answer: domainStatus,
    handle: async (context) => {
      const { digest } = await readBody(context, domainApproval);
      const { name } = named(domains.status().domains, pathPart(context, "domain"));
      await audit.append(changeBy(context, settings, "approve", name, digest));
      if (!(await domains.approve(name, digest)))
        throw new HttpError(409, reason("nothing_to_approve", { domain: name }), {
          param: "digest",
        });
      return context.json(toldDomain(context, named(domains.status().domains, name)));
    },
  },
  {
    method: "DELETE",
    path: "/v1/domains/:domain",
    right: "domains:write",
    summary: "Remove a registered domain; its current runs continue",
    answer: domainsResponse,
    handle: async (context) => {
      const name = pathPart(context, "domain");
      // What will be refused is no change.
      if (await domains.isRegistered(name))
        await audit.append(changeBy(context, settings, "remove", name, ""));
      const isKnown = domains.status().domains.some((each) => each.name === name);
      const refused = refusing({ DOMAIN_NOT_REGISTERED: isKnown ? 409 : 404 });
      const left = await domains.remove(name).catch(refused);
      return context.json(toldDomains(context, left));
    },
  },
];

/** What cannot be written down is not done. */
export const changeBy = (
  context: EndpointContext,
  settings: EndpointSettings,
  change: "register" | "remove" | "approve" | "save",
  domain: string,
  detail: string,
): Parameters<AuditLog["append"]>[0] => {
  return { what: "domain_change", user_id: userOf(context, settings), change, domain, detail };
};

function named(all: readonly DomainStatus[], name: string): DomainStatus {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new HttpError(404, reason("domain_not_found", { domain: name }));
  return found;
}

/** Nothing at that address says which domain it is. */
const noDomainThere = (error: unknown): never => {
  throw new HttpError(422, whyOf(error), { code: "no_domain_there", param: "url" });
};

/** A domain's state with its problem in the reader's language; in English where they name none. */
export function toldDomain(context: EndpointContext, status: DomainStatus): DomainStatus {
  const { problem, problem_reason } = status;
  const locale = localeAsked(context);
  return problem === null || problem_reason === undefined || locale === undefined
    ? status
    : { ...status, problem: whyIn(locale, problem_reason, problem) };
}

const toldDomains = (
  context: EndpointContext,
  { domains, ...rest }: DomainsResponse,
): DomainsResponse => ({ ...rest, domains: domains.map((each) => toldDomain(context, each)) });
