import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { libraryDomain, libraryManifest } from "#shared/testing/library-domain.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Says, stubOrchestrator } from "../testing/stub-orchestrator.ts";

const root = "a-secret-that-only-the-tests-know";
const secret = domainKey(root, "library");

async function library(options: DomainOptions = {}): Promise<string> {
  const served = await libraryDomain(options).domain.serve({ port: 0 });
  onTestFinished(() => served.close());
  return served.url;
}

async function stub(says: Says): Promise<string> {
  const { url, close } = await stubOrchestrator(says);
  onTestFinished(close);
  return url;
}

function inFolder(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "check-domain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const status = (version: string | null) => ({
  digest: "d",
  domains: [
    {
      name: "library",
      state: "up" as const,
      url: null,
      version,
      description: null,
      goals: [],
      capabilities: [],
      problem: null,
    },
  ],
});

it("reports topic by topic, and names what no one looked at", async () => {
  const url = await library();
  const { code, out, err } = await runRegente(["check-domain", url]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n")).toEqual([
    `library 1.0.0 em ${url}`,
    "",
    "✓ saúde e manifesto 4 de 4",
    expect.stringMatching(/^✓ pedidos inválidos (\d+) de \1$/),
    "✓ parâmetros inválidos 1 de 1",
    "- perguntas 0 de 1",
    "    - toda opção oferecida permite continuar",
    "      nenhum caso leva a uma pergunta",
    "✓ prazos 1 de 1",
    "- efeitos só uma vez 0 de 1",
    "    - lend_book acontece uma única vez com a mesma chave",
    "      nenhum caso com counted_by diz quantas vezes aconteceu",
    "- exemplos levam aos objetivos 0 de 1",
    "    - todo exemplo leva ao objetivo a que pertence",
    "      indique um Regente no ar com --url",
    "",
    expect.stringMatching(/^\d+ promessas cumpridas, 0 quebradas, 3 não verificadas$/),
    "",
  ]);
});

it("speaks English where the terminal does", async () => {
  const { out } = await runRegente(["check-domain", await library()], { env: { LANG: "en_US" } });
  expect(out).toContain("✓ health and manifest 4 of 4");
  expect(out).toMatch(/promises kept, 0 broken, 3 not checked\n$/);
});

it("names what is kept too, when asked to", async () => {
  const { out } = await runRegente(["check-domain", await library(), "--all"]);
  expect(out).toContain("    ✓ GET /manifest cumpre o contrato do manifesto\n");
});

it("carries out the calls of a file", async () => {
  const cases = inFolder(
    "cases.json",
    JSON.stringify([
      { capability: "find_book", parameters: { title_text: "Memórias" }, asks: true },
    ]),
  );
  const { code, out } = await runRegente(["check-domain", await library(), "--cases", cases]);
  expect(code).toBe(0);
  expect(out).toContain("✓ perguntas 1 de 1\n");
  expect(out).toContain("✓ respostas 3 de 3\n");
});

it("ends with 1 and what was seen instead, when a promise is broken", async () => {
  const sloppy = {
    ...libraryManifest,
    capabilities: [{ capability: "find_book", effect: "read" }],
  } satisfies ManifestSource;
  const domain = defineDomain(
    sloppy,
    { find_book: async () => success({ explanation: "here" }) },
    { log: silentLog },
  );
  const served = await domain.serve({ port: 0 });
  onTestFinished(() => served.close());
  const call = { capability: "find_book", parameters: {} };
  const cases = inFolder("cases.json", JSON.stringify([call]));
  const { code, out } = await runRegente(["check-domain", served.url, "--cases", cases]);
  expect(code).toBe(1);
  expect(out).toContain("✗ respostas 1 de 3\n    ✗ find_book dá a explicação em pt-BR\n");
  expect(out).toContain("      as mesmas palavras em pt-BR e en: here\n");
});

it("prints every check as JSON", async () => {
  const { out } = await runRegente(["check-domain", await library(), "--json"]);
  const told = JSON.parse(out) as { domain: string; checks: unknown[] };
  expect(told.domain).toBe("library");
  expect(told.checks).toContainEqual(
    expect.objectContaining({ about: "manifest", outcome: "passed" }),
  );
});

it.each<[string, string[], Record<string, string>]>([
  ["told", ["--secret", secret], {}],
  ["in the environment", [], { REGENTE_DOMAIN_KEY: secret }],
  ["in the orchestrator's", [], { REGENTE_DOMAIN_SECRET: root }],
])("checks a locked domain with the key that is %s", async (_where, args, env) => {
  const url = await library({ secret });
  const { code, out } = await runRegente(["check-domain", url, ...args], { env });
  expect(code).toBe(0);
  expect(out).toMatch(/✓ quem pode chamar (\d+) de \1\n/);
});

it("makes the key from the secret that npm start made here", async () => {
  const file = inFolder("domain-secret", root);
  const url = await library({ secret });
  const env = { REGENTE_DATA: join(file, "..") };
  const { out } = await runRegente(["check-domain", url], { env });
  expect(out).toMatch(/✓ quem pode chamar (\d+) de \1\n/);
  // An open domain is not asked for what it never promised.
  const open = await runRegente(["check-domain", await library()], { env });
  expect(open.out).not.toContain("quem pode chamar");
});

it.each<[string, () => Promise<string[]>, RegExp]>([
  ["an address that is none", async () => ["localhost:8101"], /não é um endereço/],
  [
    "nothing that listens",
    async () => ["http://127.0.0.1:1"],
    /Nenhuma resposta em .* O domínio está rodando\?/,
  ],
  ["something that is no domain", async () => [await stub({})], /não tem um manifesto/],
  [
    "a locked domain without its secret",
    async () => [await library({ secret }), "--url", "http://127.0.0.1:1"],
    /O domínio exige um token/,
  ],
  [
    "a Regente that does not answer",
    async () => [await library(), "--url", "http://127.0.0.1:1"],
    /O Regente não está respondendo/,
  ],
  [
    "cases that cannot be read",
    async () => [await library(), "--cases", "/no/such/file"],
    /não é uma lista de casos válida: ENOENT/,
  ],
  [
    "cases that break their contract",
    async () => [
      await library(),
      "--cases",
      inFolder("c.json", '[{"capability":"x","parameters":{},"count":1}]'),
    ],
    /cases: 0\.count: unknown field/,
  ],
])("ends with 2 and the reason, given %s", async (_what, args, why) => {
  const env = { REGENTE_DATA: "/no/such/folder" };
  const ran = await runRegente(["check-domain", ...(await args())], { env });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(why);
});

it.each([
  ["does not know it", { digest: "d", domains: [] }, /não conhece library/],
  [
    "knows another version",
    status("2.0.0"),
    /usa a versão 2\.0\.0, mas este serviço é a versão 1\.0\.0/,
  ],
])("says that routing was not checked where a Regente %s", async (_what, domains, why) => {
  const url = await stub({ domains });
  const { code, out } = await runRegente(["check-domain", await library(), "--url", url]);
  expect(code).toBe(0);
  expect(out).toMatch(why);
});
