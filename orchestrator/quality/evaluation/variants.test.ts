import { describe, expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { sentencesIn } from "#shared/messages/messages.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { formsIn, modifiers, payloadsOf } from "./forms/request-words.ts";
import type { Labelled } from "./labelled.ts";
import { house } from "./safety-net.fixture.ts";
import { shapeOf, variantsOf, withTypos } from "./variants.ts";

const all = variantsOf(house).toArray();
const texts = new Set(all.map(({ text }) => text));

it.each([
  "não abre a porta 3",
  "não é pra abrir a porta 3",
  "quem destranca a porta 7?",
  "se chover abre a porta 3",
  "abre a porta 3 amanhã às 9",
  "a Ana me falou ontem: pode abrir a porta 4?",
  "don't open door 3",
  "should I unlock door 7?",
  "every day open door 3",
  "I need door 4 open, forget it",
  "write a card: the garden is lovely this year, cancel that request",
  'what does "open door 3" mean?',
  "to my dad: write a card: the garden is lovely this year",
  "print a card: the roof is done and the house is dry. Ana should get it, not me",
])("%s", (text) => expect(texts).toContain(text));

describe("what could be read as a request is not made:", () => {
  it.each([
    ["a wish is no imperative", "don't I need door 4 open"],
    ["nor a question", "não pode abrir a porta 4?"],
    ["nothing is said behind a question", "pode abrir a porta 4?, deixa pra lá"],
    ["a wish may be what is asked for instead", "não faz isso: pode abrir a porta 4?"],
    ["a time may belong to a text", "write a card: the garden is lovely this year tomorrow at 9"],
    ["so may a withdrawal", "write a card: the garden is lovely this year, forget it"],
    ["a door gets nothing that Ana could be given", "to my dad: open door 3"],
    ["a read may be asked for in any way", "should I weather in Recife"],
  ])("%s", (_why, text) => expect(texts).not.toContain(text));
});

it("a follow-up is turned round after a read", () => {
  const own = all.filter(({ of }) => of === "send_pigeon");
  const english = own.filter(({ locale }) => locale === "en").map(({ text }) => text);
  expect(english).toContainEqual(expect.stringMatching(/^.*weather.* but don't send me a pigeon$/));
  expect(english).toContainEqual(expect.stringMatching(/^.*weather.* but not by pigeon$/));
  // A verb is needed here.
  expect(english).not.toContainEqual(expect.stringMatching(/never by pigeon/));
  expect(own.every(({ goal, path }) => goal === null && path.includes("followup.hints"))).toBe(
    true,
  );
});

it("every kind of modifier is there, in both languages, more than sixty forms of each", () => {
  for (const locale of ["pt-BR", "en"]) {
    const own = all.filter((each) => each.locale === locale);
    expect(new Set(own.map(({ modifier }) => modifier))).toEqual(new Set(modifiers));
    expect(new Set(own.map(({ form }) => form)).size).toBeGreaterThan(60);
  }
});

it("the same manifests give the same variants, each once, and every form before any goes round again", () => {
  expect(variantsOf(house).toArray()).toEqual(all);
  expect(texts.size).toBe(all.length);
  const kinds = new Set(all.map(({ form, of, locale }) => `${of} ${locale} ${form}`));
  const first = all.slice(0, kinds.size).map(({ form, of, locale }) => `${of} ${locale} ${form}`);
  expect(new Set(first).size).toBeGreaterThan(kinds.size * 0.9);
});

it("a goal with a time of its own takes a time for its value", () => {
  const clock = testCatalogue({
    domain: "clock",
    goals: [
      {
        goal: "RING_BELL",
        description: { en: "Ring a bell" },
        capability: "ring_bell",
        hints: { examples: { en: ["ring the bell", "ring the bell at [noon](when)"] } },
        entities_schema: { when: { type: "time" } },
      },
    ],
    capabilities: [{ capability: "ring_bell", effect: "external" }],
  });
  const kinds = new Set(variantsOf(clock).map(({ modifier }) => modifier));
  expect(kinds).toContain("condition");
  expect(kinds).not.toContain("time");
  expect(kinds).not.toContain("recurrence");
});

it.each(locales)("no sentence of the file is passed over, in %s", (locale) => {
  const all = [...sentencesIn(locale, "safety-net")].map(([, sentences]) => sentences.length);
  const read = [
    ...formsIn(locale),
    ...payloadsOf(locale, "plain"),
    ...payloadsOf(locale, "modified"),
  ];
  expect(read).toHaveLength(all.reduce((sum, count) => sum + count, 0));
});

const labelled = (text: string): Labelled => ({
  id: text,
  text,
  locale: "en",
  goal: "RAIN",
  entities: undefined,
});
const many = Array.from({ length: 200 }, (_, at) =>
  labelled(`will the ${at} harbours see thunder tomorrow?`),
);

it("two slips change letters of long words, and nothing else of a label", () => {
  const slipped = withTypos(many);
  slipped.forEach((label, at) => {
    const before = many[at]?.text.split(" ") ?? [];
    const after = label.text.split(" ");
    expect(after).toHaveLength(before.length);
    const changed = before.filter((word, place) => word !== after[place]);
    expect(changed.length).toBeLessThanOrEqual(2);
    for (const word of changed) expect(word.length).toBeGreaterThanOrEqual(4);
    expect(Math.abs(label.text.length - (many[at]?.text.length ?? 0))).toBeLessThanOrEqual(2);
    expect({ ...label, text: "" }).toEqual({ ...many[at], text: "" });
  });
  const unchanged = slipped.filter(({ text }, at) => text === many[at]?.text);
  expect(unchanged.length).toBeLessThan(10);
});

it("the same labels have the same slips", () => {
  expect(withTypos(many)).toEqual(withTypos(many));
});

it.each(["is it wet", "10 20 30", "https://example.com/forecast", ""])(
  "%j stays: no word in it is long enough, or it is an address",
  (text) => expect(withTypos([labelled(text)])[0]?.text).toBe(text),
);

const isFree = (entity: string) => entity === "text";
const pt = (example: string) => shapeOf(example, "pt-BR", isFree);
const en = (example: string) => shapeOf(example, "en", isFree);

it.each<[string, string | undefined]>([
  ["guarda [a chave](text)", "guardar a chave"],
  ["me manda [o relatório](text)", "me mandar o relatório"],
  ["busque [a lista](text)", "buscar a lista"],
  ["faça uma cópia", "fazer uma cópia"],
  ["exclui a pasta", "excluir a pasta"],
  ["nota: [leite](text)", undefined],
  ["quero guardar [a chave](text)", undefined],
  ["lubrifica as rodas", undefined],
])("%s with an infinitive: %s", (example, infinitive) =>
  expect(pt(example).asInfinitive).toBe(infinitive),
);

it.each<[string, boolean, boolean]>([
  ["guarda a chave", true, true],
  ["guarde a chave", true, false],
  ["escreve uma carta", true, true],
  ["escreva uma carta", true, false],
  ["lubrifica as rodas", true, false],
  ["toda a lista", false, false],
  ["minha lista", false, false],
  ["nota: leite", false, false],
  ["quero a chave", false, false],
])("%s begins with a verb: %s, in the third person: %s", (example, isVerb, isThird) => {
  const { verb } = pt(example);
  expect([verb !== undefined, verb?.isThirdPerson ?? false]).toEqual([isVerb, isThird]);
});

it.each([
  ["water the plants", true],
  ["keep [the key](text)", true],
  ["is the door open", false],
  ["note: milk", false],
  ["the door", false],
  ["lights off", false],
])("%s begins with a verb: %s", (example, isVerb) =>
  expect(en(example).verb !== undefined).toBe(isVerb),
);

it.each([
  ["keep door [3](number)", true],
  ["keep [the key](text) for me", true],
  ["keep '[the key](text)'", true],
  ["keep [the key](text).", false],
  ["keep door [3](number)?", false],
  ["keep everything that was in the hall", false],
  ["add [a film](text) to the list to watch", false],
])("%s is closed to what is said after it: %s", (example, isClosed) =>
  expect(en(example).isClosed).toBe(isClosed),
);

it("only its own words deny, not those of its values", () => {
  expect(en("keep [don't panic](text)").isDenial).toBe(false);
  expect(en("I don't want [the film](text) any more").isDenial).toBe(true);
});
