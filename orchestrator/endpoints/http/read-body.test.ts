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

const plan = { steps: [{ id: 1, domain: "garden", capability: "look", params: {} }] };
const input_text = "veja o jardim";

it.each<[path: string, param: string, body: (timezone: unknown) => object]>([
  ["/v1/turns", "metadata.timezone", (timezone) => ({ input_text, metadata: { timezone } })],
  ["/v1/explain", "metadata.timezone", (timezone) => ({ input_text, metadata: { timezone } })],
  [
    "/v1/explanations",
    "metadata.timezone",
    (timezone) => ({ input_texts: [input_text], metadata: { timezone } }),
  ],
  ["/v1/plans/execute", "context.timezone", (timezone) => ({ plan, context: { timezone } })],
])("%s refuses a time zone that is none, and names one", async (path, param, body) => {
  const ask = (timezone: unknown) => endpoints.ask("POST", path, { body: body(timezone) });
  for (const wrong of ["Mars/Olympus", "", 3])
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { error: { param } } });
  const { body: told } = await ask("Mars/Olympus");
  expect(JSON.stringify(told)).toContain("such as Europe/Lisbon");
  expect((await ask("Europe/Lisbon")).status).toBe(200);
});

it("no time zone is none that is wrong", async () => {
  for (const metadata of [{}, { timezone: null }])
    expect(
      (await endpoints.ask("POST", "/v1/turns", { body: { input_text, metadata } })).status,
    ).toBe(200);
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
