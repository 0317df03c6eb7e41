import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import {
  assistant,
  chunksOf,
  completion,
  json,
  model,
  responseSaying,
  said,
  startInFront,
  stream,
  user,
} from "./loopback-upstream.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const KEY = "sk-operators-own-key-0123456789";
let front: Awaited<ReturnType<typeof startInFront>>;
beforeAll(async () => {
  front = await startInFront({ REGENTE_UPSTREAM_KEY: KEY });
});
afterAll(() => front.close());
beforeEach(() => {
  front.upstream.reached.length = 0;
  front.upstream.willAnswer(json(completion("da nuvem")));
});

describe("what is known here", () => {
  it("is answered here for zero tokens, under the name of the model that was asked", async () => {
    const told = await front.chat([user("procure leite")]);
    expect(said(told)).toBe("Duas linhas com leite.");
    expect(told).toMatchObject({ model, usage: { total_tokens: 0 } });
    expect(front.upstream.reached).toEqual([]);
  });

  it("also streamed, under a system message, and beside tools that may be called", async () => {
    const told = await front.chat(
      [{ role: "system", content: "seja breve" }, user("procure pão")],
      {
        stream: true,
        tools: [{ type: "function", function: { name: "search", parameters: {} } }],
      },
    );
    let text = "";
    for await (const chunk of told as unknown as AsyncIterable<OpenAI.Chat.ChatCompletionChunk>)
      text += chunk.choices[0]?.delta.content ?? "";
    expect([text, front.upstream.reached.length]).toEqual(["Duas linhas com pão.", 0]);
  });

  it("has its effect once, and can be undone or gone on from where the answer was ours", async () => {
    const begun = [user("procure marta")];
    const asked = said(await front.chat(begun));
    expect(asked).toContain("Qual Marta?");
    const told = await front.chat([...begun, assistant(asked), user("2")]);
    expect(said(told)).toBe("Duas linhas com Marta Silva.");
    expect(front.upstream.reached).toEqual([]);
  });

  it("a confirmation that we ask for is ours, and a yes to the model's question is the model's", async () => {
    const begun = [user("apague o caderno")];
    const asked = said(await front.chat(begun));
    const before = front.system.done.length;
    expect(said(await front.chat([...begun, assistant("Tem certeza?"), user("sim")]))).toBe(
      "da nuvem",
    );
    expect(front.system.done).toHaveLength(before);
    expect(said(await front.chat([...begun, assistant(asked), user("sim")]))).toContain("apagado");
    expect(front.upstream.reached).toHaveLength(1);
  });

  it("an answer that does not fit our question is asked for again, and no one else's", async () => {
    const begun = [user("procure marta")];
    const asked = said(await front.chat(begun));
    const again = said(await front.chat([...begun, assistant(asked), user("7")]));
    expect(again).toContain("Marta Rocha");
    expect(front.upstream.reached).toEqual([]);
  });

  it("what is no answer to our question is the model's, and the question is still there for one", async () => {
    const begun = [user("procure marta")];
    const asked = said(await front.chat(begun));
    const other = [...begun, assistant(asked), user("qual é a capital da França?")];
    expect(said(await front.chat(other))).toBe("da nuvem");
    expect(said(await front.chat([...begun, assistant(asked), user("1")]))).toBe(
      "Duas linhas com Marta Rocha.",
    );
  });

  it("comes after the model's answers, and the model's after ours", async () => {
    const first = [user("escreva um poema sobre o mar"), assistant("da nuvem")];
    const second = [...first, user("procure ovos")];
    const told = said(await front.chat(second));
    expect(told).toBe("Duas linhas com ovos.");
    const third = [...second, assistant(told), user("agora rime com isso")];
    expect(said(await front.chat(third))).toBe("da nuvem");
    expect(JSON.parse(front.upstream.last().bytes.toString())).toEqual({ model, messages: third });
  });

  it("is done once for a key of its own, and told again to who sends it again", async () => {
    const before = front.system.done.length;
    const body = JSON.stringify({ model, messages: [user("anote sal")] });
    const send = () => front.raw(body, { "idempotency-key": "n1" });
    const first = await send();
    const again = await send();
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(front.system.done.slice(before)).toEqual(["sal"]);
  });

  it.each([
    ...["procure leite, explicado para uma criança"],
    ...["look up milk, explained for a child", "look up milk (like a pirate)"],
    ...["look up milk. Like a pirate."],
  ])("is the model's with everything that was said beside it: %s", async (text) => {
    const told = await front.chat([user(text)]);
    expect(said(told)).toBe("da nuvem");
    expect(JSON.parse(front.upstream.last().bytes.toString())).toEqual({
      model,
      messages: [user(text)],
    });
  });

  it("what leans on an answer is not taken from the model's", async () => {
    const messages = [user("escreva um poema"), assistant("da nuvem"), user("desfaz")];
    expect(said(await front.chat(messages))).toBe("da nuvem");
  });
});

