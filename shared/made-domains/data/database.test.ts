import { expect, it } from "vitest";
import { isSameStatement, readStatement } from "./database.ts";

it.each<[name: string, sql: string, text: string, order: string[]]>([
  ["a parameter", "SELECT * FROM a WHERE id = :id", "SELECT * FROM a WHERE id = $1", ["id"]],
  ["one that stands twice", ":a, :b, :a", "$1, $2, $1", ["a", "b"]],
  ["a cast, which is none", "SELECT :a::text, b::int", "SELECT $1::text, b::int", ["a"]],
  ["a text, which holds none", "SELECT ':a', 'it''s :b'", "SELECT ':a', 'it''s :b'", []],
  ["a name in quotes", 'SELECT "x:a" FROM b', 'SELECT "x:a" FROM b', []],
  ["comments", "SELECT 1 -- :a\n/* :b */ + :c", "SELECT 1 -- :a\n/* :b */ + $1", ["c"]],
])("%s", (_name, sql, text, order) => {
  expect(readStatement(sql, "$")).toEqual({ text, order });
});

it("two ways of writing one statement are the same, and another one is not", () => {
  expect(isSameStatement("SELECT *\n  FROM a;", "SELECT * FROM a")).toBe(true);
  expect(isSameStatement("SELECT * FROM a", "SELECT * FROM b")).toBe(false);
});
