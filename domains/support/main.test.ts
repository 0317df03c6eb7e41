import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo } from "#shared/testing/call-domain.ts";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { chunksOf } from "./knowledge/open-knowledge.ts";
import { readSettings, supportDomain } from "./main.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "support-"));

function startSupport(knowledgeFolder?: string, dataFolder = newFolder()) {
  const domain = supportDomain({ dataFolder, knowledgeFolder }, { log: silentLog });
  return callsTo(domain);
}

const support = startSupport();

describe("the knowledge base", () => {
  it.each<[Locale, string, string]>([
    ["pt-BR", "prazo de entrega", "Prazo de entrega"],
    ["pt-BR", "DEVOLUCOES", "Troca e devolução"],
    ["pt-BR", "devolver um produto", "Troca e devolução"],
    ["pt-BR", "posso pagar com pix?", "Formas de pagamento"],
    ["pt-BR", "esqueci a senha", "Senha esquecida"],
    ["pt-BR", "garantia", "Garantia"],
    ["pt-BR", "cancelar o pedido", "Cancelamento"],
    ["pt-BR", "posso trocar?", "Troca e devolução"],
    ["pt-BR", "parcelar", "Formas de pagamento"],
    ["pt-BR", "nota fiscal", "Nota fiscal"],
    ["pt-BR", "cadê minha encomenda", "Rastrear um pedido"],
    ["pt-BR", "meu produto veio quebrado", "Produto com defeito"],
    ["pt-BR", "quero meu dinheiro de volta", "Reembolso"],
    ["pt-BR", "o pacote não chegou", "Pedido atrasado"],
    ["pt-BR", "entregam", "Prazo de entrega"],
    ["pt-BR", "vocês trocam?", "Troca e devolução"],
    ["pt-BR", "aceitam cartão?", "Formas de pagamento"],
    ["pt-BR", "dividir em quantas vezes", "Formas de pagamento"],
    ["pt-BR", "entrega", "Prazo de entrega"],
    ["pt-BR", "quanto custa a entrega", "Frete grátis"],
    ["pt-BR", "não recebi", "Pedido atrasado"],
    ["pt-BR", "quem paga o frete da devolução?", "Troca e devolução"],
    ["pt-BR", "quanto custa o frete pra devolver", "Troca e devolução"],
    ["pt-BR", "quanto custa o frete", "Frete grátis"],
    ["pt-BR", "qual o telefone de vcs", "Horário de atendimento"],
    ["en", "who pays the shipping of a return?", "Returns and exchanges"],
    ["en", "how much is shipping", "Free shipping"],
    ["en", "my parcel is delayed", "Late order"],
    ["en", "lost package", "Late order"],
    ["en", "it does not fit", "Returns and exchanges"],
    ["en", "how long does delivery take", "Delivery time"],
    ["en", "refund", "Refunds"],
    ["en", "returning a product", "Returns and exchanges"],
    ["en", "credit cards", "Payment methods"],
  ])("%s: %s is told by “%s”", async (locale, query, title) => {
    const { explanation, result } = await support("search_faq", { query }, { locale });
    expect(explanation).toMatch(new RegExp(`^${title}: `));
    const { results } = result as { results: { title: string }[] };
    expect(results[0]?.title).toBe(title);
  });

  it("says that it is a sample, and where each passage stands", async () => {
    const { explanation, result } = await support("search_faq", { query: "reembolso", limit: 1 });
    expect(explanation).toContain("(Base de conhecimento de exemplo, de uma loja fictícia.)");
    expect(result).toMatchObject({ results: [{ source: "politicas.md, Reembolso" }] });
  });

  it.each(["a capital da França", "quanto é", "onde fica a lua", "xyzzy", "? !", '"* OR NEAR('])(
    "knows nothing about %j, and says so",
    async (query) => {
      const { status, explanation, result } = await support("search_faq", { query });
      expect({ status, result }).toEqual({
        status: "success",
        result: { results: [], is_sample: true },
      });
      expect(explanation).toMatch(
        /^Não encontrei nada sobre.* Tenho respostas sobre: Prazo de entrega; Frete grátis; /,
      );
    },
  );

  it("is anyone's own folder, in the language that it has", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "en"));
    writeFileSync(join(folder, "en", "pets.md"), "# Pets\nintro\n## Dogs\nDogs may come in.\n");
    const own = startSupport(folder);
    expect(await own("search_faq", { query: "dogs" })).toMatchObject({
      explanation: "Dogs: Dogs may come in.",
      result: { is_sample: false, results: [{ source: "pets.md, Dogs" }] },
    });
  });

  it("that is empty stops the service from starting", () => {
    expect(() => startSupport(newFolder())).toThrow(/no Markdown files with headings/);
  });

  it("is cut at headings, and long passages at paragraphs", () => {
    const long = "frase. ".repeat(150).trim();
    expect(chunksOf(`# T\nantes\n## A\num\n### B\n${long}\n\n${long}\n## C\n`)).toEqual([
      { title: "A", text: "um", keywords: "" },
      { title: "B", text: long, keywords: "" },
      { title: "B", text: long, keywords: "" },
    ]);
  });
});

