import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { buildCatalogue } from "../orchestrator/catalogue/registry/build-catalogue.ts";
import { draftPlan } from "../orchestrator/planning/draft.ts";
import { buildUnderstanding } from "../orchestrator/understanding/understand.ts";

const page = readFileSync(new URL("../docs/add-a-domain.md", import.meta.url), "utf8");
const part = page.slice(page.indexOf("## Typed values"), page.indexOf("Two more types accompany"));
const FRIDAY = { now: Date.parse("2026-11-20T15:00:00Z"), timezone: "America/Sao_Paulo" };

/** A row of the page by its first cell's beginning, one entity that is as it says, and what is said of it. */
type Case = [row: string, entity: object, locale: Locale, said: string];
const CASES: Case[] = [
  ["`string`", { type: "string" }, "pt-BR", "Dom Casmurro"],
  [
    "`enum`",
    { type: "enum", values: ["LOW", "HIGH"], synonyms: { HIGH: ["urgente"] } },
    "pt-BR",
    "urgente",
  ],
  ["`boolean`", { type: "boolean" }, "pt-BR", "sim"],
  ["`boolean`", { type: "boolean" }, "pt-BR", "não"],
  ["`integer`", { type: "integer" }, "pt-BR", "vinte e cinco"],
  ["`integer`", { type: "number" }, "pt-BR", "1.234,56"],
  ["`money`", { type: "money" }, "pt-BR", "R$ 1.234,56"],
  ["`money`", { type: "money" }, "pt-BR", "dez reais"],
  ["`percent`", { type: "percent" }, "pt-BR", "2,5 por cento"],
  ["`date`", { type: "date" }, "pt-BR", "amanhã"],
  ["`date`", { type: "date" }, "pt-BR", "3 de março de 2025"],
  ["`date`", { type: "date" }, "pt-BR", "sexta"],
  ["`time`", { type: "time" }, "pt-BR", "3 da tarde"],
  ["`time`", { type: "time" }, "pt-BR", "10h30"],
  ["`time`", { type: "time" }, "en", "8pm"],
  ["`duration`", { type: "duration" }, "pt-BR", "1 hora e 30 minutos"],
  ["`duration`", { type: "duration" }, "en", "two weeks"],
  ["`recurrence`", { type: "recurrence" }, "pt-BR", "toda terça e quinta"],
  ["`recurrence`", { type: "recurrence" }, "en", "every other friday"],
  ["`url`", { type: "url" }, "pt-BR", "https://a.b/c"],
  ["`url`", { type: "email" }, "pt-BR", "ana@x.com"],
  ["`list: rooms`", { list: "rooms" }, "pt-BR", "sala grande"],
  ["`list: rooms`", { list: "rooms" }, "pt-BR", "sala azul"],
  ["`list: brightness`", { list: "brightness" }, "pt-BR", "40"],
  ["`list: anything`", { list: "anything" }, "pt-BR", "a lista da Ana"],
  ["`multiple: true` ", { multiple: true }, "pt-BR", "leite"],
  ["`multiple: true` ", { multiple: true }, "pt-BR", "leite e café"],
  ["`multiple: true`,", { multiple: true }, "pt-BR", "leite"],
  ["`default: 5`", { type: "integer", default: 5 }, "pt-BR", ""],
];

/** The lists that the page shows. */
const lists = (): Pick<ManifestSource, "lists"> =>
  parse(/```yaml\n(lists:[^`]*)```/.exec(part)?.[1] ?? "") as Pick<ManifestSource, "lists">;

/** What a domain receives of an entity as a goal's only one, as JSON. */
function arrivesAs([row, entity, locale, said]: Case): string | undefined {
  const catalogue = buildCatalogue([
    manifestSchema.parse({
      ...{ manifest_version: "1", domain: "forms", version: "1.0.0", description: { en: "Forms" } },
      ...lists(),
      goals: [
        {
          ...{ goal: "FILL_IN", description: { en: "Fill in" }, capability: "fill_in" },
          hints: {
            templates: {
              "pt-BR": ["preenche o campo[ com {value}]"],
              en: ["fill in the field[ with {value}]"],
            },
          },
          entities_schema: { value: entity },
        },
      ],
      capabilities: [
        {
          capability: "fill_in",
          effect: "write",
          params_schema: {
            type: "object",
            properties: { value: row.includes(",") ? { type: "array" } : {} },
          },
        },
      ],
    }),
  ]);
  const start = locale === "en" ? "fill in the field" : "preenche o campo";
  const link = locale === "en" ? "with" : "com";
  const text = said === "" ? start : `${start} ${link} ${said}`;
  const { intent } = buildUnderstanding(catalogue).understand(text, {
    ...FRIDAY,
    locale,
    lastFrame: null,
  });
  const draft = draftPlan(intent, {}, catalogue);
  return draft.leads === "plan" ? JSON.stringify(draft.plan.steps[0]?.params["value"]) : undefined;
}

const rowOf = (start: string): string =>
  part.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "";

it.each(CASES)("%s arrives as the page for authors says: %j, %s, %s", (...each) => {
  const [start, , , said] = each;
  const row = rowOf(start);
  expect(row).toContain(said);
  expect(row).toContain(`\`${arrivesAs(each)}\``);
});

it("every row of the page is tried", () => {
  const rows = part.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.filter((row) => CASES.every(([start]) => !row.startsWith(`| ${start}`)))).toEqual([]);
});
