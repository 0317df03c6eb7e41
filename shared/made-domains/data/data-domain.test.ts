import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../domain-kit/log.ts";
import { callsTo } from "../../testing/call-domain.ts";
import { domainContract } from "../../testing/domain-contract.ts";
import { openDataDomain } from "./data-domain.ts";

const folder = mkdtempSync(join(tmpdir(), "data-"));
const FILE = `
description: {en: The shop's data, pt-BR: Dados da loja}
queries:
  order:
    sql: SELECT * FROM orders WHERE id = :orderId
    params: {orderId: {type: integer}}
    trusted: true
  my_orders:
    sql: SELECT id FROM orders WHERE owner = :user_id ORDER BY id
    most: 2
  by_item:
    sql: SELECT id FROM orders WHERE item = :item
    params: {item: {}}
  emptied:
    sql: DELETE FROM orders
  broken:
    sql: SELECT * FROM nothing
files:
  prices: {path: prices.csv}
  gone: {path: gone.csv}
`;
const making = (text: string, more: object = { sqlite: "shop.db" }) => {
  writeFileSync(join(folder, "data.yaml"), text);
  return { name: "db", folder, from: { data: "data.yaml", ...more }, env: {} };
};

beforeAll(() => {
  const shop = new DatabaseSync(join(folder, "shop.db"));
  shop.exec("CREATE TABLE orders (id INTEGER, owner TEXT, item TEXT, paid INTEGER)");
  for (const [id, owner] of [
    [1, "ana"],
    [2, "bia"],
    [3, "ana"],
    [4, "ana"],
  ])
    shop.prepare("INSERT INTO orders VALUES (?, ?, 'coffee', 1)").run(id ?? 0, owner ?? "");
  shop.close();
  writeFileSync(join(folder, "prices.csv"), "coffee;10\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (text = FILE, more?: object) => openDataDomain(making(text, more), { log: silentLog });
const db = (...args: Parameters<ReturnType<typeof callsTo>>) => callsTo(open())(...args);

describe("a statement that the operator named", () => {
  it("gives up where its rows do not end, and answers the next one", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n";
    const text = [
      "queries:",
      `  many: {sql: '${endless}) SELECT i FROM n'}`,
      `  slow: {sql: '${endless} LIMIT :count) SELECT i FROM n WHERE i > 10 AND i % 9999 = 0', params: {count: {type: integer}}}`,
    ].join("\n");
    const call = callsTo(open(text));
    const { result } = await call("many", {});
    expect(result).toMatchObject({ rows: expect.arrayContaining([{ i: 1 }]) as unknown });
    expect(await call("slow", { count: 20_000 })).toMatchObject({ status: "success" });
  });

  it("is run with the parameters of the call, and told row by row", async () => {
    expect(await db("order", { orderId: 2 })).toMatchObject({
      status: "success",
      result: { rows: [{ id: 2, owner: "bia", item: "coffee", paid: 1 }] },
      explanation: "id: 2, owner: bia, item: coffee, paid: 1",
    });
  });
  it("gives the one row that is wanted", async () => {
    expect(await db("my_orders", { row: "1" })).toMatchObject({ result: { rows: [{ id: 3 }] } });
  });
  it("knows who asks, and tells as many rows as it may", async () => {
    expect(await db("my_orders", {}, { user_id: "bia" })).toMatchObject({ explanation: "id: 2" });
    expect(await db("my_orders")).toMatchObject({
      result: { rows: [{ id: 1 }, { id: 3 }] },
      explanation: "id: 1\nid: 3\n(e mais 1)",
    });
  });
  it("is run only if the caller means the same one", async () => {
    const same = `SELECT *\n  FROM orders WHERE id = :orderId;`;
    expect(await db("order", { orderId: 1, statement: same })).toMatchObject({ status: "success" });
    const other = "SELECT * FROM orders";
    expect(await db("order", { orderId: 1, statement: other })).toMatchObject({
      status: "failure",
      metadata: { code: "OTHER_STATEMENT" },
    });
  });
  it("changes nothing, and what the database says of it stays here", async () => {
    for (const capability of ["emptied", "broken"]) {
      const told = await db(capability);
      expect(told).toMatchObject({ status: "failure", metadata: { code: "DATABASE_FAILED" } });
      expect(JSON.stringify(told)).not.toMatch(/orders|nothing|readonly/);
    }
    expect(await db("order", { orderId: 1 })).toMatchObject({ result: { rows: [{ id: 1 }] } });
  });
  it("takes text as text", async () => {
    expect(await db("by_item", { item: "x' OR '1'='1" })).toMatchObject({ result: { rows: [] } });
  });
});

it("a file is told as it is, and one that is gone is not", async () => {
  expect(await db("prices")).toMatchObject({ result: { text: "coffee;10" } });
  expect(await db("gone")).toMatchObject({ metadata: { code: "NOT_FOUND" } });
});

it("answers are text from outside unless the operator says otherwise, and all of it reads", () => {
  const { capabilities } = open().manifest;
  expect(capabilities.map(({ effect }) => effect)).not.toContain("write");
  expect(capabilities.map(({ capability, trust }) => [capability, trust]).slice(0, 2)).toEqual([
    ["order", "trusted"],
    ["my_orders", "untrusted"],
  ]);
});

it.each<[name: string, text: string, more: object | undefined, message: RegExp]>([
  [
    "a parameter that is not declared",
    "queries: {a: {sql: 'SELECT :x'}}",
    undefined,
    /:x is not one/,
  ],
  ["a statement without a database", "queries: {a: {sql: SELECT 1}}", {}, /need a database/],
  [
    "a database that is not there",
    FILE,
    { sqlite: "none.db" },
    /none\.db: is not a readable SQLite database/,
  ],
  ["a variable that is not set", FILE, { postgres: "SHOP_URL" }, /SHOP_URL is not set/],
  ["an unknown field", "queries: {a: {sqll: SELECT 1}}", undefined, /queries\.a\.sqll: unknown/],
  ["nothing to give", "description: {en: x}", undefined, /needs a query or a file/],
])("is refused: %s", (_name, text, more, message) => {
  expect(() => open(text, more)).toThrow(message);
});

const url = process.env["TEST_DATABASE_URL"];
describe.skipIf(url === undefined)("a database of PostgreSQL", () => {
  const postgres = (sql: string, params: Record<string, number> = {}) => {
    const text = JSON.stringify({
      queries: { asked: { sql, params: { n: { type: "integer" } } } },
    });
    const from = { ...making(text, { postgres: "SHOP_URL" }), env: { SHOP_URL: url } };
    return callsTo(openDataDomain(from, { log: silentLog }))("asked", { n: 2, ...params });
  };
  it("is asked with its own places for parameters", async () => {
    expect(await postgres("SELECT :n::int + 1 AS more")).toMatchObject({
      result: { rows: [{ more: 3 }] },
    });
  });
  it.each(["CREATE TABLE made (n int)", "SELECT 1; SELECT 2"])("does not run %s", async (sql) => {
    expect(await postgres(sql)).toMatchObject({ metadata: { code: "DATABASE_FAILED" } });
  });
});

domainContract("a domain made from data", () => open().serve({ port: 0 }));
