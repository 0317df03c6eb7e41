import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDomain } from "#shared/conformance/check-domain.ts";
import { checkRouting } from "#shared/conformance/checks-of-routing.ts";
import { makeProbe } from "#shared/conformance/domain-probe.ts";
import { explainResponse } from "#shared/contracts/endpoints.ts";
import { type System, startSystem, until } from "./system.ts";

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
let system: System;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  system = await startSystem();
});
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  await system.close();
});

/** A domain in another language, in a process of its own. */
async function start(name: string, program: string, file: string): Promise<[string, string]> {
  const own = await system.addService(name);
  const child = spawn(program, [file], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...own },
    stdio: "inherit",
  });
  ends.push(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const url = `http://127.0.0.1:${own.PORT}`;
  await until(`${name} answers`, async () => (await fetch(`${url}/health`)).ok);
  return [url, own.REGENTE_DOMAIN_KEY];
}

const languages = [
  {
    ...{
      language: "Python",
      needs: "python3",
      program: "python3",
      file: "examples/python/main.py",
    },
    name: "shopping",
    said: [
      ["põe café na lista de compras", "Pus café na lista."],
      ["what is on the shopping list?", "On the list: leite, café."],
    ],
  },
  {
    ...{ language: "Java", needs: "javac", program: "java", file: "examples/java/Main.java" },
    name: "garden",
    said: [
      ["planta hortelã no jardim", "Plantei hortelã."],
      [
        "where is the rose in the garden?",
        "Which one?\n1. white rose\n2. red rose\nAnswer with the number or the name.",
      ],
      ["2", "red rose is in the bed back."],
    ],
  },
];

describe.each(languages)("the domain in $language", ({ needs, program, file, name, said }) => {
  it("keeps every rule, its sentences lead home, and an OpenAI client is answered", async ({
    skip,
  }) => {
    skip(!isThere(needs), `there is no ${needs} on this machine`);
    const [url, secret] = await start(name, program, file);
    const results = await checkDomain(url, { secret });
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(results.length).toBeGreaterThan(50);

    await system.startOrchestrator();
    const manifest = await makeProbe(url, secret).manifest();
    const led = await checkRouting(manifest, async (request) =>
      explainResponse.parse((await system.post("/v1/explain", request)).body),
    );
    expect(led.filter(({ outcome }) => outcome !== "passed")).toEqual([]);

    const client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "any" });
    const messages: { role: "user" | "assistant"; content: string }[] = [];
    for (const [words = "", answer] of said) {
      messages.push({ role: "user", content: words });
      const { choices } = await client.chat.completions.create({ model: "regente", messages });
      expect(choices[0]?.message.content).toBe(answer);
      messages.push({ role: "assistant", content: answer ?? "" });
    }
  });
});