describe("an order", () => {
  const on = (day: string) => {
    const now = () => Date.parse(`${day}T15:00:00Z`);
    const settings = { dataFolder: newFolder(), knowledgeFolder: undefined };
    return callsTo(supportDomain(settings, { log: silentLog, clock: { now } }), now);
  };

  it("is told with all that is known of it, and that it is a sample", async () => {
    const support = on("2026-11-20");
    expect((await support("get_order", { order_id: 1002 })).explanation).toBe(
      "Pedido 1002: enviado. Cafeteira italiana, Café torrado 500 g, R$ 187,80, feito em 16 de nov. de 2026. Chegada prevista: 24 de nov. de 2026. Rastreio: BR100200200BR. (Pedido de exemplo.)",
    );
    expect(await support("get_order", { order_id: 1005 }, { locale: "en" })).toMatchObject({
      explanation:
        "Order 1005: cancelled. Luminária de mesa, R$89.90, placed on Nov 2, 2026. (A sample order.)",
      result: { order: { status: "cancelled", expected_on: null, is_sample: true } },
    });
  });

  it.each([
    ["2026-11-27", "feito em 23 de nov. de 2026. Chegada prevista: 1 de dez. de 2026."],
    ["2028-02-29", "feito em 25 de fev. de 2028. Chegada prevista: 4 de mar. de 2028."],
  ])("of the sample is as recent on %s as on any day", async (day, dates) => {
    expect((await on(day)("get_order", { order_id: 1002 })).explanation).toContain(dates);
  });

  it("that is not there is not invented", async () => {
    for (const locale of ["pt-BR", "en"] as const)
      expect(await support("get_order", { order_id: 9 }, { locale })).toMatchObject({
        status: "failure",
        result: null,
        metadata: { code: "NOT_FOUND" },
      });
  });

  it("is found by its owner only, in the shop's own table", async () => {
    const folder = newFolder();
    startSupport(undefined, folder);
    const file = new DatabaseSync(join(folder, "orders.db"));
    file
      .prepare(
        `INSERT INTO orders (id, owner, status, items, total_cents, currency, placed_on)
         VALUES (7, 'ana', 'paid', '["Livro"]', 4500, 'BRL', '2026-11-01')`,
      )
      .run();
    file.close();
    const shop = startSupport(undefined, folder);
    expect((await shop("get_order", { order_id: 7 })).explanation).toBe(
      "Pedido 7: pago. Livro, R$ 45,00, feito em 1 de nov. de 2026.",
    );
    expect((await shop("get_order", { order_id: 7 }, { user_id: "rui" })).status).toBe("failure");
  });
});

const secret = "a-secret-that-only-the-tests-know";
domainContract(
  "support",
  () =>
    supportDomain(readSettings({ REGENTE_DATA: newFolder() }), { log: silentLog, secret }).serve({
      port: 0,
    }),
  [
    { capability: "search_faq", parameters: { query: "garantia" } },
    { capability: "get_order", parameters: { order_id: 1001 } },
  ],
  secret,
);
