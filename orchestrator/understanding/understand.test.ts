import { expect, it } from "vitest";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { intentOutput } from "#shared/contracts/intent.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const understanding = buildUnderstanding(catalogue);
const GATE = 0.94;
const hear = (text: string, lastFrame: GoalFrame | null = null) =>
  understanding.understand(text, { lastFrame });
const intentOf = (text: string) => hear(text).intent;

it.each([
  [
    "a template with a listed value",
    "qual a previsão do tempo para Recife?",
    "FORECAST",
    { place_text: "Recife" },
  ],
  ["a rule inside a template", "me diz a previsão de Lisboa", "FORECAST", { place_text: "Lisboa" }],
  [
    "case, accents and punctuation as people type them",
    "PREVISAO, de sao paulo!!",
    "FORECAST",
    { place_text: "sao paulo" },
  ],
  ["the other language", "will it rain in Oslo?", "FORECAST", { place_text: "Oslo" }],
  [
    "courtesy at both ends",
    "oi, bom dia! vai chover em Manaus, por favor?",
    "FORECAST",
    { place_text: "Manaus" },
  ],
  ["a name alone", "Recife", "FORECAST", { place_text: "Recife" }],
  ["a code that looks like known ones", "GH78", "FORECAST", { place_text: "GH78" }],
  [
    "an enumeration",
    "previsão para Recife, Oslo e Paris",
    "FORECAST",
    { place_text: ["Recife", "Oslo", "Paris"] },
  ],
  [
    "a name that holds a connective",
    "forecast for Trinidad and Tobago",
    "FORECAST",
    { place_text: "Trinidad and Tobago" },
  ],
  [
    "an enum by its synonym",
    "as cidades mais frias do Sul",
    "EXTREMES",
    { kind: "COLD", region_text: "Sul" },
  ],
  [
    "the longest synonym first",
    "as cidades mais quentes e mais frias da Ásia",
    "EXTREMES",
    { kind: "BOTH", region_text: "Ásia" },
  ],
  [
    "a number",
    "the 5 coldest cities in Europe",
    "EXTREMES",
    { kind: "COLD", limit: 5, region_text: "Europe" },
  ],
  [
    "a free name in its own place",
    "vocês têm o livro O Cortiço?",
    "FIND_BOOK",
    { title_text: "O Cortiço" },
  ],
  [
    "a whole sentence as a value, with its own punctuation",
    "manda uma carta dizendo que o portão abriu, e agora?",
    "SEND_LETTER",
    { body: "o portão abriu, e agora?" },
  ],
  ["a goal without entities", "my loans", "LIST_LOANS", {}],
])("templates read %s", (_habit, text, goal, entities) => {
  const intent = intentOf(text);
  expect(intent).toMatchObject({ goal, entities, tier: "template" });
  expect(intent.confidence).toBeGreaterThanOrEqual(GATE);
});

it.each([
  ["mostra pra mim os meus empréstimos"],
  ["oi, você poderia me mostrar meus empréstimos, por favor?"],
  ["could you please tell me my loans"],
])("%s is a template that does not say how people begin to ask", (text) => {
  const intent = intentOf(text);
  expect(intent).toMatchObject({ goal: "LIST_LOANS", tier: "template" });
  expect(intent.confidence).toBeGreaterThanOrEqual(GATE);
});

it.each([
  ["onde faz mais calor na Europa?", "EXTREMES"],
  ["em que dia vencem meus empréstimos", "LIST_LOANS"],
  ["do I need an umbrella in Paris", "FORECAST"],
  ["is there a copy of Emma?", "FIND_BOOK"],
])("the classifier knows %s by its examples", (text, goal) => {
  const intent = intentOf(text);
  expect(intent).toMatchObject({ goal, tier: "classifier" });
  expect(intent.confidence).toBeGreaterThanOrEqual(GATE);
});

it.each([
  ["qual a capital da França?"],
  ["me conta uma piada"],
  ["delete my alarm"],
  ["toca uma música do Caetano"],
  ["what is the square root of two"],
  ["que horas são em Paris"],
  ["oi, tudo bem?"],
  ["asdf qwerty"],
])("%s is for no goal, and none is worth offering", (text) => {
  const { candidates } = hear(text);
  expect(Math.max(0, ...candidates.map(({ confidence }) => confidence))).toBeLessThan(0.25);
});

it("a keyword alone decides nothing, and the name of the goal is still within reach of a question", () => {
  expect(intentOf("chuva ácida em laboratório de química").confidence).toBeLessThan(GATE);
  expect(intentOf("qual a previsão?")).toMatchObject({ goal: "FORECAST", entities: {} });
});

it("an action that no example of the goal knows is never taken for it", () => {
  const { doubts } = intentOf("apaga os meus empréstimos");
  expect(doubts?.map(({ reason }) => reason)).toContain("strange");
});

