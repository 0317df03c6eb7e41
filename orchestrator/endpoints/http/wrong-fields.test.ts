import { afterAll, beforeAll, expect, it } from "vitest";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { serveEndpoints } from "./serve-endpoints.fixture.ts";

let garden: Awaited<ReturnType<typeof openTurnDeps>>;
let endpoints: Awaited<ReturnType<typeof serveEndpoints>>;
beforeAll(async () => {
  garden = await openTurnDeps([gardenDomain([])]);
  endpoints = await serveEndpoints(garden.turnDeps());
});
afterAll(async () => {
  await endpoints.close();
  await garden.close();
});

it.each([
  "/v1/runs?before=zzz",
  "/v1/runs?q=a&before=zzz",
  "/v1/sessions?before=zzz",
  "/v1/sessions?q=a&before=1~",
])("%s names what is no page", async (path) => {
  expect(await endpoints.ask("GET", path)).toMatchObject({
    status: 400,
    body: {
      error: {
        ...{ code: "invalid_request", param: "before" },
        message: "before: is not the `next` of a page",
      },
    },
  });
});

it.each([0, 9, 1.5, "2"])(
  "as many choices as %j are refused with how many there may be",
  async (n) => {
    const messages = [{ role: "user", content: "veja o jardim" }];
    const body = { model: "regente", messages, n };
    expect(await endpoints.ask("POST", "/v1/chat/completions", { body })).toMatchObject({
      status: 400,
      body: { error: { param: "n", message: "n: must be a whole number from 1 to 8" } },
    });
  },
);
