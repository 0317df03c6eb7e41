import { expect, it } from "vitest";
import { shapeOf } from "./request-shape.ts";

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