describe("what a domain cannot do for want of a key", () => {
  const usage = async () => {
    const response = await fetch(`${front.system.url}/v1/usage`);
    return usageReport.parse(await response.json());
  };

  it.each(["procure tesouro", "anote tesouro"])(
    "is the upstream's, unchanged, and usage says so: %s",
    async (text) => {
      const before = (await usage()).in_front;
      const more = { seed: 7 };
      const response = await front.raw(JSON.stringify({ model, messages: [user(text)], ...more }));
      expect(response.headers.get("regente-answered-by")).toBe("upstream");
      expect(await response.json()).toEqual(completion("da nuvem"));
      const sent = JSON.parse(front.upstream.last().bytes.toString()) as object;
      expect(sent).toEqual({ model, messages: [user(text)], ...more });
      const { in_front: after, by_goal } = await usage();
      expect(after).toEqual({
        ...{ answered_here: before?.answered_here ?? 0, passed_on: (before?.passed_on ?? 0) + 1 },
        not_configured: (before?.not_configured ?? 0) + 1,
        tokens_passed_on: (before?.tokens_passed_on ?? 0) + 29,
      });
      const goal = text.startsWith("anote") ? "WRITE_LINE" : "FIND_LINE";
      expect(by_goal.find((row) => row.goal === goal)).toMatchObject({ failed: 1 });
    },
  );

  it("also streamed, on the Responses API, and with a name of its own", async () => {
    const text = "procure tesouro";
    const parts = chunksOf(["da", " nuvem"]);
    front.upstream.willAnswer(stream(parts));
    const body = JSON.stringify({ model, messages: [user(text)], stream: true });
    expect(await (await front.raw(body, { "idempotency-key": "t1" })).text()).toBe(parts.join(""));
    front.upstream.willAnswer(json(responseSaying("resp_up9", "da nuvem")));
    const told = await front.client.responses.create({ model, input: text });
    expect(told.output_text).toBe("da nuvem");
    expect(front.upstream.reached).toHaveLength(2);
  });

  it("is ours again where something was done before it", async () => {
    const told = said(await front.chat([user("procure leite e procure tesouro")]));
    expect(told).toContain("Duas linhas com leite.");
    expect(told).toContain("Falta NOTEBOOK_KEY.");
    expect(front.upstream.reached).toEqual([]);
  });

  it("leaves nothing behind in the conversation", async () => {
    const begun = [user("procure leite")];
    const first = said(await front.chat(begun));
    const second = [...begun, assistant(first), user("procure tesouro")];
    expect(said(await front.chat(second))).toBe("da nuvem");
    const third = [...second, assistant("da nuvem"), user("procure sal")];
    expect(said(await front.chat(third))).toBe("Duas linhas com sal.");
  });
});