it.each([
  [
    "previsão de Oslo e me manda por carta",
    "FORECAST",
    { place_text: "Oslo" },
    "me manda por carta",
  ],
  ["Oslo e manda por carta", "FORECAST", { place_text: "Oslo" }, "manda por carta"],
  [
    "forecast for Paris, and send it by letter please",
    "FORECAST",
    { place_text: "Paris" },
    "send it by letter",
  ],
  [
    "me manda por carta a previsão de Oslo",
    "FORECAST",
    { place_text: "Oslo" },
    "me manda por carta",
  ],
  [
    "me manda a previsão de Oslo por carta",
    "FORECAST",
    { place_text: "Oslo" },
    "me manda … por carta",
  ],
])("%s asks for something to follow", (text, goal, entities, phrase) => {
  expect(intentOf(text)).toMatchObject({
    goal,
    entities,
    followups: [
      {
        role: "messenger",
        domain: "letters",
        capability: "send_letter",
        sets: { by_letter: true },
        phrase,
      },
    ],
  });
});

const asked = (text: string): GoalFrame => {
  const { primary_domain, goal, entities, confidence, original_query } = intentOf(text);
  if (primary_domain === null || goal === null) throw new Error(`"${text}" was not understood`);
  return { primary_domain, goal, entities, confidence, original_query };
};

it.each([
  ["previsão de Recife", "e em Oslo?", "FORECAST", { place_text: "Oslo" }],
  ["previsão de Recife", "and Paris?", "FORECAST", { place_text: "Paris" }],
  [
    "as cidades mais quentes do Sul",
    "e as mais frias?",
    "EXTREMES",
    { kind: "COLD", region_text: "Sul" },
  ],
  ["vocês têm o livro Iracema", "e o Ateneu?", "FIND_BOOK", { title_text: "Ateneu" }],
  ["previsão de Recife", "e manda por carta", "FORECAST", { place_text: "Recife" }],
])("after %s, %s takes up the last goal", (before, text, goal, entities) => {
  expect(hear(text, asked(before)).intent).toMatchObject({ goal, entities, tier: "elliptical" });
});

it.each(["e as cidades mais frias da Europa?", "e meus empréstimos?"])(
  "%s is a goal of its own, whatever came before",
  (text) => expect(hear(text, asked("previsão de Recife")).intent.goal).not.toBe("FORECAST"),
);

it.each(["e amanhã?", "e agora?", "e o preço do arroz na feira?", "e 3?"])(
  "after a book was looked for, %s is no other book",
  (text) =>
    expect(hear(text, asked("vocês têm o livro Iracema")).intent.tier).not.toBe("elliptical"),
);

it("without a last goal, a follow-up question means nothing certain", () => {
  expect(intentOf("e em Oslo?").tier).not.toBe("elliptical");
});

it.each([
  ["will it rain in Oslo", "en"],
  ["vai chover em Oslo", "pt-BR"],
  ["coldest cities", "en"],
])("%s is said in %s", (text, locale) => expect(hear(text).locale).toBe(locale));

it("what the words do not tell, the session does", () => {
  expect(understanding.understand("Oslo", { lastFrame: null, locale: "en" }).locale).toBe("en");
});

it("dates are read by the day of the person who speaks", () => {
  const now = Date.parse("2026-11-20T01:00:00Z");
  const on = (timezone: string) =>
    understanding.understand("previsão de Oslo amanhã", { lastFrame: null, now, timezone }).intent
      .entities["day"];
  expect(on("UTC")).toBe("2026-11-21");
  expect(on("America/Sao_Paulo")).toBe("2026-11-20");
});

it("every text gives an intent that keeps the contract, with entities that stand in it", () => {
  for (const text of [
    "",
    " ",
    "?",
    "🙂",
    "{place_text}",
    "__proto__",
    "constructor",
    "e e e",
    "a\u0301",
    "\ud800",
    "1".repeat(300),
  ]) {
    const { intent } = hear(text);
    expect(intentOutput.safeParse(intent).error, text).toBeUndefined();
  }
});

it("the same text gives the same answer, from memory or not", () => {
  const again = buildUnderstanding(catalogue);
  for (const text of ["previsão de Oslo", "onde faz mais calor?", "tem chuva prevista pra Lisboa"])
    expect(again.understand(text, { lastFrame: null })).toEqual(hear(text));
});

it("the longest text that is let in is read to its end by templates", () => {
  const body = "o portão abriu de novo ".repeat(340).trim();
  expect(intentOf(`manda uma carta dizendo que ${body}`).entities).toEqual({ body });
});

it("of a text that is far longer than a request, the classifier reads the beginning, is never certain, and says so", () => {
  const { confidence, evidence } = intentOf("onde faz mais calor na Europa ".repeat(60));
  expect(confidence).toBeLessThan(GATE);
  expect(evidence.map(({ kind }) => kind)).toContain("cut_short");
});

it.each([
  ["previsão para Oslo", []],
  ["previsão para Oslo, explicada para uma criança", ["explicada para uma criança"]],
  ["previsão para Oslo (já comprei a passagem)", ["já comprei a passagem"]],
])("evidence says of %s that %j is told behind it", (text, told) => {
  const { goal, evidence } = intentOf(text);
  expect(goal).toBe("FORECAST");
  expect(evidence.flatMap(({ kind, detail }) => (kind === "remark" ? detail : []))).toEqual(told);
});

