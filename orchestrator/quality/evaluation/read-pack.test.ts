import { expect, it } from "vitest";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { predict } from "./labelled.ts";
import { readPack, readTestRows } from "./read-pack.ts";

const pack = {
  pack: "garden",
  lang: "pt-BR",
  shots: 5,
  lists: {
    beds: { values: [{ in: "canteiro[s] norte", out: "north" }, "horta"] },
    percent: { range: { type: "percentage", from: 0, to: 100 } },
  },
  rules: { regar: "(regue|molhe) [o|a]", com: "com {water}" },
  domains: [
    {
      domain: "My Garden",
      goals: [
        {
          goal: "Water",
          description: "water plants",
          examples: ["regue [a roseira](plant)", "molhe a samambaia"],
          templates: ["<regar> {beds:bed} [<com>]", "encha {percent}"],
        },
        {
          goal: "prune",
          entities_schema: { tool: { type: "string", required: false } },
          examples: ["pode a roseira"],
        },
      ],
    },
  ],
};
const read = readPack(pack, "pack.json");
const { name, locale, manifests } = read;
const [manifest] = manifests;
const english = { locale: "en", goalNames: new Map<string, string>() } as const;

it("a pack's goals become manifests that could be in force", () => {
  expect([name, locale, manifest?.domain]).toEqual(["garden", "pt-BR", "my_garden"]);
  expect(buildCatalogue(manifests).goals).toHaveLength(2);
  expect(manifest?.goals[0]).toMatchObject({
    description: { "pt-BR": "water plants" },
    hints: { examples: { "pt-BR": ["regue [a roseira](plant)", "molhe a samambaia"] } },
  });
  expect(manifest?.capabilities.every(({ effect }) => effect === "read")).toBe(true);
});

it("marks and slots that no schema declares are entities of the goal, also those of the rules it uses", () => {
  expect(manifest?.goals.map(({ entities_schema }) => Object.keys(entities_schema))).toEqual([
    ["plant", "bed", "percent", "water"],
    ["tool"],
  ]);
  expect(manifest?.goals[0]?.entities_schema["bed"]?.list).toBe("beds");
});

it("a list's entries stand for the words themselves", () => {
  const understanding = buildUnderstanding(buildCatalogue(manifests));
  expect(understanding.problems).toEqual([]);
  const [row] = readTestRows(
    '{"id":"1","text":"regue o canteiro norte","goal":"Water"}',
    read,
    "t",
  );
  if (row === undefined) throw new Error("no row");
  expect(predict(understanding, row)).toMatchObject({
    id: "1",
    goal: "Water",
    tier: "template",
    template: "<regar> {beds:bed} [<com>]",
    entities: [{ name: "bed", value: "canteiro norte" }],
  });
});

it("test sentences are lines; what else they say is left alone", () => {
  const lines = [
    '{"id":"1","text":"oi","goal":null,"entities":[],"oos":true,"kind":"oos"}',
    "",
    '{"id":"2","text":"pode a rosa","goal":"prune","entities":[{"name":"plant","value":"rosa","start":7,"end":11}]}',
  ];
  expect(readTestRows(lines.join("\n"), english, "t")).toEqual([
    { id: "1", text: "oi", goal: null, entities: [], locale: "en" },
    {
      id: "2",
      text: "pode a rosa",
      goal: "prune",
      entities: [{ name: "plant", value: "rosa" }],
      locale: "en",
    },
  ]);
});

it("a goal whose name no manifest could have goes by one like it, and so do its sentences", () => {
  const asking = ["what_is_it?", "what_is_it_", "4 you"].map((goal) => ({
    goal,
    examples: [goal],
  }));
  const named = readPack({ ...pack, domains: [{ domain: "a", goals: asking }] }, "p.json");
  expect(named.manifests[0]?.goals.map(({ goal }) => goal)).toEqual([
    "what_is_it__2",
    "what_is_it_",
    "you",
  ]);
  const line = '{"id":"1","text":"what","goal":"what_is_it?"}';
  expect(readTestRows(line, named, "t")[0]?.goal).toBe("what_is_it__2");
});

it.each([
  [
    "a field that is missing",
    () => readPack({ ...pack, domains: undefined }, "p.json"),
    "p.json: domains",
  ],
  [
    "a goal that has no examples",
    () => readPack({ ...pack, domains: [{ domain: "a", goals: [{ goal: "x" }] }] }, "p.json"),
    "domains.0.goals.0.examples",
  ],
  [
    "a line that is not JSON",
    () => readTestRows('{"id":"1","text":"a","goal":null}\nx', english, "t.jsonl"),
    "t.jsonl:2",
  ],
])("%s is named with its place", (_what, read, place) => {
  expect(read).toThrow(place);
});
