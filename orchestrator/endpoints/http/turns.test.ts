import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explainResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

let done: string[];
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
let server: Server;

/** The endpoints as a process has them. */
async function open() {
  const endpoints: Partial<EndpointDeps> = {
    deps: garden.turnDeps(),
    turns,
    isReady: () => true,
    processLease: {
      name: "one",
      isGone: async () => true,
    } as unknown as EndpointDeps["processLease"],
    domains: { status: () => ({ domains: [] }) } as unknown as EndpointDeps["domains"],
    settings: {
      ...{ host: "127.0.0.1", allowedHosts: [], corsOrigins: [], domainHosts: [] },
      ...{ sessionHeaders: [], userHeaders: ["x-user"] },
    },
  };
  const listener = getRequestListener(makeApp(endpoints as EndpointDeps).fetch);
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}
const closeServer = async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
};

beforeEach(async () => {
  done = [];
  garden = await openTurnDeps([gardenDomain(done)]);
  await open();
});
afterEach(async () => {
  await closeServer();
  await garden.close();
});

async function post(path: string, body: object, user = "ana") {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-user": user },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const told = text === "" ? null : (JSON.parse(text) as { error?: { code?: string } });
  return { status: response.status, body: told, code: told?.error?.code };
}
async function explained(input_text: string): Promise<string> {
  const { plan_token } = explainResponse.parse((await post("/v1/explain", { input_text })).body);
  return plan_token ?? "";
}

describe("a plan token", () => {
  it("is done once, and the same token is answered the same, also by another process", async () => {
    const plan_token = await explained("regue a samambaia");
    expect(done).toEqual([]);
    const first = await post("/v1/turns", { plan_token });
    expect(turnResponse.parse(first.body).status).toBe("success");
    expect(await post("/v1/turns", { plan_token })).toEqual(first);
    await garden.turnDeps().store.flush();
    await closeServer();
    await garden.reopen();
    await open();
    expect(await post("/v1/turns", { plan_token })).toEqual(first);
    expect(done).toEqual(["water samambaia"]);
  });

  it("made before a restart is done after it", async () => {
    const plan_token = await explained("regue a samambaia");
    await closeServer();
    await garden.reopen();
    await open();
    expect((await post("/v1/turns", { plan_token })).status).toBe(200);
    expect(done).toEqual(["water samambaia"]);
  });

  it("of another user, changed, or over, is refused, and nothing is begun", async () => {
    const plan_token = await explained("regue a samambaia");
    expect(await post("/v1/turns", { plan_token }, "bia")).toMatchObject({
      ...{ status: 400, code: "invalid_plan_token" },
    });
    expect((await post("/v1/turns", { plan_token: `${plan_token}A` })).code).toBe(
      "invalid_plan_token",
    );
    garden.pass(11 * 60_000);
    expect(await post("/v1/turns", { plan_token })).toMatchObject({
      ...{ status: 409, code: "plan_time_moved" },
    });
    expect(done).toEqual([]);
  });

  it("stands alone, and a turn needs one of both", async () => {
    const plan_token = await explained("regue a samambaia");
    expect((await post("/v1/turns", { plan_token, input_text: "oi" })).status).toBe(400);
    expect((await post("/v1/turns", {})).status).toBe(400);
    expect(done).toEqual([]);
  });
});

describe("what its user says of a turn", () => {
  it("is kept, by the run_id of its answer, and says nothing back", async () => {
    const { run_id } = turnResponse.parse(
      (await post("/v1/turns", { input_text: "regue a samambaia" })).body,
    );
    const path = `/v1/turns/${run_id}/feedback`;
    for (const _again of [1, 2])
      expect(await post(path, { verdict: "wrong", comment: "a horta" })).toMatchObject({
        ...{ status: 204, body: null },
      });
    expect(await garden.turnDeps().store.proposals.wrong(5)).toMatchObject([{ run_id }]);
    expect((await post(path, { verdict: "wrong" }, "bia")).code).toBe("turn_not_found");
    expect((await post("/v1/turns/run_0/feedback", { verdict: "wrong" })).status).toBe(404);
    expect((await post(path, { verdict: "maybe" })).status).toBe(400);
  });
});
