import { expect, it } from "vitest";
import type { Entities } from "#shared/contracts/intent.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { annotate } from "./propose-example.ts";

const harbour: ManifestSource = {
  manifest_version: "1",
  domain: "harbour",
  version: "1.0.0",
  description: { en: "Ships" },
  goals: [
    {
      goal: "FIND_SHIPS",
      description: { en: "Find ships" },
      capability: "find_ships",
      entities_schema: {
        ship_text: { multiple: true },
        kind: {
          type: "enum",
          values: ["TUG", "FERRY"],
          synonyms: { TUG: ["rebocadores", "tugs"], FERRY: ["balsas", "ferries"] },
        },
        length: { type: "number" },
        fast: { type: "boolean" },
      },
      hints: {
        examples: { en: ["find the [Aurora](ship_text)", "which [tugs](kind:TUG) are in"] },
      },
    },
  ],
  capabilities: [{ capability: "find_ships", effect: "read" }],
};
const catalogue = testCatalogue(harbour);
const understanding = buildUnderstanding(catalogue);
const schemas = catalogue.goal("harbour", "FIND_SHIPS")?.spec.entities_schema ?? {};
const annotated = (text: string, entities: Entities) =>
  annotate(
    text,
    entities,
    schemas,
    (entity, words) => understanding.valueOf("harbour", "FIND_SHIPS", entity, words)?.value,
  );

it.each<[string, string, Entities, string]>([
  [
    "the user's own words",
    "cadê o Aurora?",
    { ship_text: "Aurora" },
    "cadê o [Aurora](ship_text)?",
  ],
  [
    "in their own case and accents",
    "cadê a JOÃO, agora",
    { ship_text: "joao" },
    "cadê a [JOÃO](ship_text), agora",
  ],
  [
    "several of them",
    "Aurora and Old Nick, please",
    { ship_text: ["Aurora", "Old Nick"] },
    "[Aurora](ship_text) and [Old Nick](ship_text), please",
  ],
  [
    "a listed value by the words that mean it",
    "any tugs around",
    { kind: "TUG" },
    "any [tugs](kind:TUG) around",
  ],
  [
    "a number however it is written",
    "anything over twenty metres",
    { length: 20 },
    "anything over [twenty](length) metres",
  ],
  ["nothing twice", "Aurora", { ship_text: "Aurora", kind: "TUG" }, "[Aurora](ship_text)"],
])("marks %s", (_what, text, entities, example) =>
  expect(annotated(text, entities)?.example).toBe(example),
);

it("names what no words mean", () => {
  expect(annotated("what pulls big ones", { kind: "TUG", fast: true })).toEqual({
    example: "what pulls big ones",
    unmarked: ["kind", "fast"],
  });
});

it.each(["see [Aurora](ship_text)", "Aurora (the old one)", "]("])(
  "makes no example of a sentence with signs of marks: %s",
  (text) => expect(annotated(text, { ship_text: "Aurora" })).toBeUndefined(),
);

it("takes no entity that the goal does not have", () => {
  const odd = JSON.parse('{"__proto__":"Aurora","constructor":"x","place":"y"}') as Entities;
  expect(annotated("Aurora", odd)).toEqual({ example: "Aurora", unmarked: [] });
});