it("evidence names the template, or the nearest example and the runner-up, and where each entity stands", () => {
  expect(intentOf("vai chover em Oslo").evidence).toEqual([
    { kind: "template", detail: "vai chover (em|no|na) {place_text} [{day}]", weight: 0.99 },
    { kind: "entity", detail: 'place_text: "Oslo" (known)', weight: 0.99 },
  ]);
  const kinds = intentOf("preciso de um guarda-chuva em Paris").evidence.map(({ kind }) => kind);
  expect(kinds).toEqual(["goal", "nearest_example", "entity", "runner_up"]);
});

it("a goal can be asked what a sentence says about it", () => {
  expect(understanding.frameOf("library", "FIND_BOOK", "o livro Emma")).toMatchObject({
    goal: "FIND_BOOK",
    entities: { title_text: "Emma" },
  });
  expect(understanding.frameOf("library", "NO_SUCH_GOAL", "Emma")).toBeUndefined();
});

it.each([
  [
    "a listed value",
    "FORECAST",
    "place_text",
    "em Oslo, por favor",
    { value: "Oslo", known: true },
  ],
  ["several", "FORECAST", "place_text", "Oslo e Paris", { value: ["Oslo", "Paris"], known: true }],
  [
    "free words, without what leads up to them",
    "FORECAST",
    "place_text",
    "em Pasárgada",
    { value: "Pasárgada", known: false },
  ],
  ["an enum's word", "EXTREMES", "kind", "as mais frias", { value: "COLD", known: true }],
  ["a number", "EXTREMES", "limit", "uns três", { value: 3, known: true }],
  ["no word of the enum", "EXTREMES", "kind", "tanto faz", undefined],
  ["no such entity", "EXTREMES", "colour", "azul", undefined],
])("an answer to a question is read as %s", (_what, goal, entity, text, value) => {
  expect(understanding.valueOf("weather", goal, entity, text)).toEqual(value);
});

it("a template that cannot be used is told, and the others work", () => {
  const broken = buildUnderstanding(
    testCatalogue({
      domain: "weather",
      capabilities: [{ capability: "forecast" }],
      goals: [
        {
          goal: "FORECAST",
          description: { en: "Forecast" },
          capability: "forecast",
          hints: {
            templates: { en: ["forecast (now", "forecast {nothing}", "forecast <loop>", "say it"] },
          },
        },
      ],
      rules: { loop: "again <loop>" },
    }),
  );
  expect(broken.problems).toEqual([
    'weather.FORECAST: template "forecast (now": the group that opens at 10 needs a ")"',
    'weather.FORECAST: template "forecast {nothing}": {nothing} is neither a list nor an entity',
    'weather.FORECAST: template "forecast <loop>": rule <loop> refers to itself',
  ]);
  expect(broken.understand("say it", { lastFrame: null }).intent.goal).toBe("FORECAST");
});

it("a catalogue without goals understands nothing, politely", () => {
  const empty = buildUnderstanding(
    testCatalogue({ domain: "weather", capabilities: [{ capability: "forecast" }] }),
  );
  expect(empty.understand("previsão", { lastFrame: null })).toMatchObject({
    intent: { goal: null, tier: "none", confidence: 0 },
    candidates: [],
  });
});

it("one more value joins a list that was compared", () => {
  const first = intentOf("previsão de Oslo e Paris");
  const last: GoalFrame = {
    primary_domain: "weather",
    goal: "FORECAST",
    entities: first.entities,
    confidence: first.confidence,
    original_query: first.original_query,
  };
  expect(hear("e em Recife?", last).intent.entities).toEqual({
    place_text: ["Oslo", "Paris", "Recife"],
  });
  expect(hear("e em Oslo?", last).intent.entities).toEqual({ place_text: ["Oslo", "Paris"] });
});

it("wide letters are letters", () => {
  expect(intentOf("previsão de ＯＳＬＯ").entities).toEqual({ place_text: "OSLO" });
});

it.each(["ZX81", "Oslo", "3", "Oslo 3"])("%s does not change the language spoken", (text) => {
  for (const locale of ["en", "pt-BR"] as const)
    expect(understanding.understand(text, { lastFrame: null, locale }).locale).toBe(locale);
});

it("a template may put an ending to a value", () => {
  const owners = buildUnderstanding(
    testCatalogue({
      domain: "weather",
      lists: { places: { values: ["Oslo", "Paris"] } },
      goals: [
        {
          goal: "MAYOR",
          description: { en: "Mayor of a place" },
          entities_schema: { place_text: { type: "string", list: "places" } },
          capability: "mayor",
          hints: { templates: { en: ["{place_text}'s mayor"] }, examples: { en: ["any mayor"] } },
        },
      ],
      capabilities: [{ capability: "mayor", effect: "read" }],
    }),
  );
  const { intent } = owners.understand("Oslo's mayor?", { lastFrame: null });
  expect([intent.tier, intent.entities]).toEqual(["template", { place_text: "Oslo" }]);
});
