import { expect, it } from "vitest";
import { isNoText, unquoted } from "./no-text.ts";

it.each(["depois", "depois eu digo", "Mais tarde.", "quanto custa?", "later", "wait", "what?"])(
  "“%s” is no text to send or keep",
  (text) => expect(isNoText(text)).toBe(true),
);
it.each(["cheguei", "depois do almoço eu passo aí", '"vamos almoçar?"', "“depois”"])(
  "%s is one",
  (text) => expect(isNoText(text)).toBe(false),
);
it("a text in quotation marks is what stands in them", () => {
  expect(unquoted('"vamos?"')).toBe("vamos?");
  expect(unquoted("diz “oi” a ela")).toBe("diz “oi” a ela");
});
