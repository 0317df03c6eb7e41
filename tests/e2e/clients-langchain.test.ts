import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook();
});
afterAll(() => system.close());

const open = (useResponsesApi: boolean, headers: Record<string, string> = {}) =>
  new ChatOpenAI({
    model: "regente",
    apiKey: "none",
    maxRetries: 0,
    useResponsesApi,
    configuration: { baseURL: `${system.url}/v1`, defaultHeaders: headers },
  });

describe.each([
  ["chat completions", false],
  ["responses", true],
])("LangChain over %s", (_surface, responses) => {
  it("has an answer", async () => {
    const told = await open(responses).invoke("procure leite");
    expect(told.text).toBe("Duas linhas com leite.");
    expect(told.usage_metadata).toBeDefined();
  });

  it("streams it", async () => {
    let text = "";
    for await (const chunk of await open(responses).stream("procure leite")) text += chunk.text;
    expect(text).toBe("Duas linhas com leite.");
  });

  it("has an object by its schema", async () => {
    const schema = z.object({ word: z.string(), lines: z.number() });
    const shaped = open(responses).withStructuredOutput(schema, { method: "jsonSchema" });
    expect(await shaped.invoke("procure leite")).toEqual({ word: "leite", lines: 2 });
  });

  it("answers a question without a session", async () => {
    const first = new HumanMessage("procure marta");
    const asked = await open(responses).invoke([first]);
    const history = [first, new AIMessage(asked.text), new HumanMessage("2")];
    expect((await open(responses).invoke(history)).text).toBe("Duas linhas com Marta Silva.");
  });

  it("answers a question within a session, sending nothing again", async () => {
    const model = open(responses, { "x-session-id": `lc-${responses}` });
    await model.invoke("procure marta");
    expect((await model.invoke("1")).text).toBe("Duas linhas com Marta Rocha.");
  });
});
