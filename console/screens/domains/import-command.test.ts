import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { importCommand, type ToImport } from "./import-command.ts";

const asked = (changes: Partial<ToImport>): ToImport => ({
  kind: "openapi",
  source: "",
  name: "",
  base: "",
  auth: "",
  ...changes,
});

it("a document is brought in with where its service is, and the name of a variable", () => {
  expect(
    importCommand(
      asked({
        source: "https://pets.example/openapi.json",
        base: "https://pets.example/v2",
        name: "pets",
        auth: "bearer:PETS_TOKEN",
      }),
    ),
  ).toBe(
    "npx regente import openapi https://pets.example/openapi.json --base=https://pets.example/v2 --name=pets --auth=bearer:PETS_TOKEN",
  );
});

it("a server is brought in by its address alone", () => {
  expect(importCommand(asked({ kind: "mcp", source: " http://127.0.0.1:3000/mcp " }))).toBe(
    "npx regente import mcp --server=http://127.0.0.1:3000/mcp",
  );
});

it("there is no command while something is missing", () => {
  expect(importCommand(asked({ kind: "mcp" }))).toBeUndefined();
  expect(importCommand(asked({ source: "pets.json" }))).toBeUndefined();
});

it("what is typed stays one word of the shell", () => {
  const source = 'a\'b; echo $(id) `id` "c" &';
  const command = importCommand(asked({ kind: "mcp", source })) ?? "";
  const words = command.replace("npx regente import mcp", "printf '%s\\n'");
  expect(execFileSync("sh", ["-c", words], { encoding: "utf8" })).toBe(`--server=${source}\n`);
});
