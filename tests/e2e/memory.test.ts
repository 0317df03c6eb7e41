import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type System, startSystem } from "./system.ts";

let system: System;
let person = 0;

/** Someone who has nothing saved yet. */
function somebody() {
  person += 1;
  const name = `person-${person}`;
  return async (text: string) => {
    const turn = await system.turn(text, name, name);
    expect(turn.usage).toMatchObject({ llm_calls: 0 });
    return turn;
  };
}

beforeAll(async () => {
  system = await startSystem();
  const domains = ["finance", "notify", "memory", "support"];
  await Promise.all(domains.map((name) => system.startDomain(name)));
  await system.startOrchestrator();
});
afterAll(() => system.close());

describe("salva inception", () => {
  it.each([
    ["salva inception", "1", "Inception (2010) salvo."],
    ["salva inception", "a segunda", "Inception (2014) salvo."],
    ["salva inception", "2010", "Inception (2010) salvo."],
    ["save the movie inception", "the first", "Inception (2010) saved."],
  ])("%s, then %s: %s", async (text, choice, answer) => {
    const say = somebody();
    const asked = await say(text);
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "select" } });
    expect(asked.pending?.options.map(({ label }) => label)).toEqual([
      "Inception (2010)",
      "Inception (2014)",
    ]);
    expect(await say(choice)).toMatchObject({ status: "success", answer, run_id: asked.run_id });
  });

  it("is the same ten times of ten", async () => {
    const say = somebody();
    const answers = new Set<string>();
    for (let time = 0; time < 10; time++) {
      answers.add((await say("salva inception")).answer);
      answers.add((await say("1")).answer);
      await say("deleta tudo");
      await say("sim");
    }
    expect(answers).toEqual(
      new Set([
        "Encontrei 2 filmes com o nome “inception”. Qual?\n1. Inception (2010)\n2. Inception (2014)\nResponda com o número ou o nome.",
        "Inception (2010) salvo.",
      ]),
    );
  });

  it("cancela: nothing was saved, and the number means nothing any more", async () => {
    const say = somebody();
    await say("salva inception");
    expect((await say("cancela")).answer).toMatch(/cancelei/);
    expect((await say("1")).status).toBe("clarification");
    expect((await say("lista tudo")).answer).toBe("Nada salvo.");
  });

  it("a follow-up waits for the choice, and happens after it", async () => {
    const say = somebody();
    await say("salva inception e me avisa no telegram");
    const { answer, trace } = await say("1");
    expect(trace.steps.map(({ capability }) => capability)).toEqual([
      "save_movie",
      "send_telegram_message",
    ]);
    expect(answer).toMatch(/Inception \(2010\) salvo.*Não enviei/s);
  });
});

it("lista tudo, deleta tudo, sim, desfaz: everything comes back", async () => {
  const say = somebody();
  for (const text of ["salva matrix", "salva a série dark", "anota que o wifi é 1234"])
    expect((await say(text)).status).toBe("success");
  const list = await say("lista tudo");
  expect(list.answer).toBe(
    "3 itens:\n1. o wifi é 1234, nota\n2. Dark (2017), série\n3. Matrix (1999), filme",
  );
  expect((await say("deleta tudo")).answer).toContain("São 3 de uma vez.");
  expect(await say("sim")).toMatchObject({ status: "success", pending: null });
  expect((await say("lista tudo")).answer).toBe("Nada salvo.");
  expect((await say("desfaz")).answer).toBe("De volta: 3 itens");
  expect((await say("lista tudo")).answer).toBe(list.answer);
});

it("a film is always a film, and a note a note", async () => {
  const say = somebody();
  await say("salva o filme interestelar");
  await say("salva a nota interestelar");
  const { trace } = await say("lista tudo");
  expect(trace.steps[0]?.output?.result).toMatchObject({
    items: [{ type: "note" }, { type: "movie", tmdb_id: 157336 }],
  });
});

it("no one sees, finds or deletes what another one saved", async () => {
  const [ana, rui] = [somebody(), somebody()];
  await ana("anota que o cofre abre com 9271");
  expect((await rui("lista tudo")).answer).toBe("Nada salvo.");
  expect((await rui("procura cofre nas minhas notas")).answer).toBe(
    "Nada encontrado para “cofre”.",
  );
  await rui("deleta tudo");
  expect((await ana("procura cofre nas minhas notas")).answer).toContain("9271");
});

it.each([
  ["quanto tá a vale e salva como nota", /VALE3.*Nota salva: .*VALE3/s],
  ["price of Apple and save it as a note", /AAPL.*Note saved: .*AAPL/s],
])("%s: any answer can be kept", async (text, words) => {
  const say = somebody();
  expect((await say(text)).answer).toMatch(words);
});
