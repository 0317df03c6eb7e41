import { afterAll, beforeAll, expect, it } from "vitest";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { type System, startSystem, until } from "./system.ts";

// What is told of a domain that is not there any more.

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.startDomain("memory");
  await system.startOrchestrator();
  await system.turn("anota: leite", "before");
  await system.stop("memory");
});
afterAll(() => system.close());

it("an answer promises nothing that nobody does, however often it is asked", async () => {
  const answers: string[] = [];
  for (let time = 0; time < 8; time++)
    answers.push((await system.turn("quais são as minhas notas?", `again-${time}`)).answer);
  expect(answers.join("\n")).toContain("fora do ar");
  expect(answers.join("\n")).not.toMatch(/tento de novo|vou tentar/);
});

it("its problem is told in the language of whoever reads it; in English where they name none", async () => {
  const problemIn = async (language?: string) => {
    const headers = { ...(language && { "accept-language": language }) };
    const response = await fetch(`${system.url}/v1/domains`, { headers });
    const { domains } = domainsResponse.parse(await response.json());
    return domains.find(({ name }) => name === "memory")?.problem;
  };
  await until("it is seen", async () => (await problemIn()) != null);
  expect(await problemIn()).toContain("refuses the connection; is it running?");
  expect(await problemIn("en")).toBe(await problemIn());
  expect(await problemIn("pt-BR")).toMatch(/^O domínio ".*" recusa a conexão; está rodando\?$/);
});
