import { Hono } from "hono";
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { auditPage, auditQuery } from "#shared/contracts/console.ts";
import { reason } from "#shared/messages/reason.ts";
import { AfterEffectError } from "../ports/domain-client.ts";
import { a2aRoutes } from "./a2a/a2a.ts";
import { CredentialsError } from "./access/credentials-error.ts";
import { corsPolicy, EXPOSED_HEADERS, hostCheck } from "./http/allowed-hosts.ts";
import { consoleRoutes } from "./http/console.ts";
import { docsRoutes } from "./http/docs.ts";
import { domainRoutes } from "./http/domains.ts";
import {
  type EndpointContext,
  type EndpointEnv,
  inGroup,
  type ListedRoute,
  localeAsked,
  type Route,
} from "./http/endpoint.ts";
import type { EndpointDeps } from "./http/endpoint-deps.ts";
import { countHeader, makeEnter } from "./http/enter.ts";
import { openEventStreams } from "./http/event-streams.ts";
import { fileRoutes } from "./http/files.ts";
import { healthRoutes, metricsRoutes, notJoined } from "./http/health.ts";
import { errorBodyOf, HttpError, httpErrorOf, problemOf } from "./http/http-error.ts";
import { type Idempotent, makeIdempotent } from "./http/idempotency.ts";
import { lintRoutes } from "./http/lint.ts";
import { liveRoutes } from "./http/live.ts";
import { capabilityRoutes, planRoutes } from "./http/plans.ts";
import { promotionRoutes } from "./http/promotions.ts";
import { readQuery } from "./http/read-body.ts";
import { recipientRoutes } from "./http/recipients.ts";
import { replayRoutes, runRoutes } from "./http/runs.ts";
import { scheduleRoutes } from "./http/schedules.ts";
import { pendingRoutes, sessionRoutes, userRoutes } from "./http/sessions.ts";
import { settingsRoutes } from "./http/settings.ts";
import { turnRoutes } from "./http/turns.ts";
import { usageRoutes } from "./http/usage.ts";
import { mcpRoutes } from "./mcp/mcp.ts";
import { chatRoutes } from "./openai/chat.ts";
import { modelRoutes } from "./openai/models.ts";
import { makeReplier } from "./openai/replier.ts";
import { responsesRoutes } from "./openai/responses.ts";
import { beginningAhead } from "./upstream/beginning-ahead.ts";
import { inFrontOf } from "./upstream/gateway.ts";
import type { Upstream } from "./upstream/upstream.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Every endpoint of the orchestrator, made from the table of routes. There is one handler for each route and no
 * middleware: a second handler would cost each request more than all that is checked here. `upstream`: the model's server
 * in front of which they stand.
 */
export function makeApp(endpoints: EndpointDeps, upstream?: Upstream): Hono<EndpointEnv> {
  const { deps } = endpoints;
  const isAllowedHost = hostCheck(endpoints.settings);
  const once = makeIdempotent(endpoints);
  const cors = corsPolicy(endpoints.settings);
  const enter = makeEnter(endpoints);
  const app = new Hono<EndpointEnv>({ strict: false, router: rememberingRouter() });

  /**
   * What holds for every request, told on Node's own response: for a header of Hono's a Headers object is made, and read
   * out again, in each request.
   */
  const admit = ({ env: { incoming, outgoing } }: EndpointContext) => {
    const { headers, method } = incoming;
    outgoing.setHeader("x-request-id", requestId(headers["x-request-id"]) ?? deps.makeId("req"));
    outgoing.setHeader("x-content-type-options", "nosniff");
    // Of two Node keeps the first, which a proxy before us may not have gone by.
    if (countHeader(incoming, "host") > 1) throw new HttpError(400, reason("several_hosts"));
    if (!isAllowedHost(headers.host ?? ""))
      throw new HttpError(403, reason("host_not_allowed", { host: headers.host ?? "" }));
    const { origin } = headers;
    if (origin === undefined) return;
    if (cors.allows(origin, headers.host)) {
      outgoing.setHeader("access-control-allow-origin", origin);
      outgoing.setHeader("access-control-expose-headers", EXPOSED_HEADERS);
      outgoing.setHeader("vary", "Origin");
    } else if (method !== "GET" && method !== "HEAD")
      throw new HttpError(403, reason("origin_not_allowed", { origin }));
  };

  const serve = (route: Route) => (context: EndpointContext) => {
    admit(context);
    if (route.early !== true && !endpoints.isReady()) {
      context.header("retry-after", "1");
      const missing = notJoined(endpoints);
      throw new HttpError(
        503,
        missing.length > 0
          ? reason("waiting_for", { names: missing.join(", ") })
          : reason("starting"),
        { code: "starting" },
      );
    }
    return enter(route, context, () => {
      const key = context.env.incoming.headers["idempotency-key"];
      if (key === undefined || route.method !== "POST" || route.namesItself === true)
        return route.handle(context);
      return once(context, String(key), () => route.handle(context));
    });
  };
  for (const route of routesOf(endpoints, once, upstream))
    app.on(route.method, route.path, serve(route));

  const isServed = (method: string, path: string) => app.router.match(method, path)[0].length > 0;

  app.notFound((context) => {
    admit(context);
    const { method, path } = context.req;
    const allowed = METHODS.filter((each) => isServed(each, path));
    if (allowed.length === 0) {
      throw new HttpError(
        404,
        isServed(method, `/v1${path}`)
          ? reason("did_you_mean", { method, path })
          : reason("unknown_route", { method, path }),
        { code: "unknown_route" },
      );
    }
    const allow = [...allowed, "OPTIONS"].join(", ");
    context.header("allow", allow);
    if (method !== "OPTIONS")
      throw new HttpError(405, reason("method_not_allowed", { path, options: allowed, method }));
    context.header("access-control-allow-methods", allow);
    context.header(
      "access-control-allow-headers",
      cors.headers(context.req.header("access-control-request-headers")),
    );
    context.header("access-control-max-age", "600");
    return context.body(null, 204);
  });

  app.onError((error, context) => {
    const refused = httpErrorOf(error);
    endpoints.metrics?.refused(refused.status, refused.code);
    // Official clients send a failed request again by themselves, unless they are told not to.
    if (refused.status === 503 || refused.code === "idempotency_key_in_use")
      context.header("retry-after", "1");
    if (error instanceof AfterEffectError) context.header("x-should-retry", "false");
    if (error instanceof CredentialsError) context.header("www-authenticate", challengeFor(error));
    if (refused.status >= 500 && refused.code !== "starting")
      deps.log.error({ err: error }, "a request failed");
    const wantsProblem = context.req.header("accept")?.includes("application/problem+json");
    const locale = localeAsked(context);
    if (wantsProblem !== true) return context.json(errorBodyOf(refused, locale), refused.status);
    const problem = problemOf(
      refused,
      String(context.env.outgoing.getHeader("x-request-id") ?? ""),
      locale,
    );
    return context.json(problem, refused.status, { "content-type": "application/problem+json" });
  });
  return app;
}

