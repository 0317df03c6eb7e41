import { Hono } from "hono";
import { expect, it } from "vitest";
import type { EndpointEnv } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { healthRoutes } from "./health.ts";

it("is not ready while the store is unavailable, and is alive all the same", async () => {
  let isAway = true;
  const endpoints = {
    ...{ isReady: () => true, isStoreAway: () => isAway },
    domains: { status: () => ({ domains: [] }) },
  } as unknown as EndpointDeps;
  const app = new Hono<EndpointEnv>();
  for (const { method, path, handle } of healthRoutes(endpoints)) app.on(method, path, handle);
  const ready = await app.request("/ready");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "store_unavailable" }]);
  expect((await app.request("/health")).status).toBe(200);
  isAway = false;
  expect((await app.request("/ready")).status).toBe(200);
});
