import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { draftOverlay, operationsIn } from "#shared/made-domains/draft.ts";
import { make } from "#shared/made-domains/library-service.fixture.ts";
import { type System, startSystem } from "../system.ts";
import { startBikes } from "./bike-service.fixture.ts";

// A document of twenty operations that no draft was made for before, and sentences that were written before it was drafted.

const read = (name: string): unknown => parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const document = z.record(z.string(), z.unknown()).parse(read("openapi.yaml"));
const sentences = z
  .array(
    z.object({
      say: z.string(),
      call: z.string(),
      body: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .parse(read("sentences.yaml"));

let system: System;
let bikes: Awaited<ReturnType<typeof startBikes>>;
let served: { close(): Promise<void> };
beforeAll(async () => {
  [system, bikes] = await Promise.all([startSystem({ learnsAnew: true }), startBikes()]);
  const { PORT, REGENTE_DOMAIN_KEY } = await system.addService("bikes");
  const every = operationsIn(document).flatMap(({ id }) => id ?? []);
  expect(every).toHaveLength(20);
  const { overlay } = draftOverlay(document, "bikes", every);
  const from = { base: bikes.url };
  const domain = make(document, overlay, from, {}, { name: "bikes", secret: REGENTE_DOMAIN_KEY });
  served = await domain.serve({ port: Number(PORT) });
  await system.startOrchestrator();
});
afterAll(() => Promise.all([served.close(), bikes.close(), system.close()]));

const say = (text: string, session: string) => system.turn(text, session, session);

type Turn = Awaited<ReturnType<System["turn"]>>;

/** What was called, as the sentences have it. */
const calls = () =>
  bikes.asked.splice(0).map(({ method, url, body }) => ({
    call: `${method} ${decodeURIComponent(url).replaceAll("+", " ")}`,
    ...(body !== "" && body !== "{}" && { body: JSON.parse(body) as unknown }),
  }));

it("seventeen plain sentences: at least fourteen are right at once, the rest is asked about, and nothing wrong happens", async () => {
  const came: { say: string; how: "right" | "asked" | "wrong"; turn: Turn }[] = [];
  for (const [at, { say, call, body }] of sentences.entries()) {
    const session = `bikes-${at}`;
    let turn = await system.turn(say, session, session);
    // What others see is done after a yes.
    if (turn.pending?.kind === "confirm") turn = await system.turn("yes", session, session);
    const made = calls();
    const isRight = JSON.stringify(made) === JSON.stringify([{ call, ...(body && { body }) }]);
    const how = made.length > 0 ? "wrong" : "asked";
    came.push({ say, how: isRight ? "right" : how, turn });
  }
  const told = came.map(({ say, how, turn }) => `${how}: ${say} => ${turn.answer}`);
  expect(came.filter(({ how }) => how === "wrong")).toEqual([]);
  expect(
    told.filter((line) => line.startsWith("right")).length,
    told.join("\n"),
  ).toBeGreaterThanOrEqual(14);
});

it.each([
  ["what is the rental", "extend rental by 30 minutes", "What is the rental number?"],
  ["how many minutes", "extend rental 812", "How many minutes?"],
  ["which customer", "aluga a bicicleta B-104", "Qual é o número do cliente?"],
  ["which bike", "cadê a bicicleta?", "Qual é o código da bicicleta?"],
  ["which invoice", "paga a fatura", "Qual é o número da fatura?"],
])("%s is asked for as people call it", async (_what, text, question) => {
  expect((await say(text, `asks ${text}`)).answer).toContain(question);
});

it("a value ends where it does, whatever else is said", async () => {
  await say("mostra a bicicleta B-104 e me conta uma piada", "rest-1");
  await say("show bike B-104, please, I am in a hurry", "rest-2");
  for (const { call } of calls()) expect(call).toBe("GET /bikes/B-104");
});

it("a list is a table of the fields that matter, in the words that are known", async () => {
  const { answer } = await say("aluguéis ativos", "table");
  const [head, , row] = answer
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(head?.slice(1, -1)).toEqual([
    ...["id", "bicicleta", "cliente", "situação", "started", "custo"],
  ]);
  expect(row?.slice(1, -1)).toEqual([
    ...["812", "Vento 3", "João Lima", "overdue", "20/11/2026, 09:30", "R$ 18,50"],
  ]);
  const lists = await Promise.all(
    ["list the stations", "show bike B-104", "invoices"].map((text) => say(text, `form ${text}`)),
  );
  for (const { answer: told } of lists) expect(told).not.toMatch(/[{}[\]"]|W\/88f1|https:/);
});