/**
 * Hono's router for paths of every kind, which takes a path apart each time: where a route has no part that varies, what was
 * found for it is found.
 */
function rememberingRouter<T>(): Router<T> {
  const router = new TrieRouter<T>();
  const found = new Map<string, Result<T> | undefined>();
  const nameOf = (method: string, path: string) => `${method} ${path}`;
  return {
    name: "remembering",
    add(method, path, handler) {
      router.add(method, path, handler);
      if (!/[:*{]/.test(path)) found.set(nameOf(method, path), undefined);
    },
    match(method, path) {
      const name = nameOf(method, path);
      const result = found.get(name) ?? router.match(method, path);
      if (found.has(name)) found.set(name, result);
      return result;
    },
  };
}

/** RFC 6750: an error is named only to who has tried. */
const challengeFor = ({ code }: CredentialsError): string =>
  code === "missing_credentials" ? "Bearer" : 'Bearer error="invalid_token"';

/** A caller's own id for its request, when it is one that may go into headers and logs. */
const requestId = (said: string | string[] | undefined): string | undefined =>
  typeof said === "string" && /^[\w.:-]{1,128}$/.test(said) ? said : undefined;

/** Everything that can be asked for. The endpoints are made from this table, and so is their description. */
function routesOf(
  endpoints: EndpointDeps,
  once: Idempotent,
  upstream: Upstream | undefined,
): readonly Route[] {
  const own = makeReplier(endpoints);
  const replier = upstream === undefined ? own : beginningAhead(own);
  const streamTo = openEventStreams();
  const openai: Route[] = [
    ...chatRoutes(endpoints, replier),
    ...responsesRoutes(endpoints, replier),
    ...modelRoutes(endpoints),
  ];
  const routes: ListedRoute[] = [
    ...inGroup("openai", upstream ? inFrontOf(upstream, endpoints, once, openai) : openai),
    ...inGroup("mcp", mcpRoutes(endpoints)),
    ...inGroup("a2a", a2aRoutes(endpoints)),
    ...inGroup("turns", turnRoutes(endpoints, once)),
    ...inGroup("plans", planRoutes(endpoints)),
    ...inGroup("domains", capabilityRoutes(endpoints)),
    ...inGroup("runs", [...runRoutes(endpoints, streamTo), ...replayRoutes(endpoints)]),
    ...inGroup("pending", pendingRoutes(endpoints)),
    ...inGroup("sessions", sessionRoutes(endpoints)),
    ...inGroup("users", userRoutes(endpoints)),
    ...inGroup("schedules", scheduleRoutes(endpoints)),
    ...inGroup("recipients", recipientRoutes(endpoints)),
    ...inGroup("domains", [...domainRoutes(endpoints), ...lintRoutes(endpoints)]),
    ...inGroup("domains", promotionRoutes(endpoints)),
    ...inGroup("usage", usageRoutes(endpoints)),
    ...inGroup("files", fileRoutes(endpoints)),
    ...inGroup("health", [...healthRoutes(endpoints), ...metricsRoutes(endpoints)]),
    ...inGroup("audit", auditRoutes(endpoints)),
    ...inGroup("console", liveRoutes(endpoints, streamTo)),
    ...inGroup("console", [...settingsRoutes(endpoints), ...consoleRoutes(endpoints)]),
  ];
  return [...routes, ...docsRoutes(routes, endpoints)];
}

/** Who had which effect done, for whoever has to know. */
const auditRoutes = ({ audit }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/audit",
    right: "audit:read",
    summary: "The audit log, newest first, as it was written, so that its hashes can be verified",
    query: auditQuery,
    answer: auditPage,
    handle: async (context) => {
      const { records, next } = await audit.page(readQuery(context, auditQuery));
      return context.json({ records, next: next ?? null });
    },
  },
];
