import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import OpenAI from "openai";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { openLoopbackProvider } from "../../orchestrator/adapters/language-model/loopback-provider.fixture.ts";
import { messagesApi } from "../../orchestrator/adapters/language-model/messages-api.fixture.ts";
import { readConfig } from "../../orchestrator/config/config.ts";
import { startOrchestrator } from "../../orchestrator/start/start-orchestrator.ts";
import { observatoryManifest } from "../../orchestrator/understanding/with-model/sentence.fixture.ts";

const dialects = { anthropic: messagesApi, openai: chatCompletions };
const providers = ["anthropic", "openai"] as const;

/** Words that no manifest says. */
const OPEN = "wibble Neptune wobble";
const VISIBLE = JSON.stringify({
  goal: "observatory.VISIBILITY",
  entities: [{ name: "body_text", value: "Neptune" }],
  confidence: 0.99,
});

/** An orchestrator over an observatory, with a provider on loopback, and everything that it logs. */
async function start(name: (typeof providers)[number]) {
  const provider = await openLoopbackProvider(dialects[name]);
  const folder = await mkdtemp(join(tmpdir(), "regente-model-"));
  const does = (capability: string) => () =>
    Promise.resolve(success({ result: null, explanation: `Did ${capability}.` }));
  const handlers = observatoryManifest.capabilities.map(({ capability }) => capability);
  const observatory = await defineDomain(
    observatoryManifest,
    Object.fromEntries(handlers.map((each) => [each, does(each)])),
    { log: silentLog },
  ).serve({ port: 0 });
  const bootstrap = join(folder, "domains.bootstrap.json");
  await writeFile(
    bootstrap,
    JSON.stringify({ domains: [{ name: "observatory", url: observatory.url }] }),
  );
  const prefix = name.toUpperCase();
  const config = readConfig({
    PORT: "0",
    REGENTE_DATA: folder,
    REGENTE_BOOTSTRAP: bootstrap,
    REGENTE_MODEL_FAST: "small-one",
    [`${prefix}_API_KEY`]: provider.key,
    [`${prefix}_BASE_URL`]: provider.baseUrl,
  });
  let logged = "";
  const keep = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const orchestrator = await startOrchestrator(config, pino({ level: "trace" }, keep));
  onTestFinished(async () => {
    await orchestrator.close(0);
    await observatory.close();
    await rm(folder, { recursive: true, force: true });
  });
  while (!(await fetch(`${orchestrator.url}/ready`)).ok)
    await new Promise((next) => setTimeout(next, 10));
  const turn = async (input_text: string, session_id: string) => {
    const response = await fetch(`${orchestrator.url}/v1/turns`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ input_text, session_id }),
    });
    return turnResponse.parse(await response.json());
  };
  return { provider, url: orchestrator.url, turn, logged: () => logged };
}

it.each(providers)(
  "%s helps where the words leave something open, through both endpoints, and the bill says so",
  async (name) => {
    const { provider, url, turn, logged } = await start(name);
    provider.plan({ says: VISIBLE });
    const asked = await turn(OPEN, "s1");
    expect(asked.pending?.options[0]?.label).toContain("Neptune");
    expect(asked.usage).toEqual({ llm_calls: 1, tokens_input: 120, tokens_output: 7 });
    const told = await turn("1", "s1");
    expect(told).toMatchObject({ status: "success", answer: "Did get_visibility." });
    expect(told.usage.llm_calls).toBe(0);

    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    const completion = await client.chat.completions.create({
      model: "regente",
      // Other words: the same ones are not asked about again within a day.
      messages: [{ role: "user", content: `${OPEN} wibble` }],
    });
    expect(completion.choices[0]?.message.content).toContain("Neptune");
    expect(completion.usage).toMatchObject({ prompt_tokens: 120, completion_tokens: 7 });
    expect(logged()).toContain("a model was asked");
    for (const secret of provider.secrets) expect(logged()).not.toContain(secret);
  },
);

it.each(providers)(
  "%s is down: known requests cost nothing, others are asked about, and it is soon left alone",
  async (name) => {
    const { provider, turn, logged } = await start(name);
    provider.plan({ status: 500 });
    for (let message = 0; message < 40; message++) {
      const told = await turn(`${OPEN} ${message}`, `s${message}`);
      expect(told.status).toBe("clarification");
    }
    expect(provider.received).toHaveLength(5);
    const known = await turn("quando é o próximo eclipse", "known");
    expect(known).toMatchObject({ status: "success", usage: { llm_calls: 0 } });
    for (const secret of provider.secrets) expect(logged()).not.toContain(secret);
  },
);
