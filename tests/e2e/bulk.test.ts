import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
let telegram: FakeTelegram;
let person = 0;

beforeAll(async () => {
  [system, telegram] = await Promise.all([startSystem(), startFakeTelegram()]);
  await Promise.all(["notify", "memory", "documents"].map((name) => system.startDomain(name)));
  await system.startOrchestrator({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
  });
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

/** Someone with three notes, two of them about work, and a film. */
async function somebody() {
  const name = `bulk-${++person}`;
  const say = (text: string) => system.turn(text, name, name);
  for (const note of ["reunião de trabalho na sexta", "trabalho: pedir férias", "dentista terça"])
    await say(`anota: ${note}`);
  await say("salva o filme matrix");
  const left = async () => (await say("lista tudo")).answer;
  return { name, say, left };
}

describe("what deletes several things at once asks first", () => {
  it.each<[text: string, question: string, count: number, gone: string[], kept: string[]]>([
    ["deleta tudo", "Quer apagar tudo?", 4, ["férias", "Matrix"], []],
    ["delete everything", "Do you want to delete everything?", 4, ["férias", "Matrix"], []],
    ["apaga todas as notas", "Quer apagar notas?", 3, ["férias", "dentista"], ["Matrix"]],
    [
      "apaga todas as notas sobre trabalho",
      "Quer apagar notas sobre “trabalho”?",
      2,
      ["férias", "reunião"],
      ["dentista", "Matrix"],
    ],
    [
      "apaga tudo menos os filmes",
      "Quer apagar tudo, menos filmes?",
      3,
      ["férias", "dentista"],
      ["Matrix"],
    ],
    [
      "delete everything except the movies",
      "Do you want to delete everything, except movies?",
      3,
      ["férias", "dentista"],
      ["Matrix"],
    ],
  ])(
    "%s: the question names what and how many, the yes deletes that, undo brings it back",
    async (text, question, count, gone, kept) => {
      const { say, left } = await somebody();
      const before = await left();
      const asked = await say(text);
      expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
      expect(asked.answer.split("\n")[0]).toBe(question);
      expect(asked.answer).toMatch(new RegExp(`\\b${count}\\b`));
      expect(asked.answer).not.toMatch(/^- /m);
      for (const each of gone) expect(asked.answer).toContain(each);
      for (const each of kept) expect(asked.answer).not.toContain(each);
      expect(await left()).toBe(before);
      await say(text);
      const done = await say("sim");
      expect(done).toMatchObject({ status: "success" });
      const after = await left();
      for (const each of gone) expect(after).not.toContain(each);
      for (const each of kept) expect(after).toContain(each);
      await say("desfaz");
      expect(await left()).toBe(before);
    },
  );

  it("a run that asked, and one that found nothing to ask, are replayed as they were", async () => {
    const { say, name } = await somebody();
    for (const text of ["apaga todas as notas", "apaga todos os filmes"]) {
      const { run_id } = await say(text);
      const headers = { "x-user-id": name };
      const path = `${system.url}/v1/runs/${run_id}/replay`;
      const body: unknown = await (await fetch(path, { method: "POST", headers })).json();
      expect(body).toMatchObject({ difference: null });
    }
  });

  it("a no leaves everything", async () => {
    const { say, left } = await somebody();
    const before = await left();
    await say("deleta tudo");
    await say("não");
    expect(await left()).toBe(before);
  });

  it.each(["apaga todos os filmes", "delete all movies"])(
    "%s: what is left as a single thing is asked about as well",
    async (text) => {
      const { say, left } = await somebody();
      const asked = await say(text);
      expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
      expect(asked.answer).toContain("Matrix");
      await say("sim");
      expect(await left()).not.toContain("Matrix");
    },
  );

  it("what is named as one thing is deleted at once", async () => {
    const { say, left } = await somebody();
    expect(await say("apaga o filme matrix")).toMatchObject({ status: "success", pending: null });
    expect(await left()).not.toContain("Matrix");
  });

  it("an undo while it is asked about closes the question, and takes nothing older back", async () => {
    const { say, left } = await somebody();
    const before = await left();
    await say("deleta tudo");
    const closed = await say("desfaz");
    expect(closed).toMatchObject({ status: "success", pending: null });
    expect(closed.answer).toContain("Quer apagar tudo?");
    expect((await say("sim")).trace.receipts).toEqual([]);
    expect(await left()).toBe(before);
  });

  it("nothing to delete asks nothing", async () => {
    expect(await system.turn("deleta tudo", "nobody", "nobody")).toMatchObject({
      status: "success",
      answer: "Nada salvo.",
    });
  });

  it("what was shown and is pointed at together is named and counted", async () => {
    const { say, left } = await somebody();
    await say("procura trabalho nas minhas notas");
    const asked = await say("apaga elas");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toMatch(/^Quer apagar isto da lista\?/);
    expect(asked.answer).toMatch(/\b2\b/);
    expect(asked.answer).toContain("férias");
    await say("sim");
    expect(await left()).toMatch(/^2 itens/);
  });

  it("what is named one by one is deleted at once", async () => {
    const { say, left } = await somebody();
    await say("lista tudo");
    expect((await say("apaga a primeira e a segunda")).pending).toBeNull();
    expect(await left()).toMatch(/^2 itens/);
  });
});

describe("on every channel alike", () => {
  it("for OpenAI's clients the question comes in words, and a yes is the next message", async () => {
    const { name, left } = await somebody();
    const say = async (content: string) => {
      const { body } = await system.post("/v1/chat/completions", {
        ...{ model: "regente", user: name, session_id: `${name}-chat` },
        messages: [{ role: "user", content }],
      });
      return body as { choices: { message: { content: string } }[]; regente: unknown };
    };
    const asked = await say("deleta tudo");
    expect(asked).toMatchObject({ regente: { status: "clarification" } });
    expect(asked.choices[0]?.message.content).toMatch(/\b4\b/);
    expect(await left()).toContain("Matrix");
    expect(await say("sim")).toMatchObject({ regente: { status: "success" } });
    expect(await left()).toBe("Nada salvo.");
  });

  it("a plan of one's own waits for the same yes", async () => {
    const { name, left } = await somebody();
    const { body } = await system.post("/v1/plans/execute", {
      plan: { steps: [{ id: 1, capability: "delete_all_memories", params: { type: "notes" } }] },
      context: { user_id: name, locale: "pt-BR" },
    });
    expect(body).toMatchObject({ status: "clarification" });
    expect(JSON.stringify(body)).toContain("São 3 de uma vez");
    expect(await left()).toContain("férias");
  });

  it("a capability that is called by its name waits as well", async () => {
    for (const note of ["um", "dois"]) await system.turn(`anota: ${note}`, "by name");
    const { body } = await system.post(
      "/v1/domains/memory/capabilities/delete_all_memories/execute",
      { parameters: {} },
    );
    expect(body).toMatchObject({ status: "clarification" });
    expect((await system.turn("lista tudo", "by name")).answer).toMatch(/^2 itens/);
  });

  it("the terminal shows the question", async () => {
    for (const note of ["três", "quatro"]) await system.turn(`anota: ${note}`, "terminal");
    const ran = (...args: string[]) =>
      runRegente(["ask", ...args, "--session", "terminal", "--url", system.url]);
    expect((await ran("apaga todas as notas")).out).toMatch(/de uma vez/);
    expect((await ran("sim")).out).toMatch(/Apaguei \d+ notas/);
  });

  it("on Telegram a touch says yes", async () => {
    const told = (words: string) =>
      telegram.until(() => telegram.messages.find(({ text }) => text.includes(words)));
    for (const note of ["nove", "dez"]) {
      await telegram.say(`anota: ${note}`);
      await told(`Nota salva: ${note}`);
    }
    await telegram.say("apaga todas as notas");
    const asked = await told("Quer apagar notas?");
    for (const each of ["2 de uma vez", "nove", "dez"]) expect(asked.text).toContain(each);
    await telegram.tap(asked, "Sim");
    await told("Apaguei 2 notas");
    await telegram.say("desfaz");
    await told("De volta: ");
    await telegram.say("lista minhas notas");
    const listed = await told("1. ");
    for (const each of ["nove", "dez"]) expect(listed.text).toContain(each);
  });

  it("over MCP a person confirms in a form, and no model does", async () => {
    for (const note of ["cinco", "seis"]) await system.turn(`anota: ${note}`, "mcp");
    const connect = async (person?: boolean) => {
      const client = new Client(
        { name: "someone", version: "1.0.0" },
        {
          capabilities: person === undefined ? {} : { elicitation: { form: {} } },
          versionNegotiation: { mode: "auto" },
        },
      );
      const forms: string[] = [];
      if (person !== undefined)
        client.setRequestHandler("elicitation/create", ({ params }) => {
          forms.push(params.message);
          return { action: "accept", content: { answer: person } };
        });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`)));
      onTestFinished(() => client.close());
      const call = (name: string, given: Record<string, unknown>) =>
        client.callTool({ name, arguments: given });
      return { call, forms };
    };
    const model = await connect();
    const asked = await model.call("ask", { text: "apaga todas as notas" });
    expect(asked).toMatchObject({ structuredContent: { question: { kind: "confirm" } } });
    const { question } = asked.structuredContent as { question: { pending_id: string } };
    await model.call("answer", { pending_id: question.pending_id, text: "sim" });
    expect((await system.turn("lista minhas notas", "mcp")).answer).toMatch(/^2 notas/);
    const person = await connect(true);
    expect(await person.call("ask", { text: "apaga todas as notas" })).toMatchObject({
      structuredContent: { status: "success" },
    });
    expect(person.forms.join()).toContain("de uma vez");
    expect((await system.turn("lista minhas notas", "mcp")).answer).toMatch(/^Nenhuma nota salva/);
  });
});
