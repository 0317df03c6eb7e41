import { afterEach, beforeEach, expect, it } from "vitest";
import { responseObject } from "#shared/contracts/openai.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { serveEndpoints } from "../http/serve-endpoints.fixture.ts";

let garden: Awaited<ReturnType<typeof openTurnDeps>>;
let endpoints: Awaited<ReturnType<typeof serveEndpoints>>;
beforeEach(async () => {
  garden = await openTurnDeps([gardenDomain([])]);
  endpoints = await serveEndpoints(garden.turnDeps());
});
afterEach(async () => {
  await endpoints.close();
  await garden.close();
});

const create = (input: string, previous_response_id?: string) =>
  endpoints.ask("POST", "/v1/responses", {
    body: { model: "regente", input, ...(previous_response_id && { previous_response_id }) },
  });
const created = async (input: string, previous?: string) =>
  responseObject.parse((await create(input, previous)).body).id;
const sessions = async () => JSON.stringify((await endpoints.ask("GET", "/v1/sessions")).body);

it("what was deleted continues nowhere, and nothing said in it is read", async () => {
  const id = await created("regue a rosa");
  expect((await create("1", id)).status).toBe(200);
  expect(await sessions()).toContain("Qual canteiro?");
  const other = await created("regue a rosa");
  for (const each of [id, other]) {
    const gone = await endpoints.ask("DELETE", `/v1/responses/${each}`);
    expect(gone).toEqual({
      status: 200,
      body: { id: each, object: "response", deleted: true },
    });
    expect(await create("1", each)).toMatchObject({
      status: 400,
      body: { error: { code: "previous_response_not_found", param: "previous_response_id" } },
    });
    expect((await endpoints.ask("GET", `/v1/sessions/${each}`)).status).toBe(404);
    expect((await endpoints.ask("DELETE", `/v1/responses/${each}`)).status).toBe(404);
  }
  expect(await sessions()).not.toContain("Qual canteiro?");
  expect((await endpoints.ask("GET", "/v1/pending")).body).toEqual({ pending: [] });
});

it("what went on from it stays, and goes on", async () => {
  const first = await created("veja o jardim");
  const second = await created("regue a rosa", first);
  await endpoints.ask("DELETE", `/v1/responses/${first}`);
  expect((await create("1", second)).status).toBe(200);
});

it("is deleted by its owner alone, also after a restart", async () => {
  const id = await created("regue a rosa");
  await garden.turnDeps().store.flush();
  await endpoints.close();
  await garden.reopen();
  endpoints = await serveEndpoints(garden.turnDeps());
  const path = `/v1/responses/${id}`;
  expect((await endpoints.ask("DELETE", path, { headers: { "x-user": "bia" } })).status).toBe(404);
  expect((await endpoints.ask("DELETE", path)).status).toBe(200);
  expect((await create("1", id)).status).toBe(400);
  expect(await sessions()).not.toContain("Qual canteiro?");
});
