import { domainStatus, domainsResponse } from "#shared/contracts/doors.ts";
import { pathPart } from "./door-context.ts";
import { DoorError } from "./door-error.ts";
import type { Doors } from "./doors.ts";
import type { Route } from "./route.ts";

/** The domains as the registry sees them, and a way to look again at once. */
export const domainRoutes = ({ domains }: Doors): Route[] => [
  {
    method: "GET",
    path: "/v1/domains",
    right: "domains:read",
    tag: "domains",
    summary: "Every domain with its state, goals and capabilities",
    answer: domainsResponse,
    handle: (context) => context.json(domains.status()),
  },
  {
    method: "GET",
    path: "/v1/domains/:domain",
    right: "domains:read",
    tag: "domains",
    summary: "Whether one domain is up, and why not; at most a second old",
    answer: domainStatus,
    handle: (context) => {
      const name = pathPart(context, "domain");
      const found = domains.status().domains.find((each) => each.name === name);
      if (found === undefined)
        throw new DoorError(404, "domain_not_found", `There is no domain "${name}".`);
      return context.json(found);
    },
  },
  {
    method: "POST",
    path: "/v1/domains/reload",
    right: "domains:write",
    tag: "domains",
    summary: "Read the bootstrap file and every manifest again, now",
    answer: domainsResponse,
    handle: async (context) => context.json(await domains.reload()),
  },
];
