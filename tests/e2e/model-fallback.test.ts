import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { listenUntilClosed } from "../../orchestrator/adapters/listen.fixture.ts";
import { estimateTokens } from "../../orchestrator/ports/language-model.ts";
import recorded from "./recorded-answers.json" with { type: "json" };
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";

/** A server with one model that has been recorded: it knows a message by its words, and counts as servers do. */
async function startRecorded() {
  const asked: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/v1/models") return send({ object: "list", data: [{ id: "small-one" }] });
    const body = await json(request);
    const text = chatCompletions.texts(body).at(-1) ?? "";
    if (text === "ok?") return send(chatCompletions.message('{"word":"ok"}', "end"));
    const known = recorded.find(({ said }) => text.includes(said));
    asked.push(known?.said ?? text);
    if (known === undefined) return send({ error: { message: "not recorded" } }, 500);
    const answer = JSON.stringify(known.form);
    const usage = {
      prompt_tokens: estimateTokens(JSON.stringify(body)),
      completion_tokens: estimateTokens(answer),
    };
    return send({ ...chatCompletions.message(answer, "end"), usage });
  };
  const server = createServer((request, response) => void serve(request, response));
  const { url, close } = await listenUntilClosed(server);
  return { url: `${url}/v1`, asked, close };
}

let folder: string;
let model: Awaited<ReturnType<typeof startRecorded>>;
let shipped: ShippedSystem;
beforeAll(async () => {
  model = await startRecorded();
  folder = await mkdtemp(join(tmpdir(), "regente-prices-"));
  const prices = join(folder, "prices.json");
  const models = { "openai/small-one": { input: 0.4, output: 1.6 } };
  await writeFile(prices, JSON.stringify({ currency: "USD", models }));
  shipped = await startShippedSystem({
    ...{ OPENAI_BASE_URL: model.url, REGENTE_MODEL_FAST: "small-one" },
    REGENTE_PRICES: prices,
  });
});
afterAll(async () => {
  await shipped.close();
  await model.close();
  await rm(folder, { recursive: true });
});

it.each(recorded)("$said: $leads_to", async ({ said, leads_to, tells = "" }) => {
  const told = await shipped.system.turn(said, `recorded ${said}`);
  expect(model.asked).toContain(said);
  expect(told.answer).toContain(tells);
  // Whatever a model says, an effect needs the person's word, and a goal or a value that is not in the form counts for nothing.
  expect(told.trace.receipts).toEqual([]);
  expect({ status: told.status, kind: told.pending?.kind, tier: told.trace.intent.tier }).toEqual(
    {
      done: { status: "success", kind: undefined, tier: "model" },
      asked: { status: "clarification", kind: "choose_goal", tier: "classifier" },
      nothing: { status: "clarification", kind: undefined, tier: "classifier" },
      missing: { status: "clarification", kind: "fill", tier: "classifier" },
    }[leads_to],
  );
});

it("what is known asks no model, and the test of the setting says whether it fills a form", async () => {
  const before = model.asked.length;
  const told = await shipped.system.turn("preço da nordea", "known");
  expect([told.usage.llm_calls, model.asked.length]).toEqual([0, before]);
  const { body } = await shipped.system.post("/v1/settings/model/test", { locale: "en" });
  expect(body).toMatchObject({ works: true, detail: "ok" });
});

it("usage tells what a thousand messages cost by the operator's prices", async () => {
  const { cost, total } = usageReport.parse(
    await (await fetch(`${shipped.system.url}/v1/usage`)).json(),
  );
  const spent = (total.tokens_input * 0.4 + total.tokens_output * 1.6) / 1e6;
  expect(cost?.total).toBeCloseTo(spent, 8);
  expect(cost?.per_thousand_messages).toBeCloseTo((spent / total.calls) * 1000, 6);
  // Of one message that is left open; the page about models says what it comes to.
  expect(total.tokens_input / total.llm_calls).toBeLessThan(1500);
});