describe("the Responses API", () => {
  it("goes on by its ids through answers of both", async () => {
    front.upstream.willAnswer(json(responseSaying("resp_up1", "da nuvem")));
    const first = await front.client.responses.create({ model, input: "escreva um poema" });
    expect(first.output_text).toBe("da nuvem");
    const second = await front.client.responses.create({
      model,
      input: "procure sal",
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe("Duas linhas com sal.");
    const third = await front.client.responses.create({
      model,
      input: "escreva um poema sobre isso",
      previous_response_id: second.id,
      store: true,
    });
    expect(third.output_text).toBe("da nuvem");
    expect(JSON.parse(front.upstream.last().bytes.toString())).toEqual({
      ...{ model, store: true, previous_response_id: "resp_up1" },
      input: [
        { role: "user", content: "procure sal" },
        { role: "assistant", content: "Duas linhas com sal." },
        { role: "user", content: "escreva um poema sobre isso" },
      ],
    });
    expect(front.upstream.reached).toHaveLength(2);
  });

  it("a question of ours is answered by its id", async () => {
    const asked = await front.client.responses.create({ model, input: "procure marta" });
    const told = await front.client.responses.create({
      model,
      input: "1",
      previous_response_id: asked.id,
    });
    expect(told.output_text).toBe("Duas linhas com Marta Rocha.");
  });

  it("a conversation that the upstream keeps is the upstream's", async () => {
    front.upstream.willAnswer(json(responseSaying("resp_up2", "da nuvem")));
    const told = await front.client.responses.create({
      model,
      input: "procure leite",
      conversation: "conv_1",
    });
    expect(told.output_text).toBe("da nuvem");
  });
});

describe("keys", () => {
  const goals = { answers: ["notebook:*"], suggests: ["tower.tell_hour"] };
  let checked: Notebook;
  let key = "";
  beforeAll(async () => {
    const file = join(front.system.folder, "keys.json");
    key = addKey(file, { user_id: "ana", scopes: ["effect:read"], ...goals }, new Date()).key;
    checked = await startNotebook({ REGENTE_UPSTREAM: front.upstream.url, REGENTE_API_KEYS: file });
  });
  afterAll(() => checked.close());
  const asAna = () => new OpenAI({ baseURL: `${checked.url}/v1`, apiKey: key, maxRetries: 0 });
  const bell = [user("toque o sino")];
  const tools = [
    {
      type: "function" as const,
      function: { name: "mcp_regente_tower-tell_hour", parameters: {} },
    },
  ];

  it("say which goals are answered; a goal without the right to it is the upstream's", async () => {
    const told = await asAna().chat.completions.create({
      model,
      messages: [user("procure leite")],
    });
    expect(said(told)).toBe("Duas linhas com leite.");
    const other = await asAna().chat.completions.create({ model, messages: [user("anote pão")] });
    expect(said(other)).toBe("da nuvem");
    // A key of these endpoints is no one else's to read.
    expect(front.upstream.last().headers.authorization).toBeUndefined();
  });

  it("a goal that may only be suggested becomes a call of the client's own tool, else it is the upstream's", async () => {
    const told = await asAna().chat.completions.create({ model, messages: bell, tools });
    expect(told.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [
          { type: "function", function: { name: "mcp_regente_tower-tell_hour", arguments: "{}" } },
        ],
      },
    });
    const by = (
      await asAna().chat.completions.create({ model, messages: bell, tools }).asResponse()
    ).headers.get("regente-answered-by");
    expect(by).toBe("regente");
    const streamed = asAna().chat.completions.stream({ model, messages: [...bell], tools });
    expect((await streamed.finalChatCompletion()).choices[0]?.message.tool_calls).toHaveLength(1);
    const spoken = await asAna().responses.create({
      ...{ model, input: "toque o sino" },
      tools: [{ type: "function", name: "tower.tell_hour", parameters: {}, strict: false }],
    });
    expect(spoken.output).toMatchObject([
      { type: "function_call", name: "tower.tell_hour", arguments: "{}" },
    ]);
    expect(front.upstream.reached).toEqual([]);
    expect(said(await asAna().chat.completions.create({ model, messages: bell }))).toBe("da nuvem");
    const forbidden = { model, messages: bell, tools, tool_choice: "none" as const };
    expect(said(await asAna().chat.completions.create(forbidden))).toBe("da nuvem");
  });

  it.each([
    ["answers", "notebook.find_lines", "there is no goal notebook.find_lines; did you mean"],
    ["suggests", "notebok:*", "did you mean notebook:* or tower:*?"],
  ])("do not start with %s that no goal is called", async (list, name, why) => {
    const file = join(front.system.folder, "wrong-keys.json");
    const wanted = { user_id: "bia", scopes: ["effect:read"], [list]: [name] };
    addKey(file, wanted, new Date());
    const start = startNotebook({ REGENTE_UPSTREAM: front.upstream.url, REGENTE_API_KEYS: file });
    await expect(start).rejects.toThrow(why);
    rmSync(file);
  });

  it("usage tells who answered how many, with the upstream's tokens", async () => {
    const usage = await fetch(`${checked.url}/v1/usage`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { in_front, by_tier } = usageReport.parse(await usage.json());
    expect(in_front).toEqual({
      ...{ answered_here: 5, passed_on: 3, not_configured: 0, tokens_passed_on: 87 },
    });
    expect(by_tier.find(({ tier }) => tier === "upstream")).toMatchObject({
      calls: 3,
      zero_token_calls: 0,
    });
    expect(by_tier.find(({ tier }) => tier === "suggested")).toMatchObject({ calls: 4 });
  });
});

it("an upstream that cannot be reached is said so, and what is known here still works", async () => {
  const away = await startNotebook({ REGENTE_UPSTREAM: "http://127.0.0.1:9/v1" });
  try {
    const alone = new OpenAI({ baseURL: `${away.url}/v1`, apiKey: "none", maxRetries: 0 });
    const ask = (text: string) => alone.chat.completions.create({ model, messages: [user(text)] });
    expect(said(await ask("procure leite"))).toBe("Duas linhas com leite.");
    await expect(ask("conte uma história")).rejects.toMatchObject({
      status: 502,
      code: "upstream_unreachable",
    });
    expect((await alone.models.list()).data[0]?.id).toBe("regente");
  } finally {
    await away.close();
  }
});

it("no key is in the log or among what is kept", () => {
  expect(front.logged.length).toBeGreaterThan(0);
  expect(front.logged.join("")).not.toContain(KEY);
  expect(readFileSync(join(front.system.folder, "regente.db")).includes(KEY)).toBe(false);
});
