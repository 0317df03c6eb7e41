import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { onlyLetsGo } from "./after-lead.ts";
import { insteadOf, isFurther, readRefusal } from "./read-refusal.ts";

const refusal = (text: string, locale: Locale) => {
  const read = readRefusal(text, locale);
  return read && { deeds: [...read.deeds], isAll: read.isAll };
};

it.each([
  ["apaga não, deixa ela lá", "pt-BR", ["remove"]],
  ["chega, não manda mais", "pt-BR", ["send"]],
  ["não apaga não, tá", "pt-BR", ["remove"]],
  ["don't delete it", "en", ["remove"]],
  ["wait, no", "en", []],
] as const)("%s: refuses, and names nothing else", (text, locale, deeds) =>
  expect(refusal(text, locale)).toEqual({ deeds, isAll: true }),
);

it("knows what it names", () =>
  expect(refusal("não apaga o inception", "pt-BR")).toEqual({ deeds: ["remove"], isAll: false }));

it.each([
  ["sim, não precisa avisar", "pt-BR"],
  ["não apaga?", "pt-BR"],
  ["apaga a segunda", "pt-BR"],
  ["anota: não apaga", "pt-BR"],
] as const)("%s: refuses nothing by itself", (text, locale) =>
  expect(readRefusal(text, locale)).toBeUndefined(),
);

it.each(["não, deixa", "wait no", "nah, forget it"])("%s: only lets go", (text) =>
  expect(onlyLetsGo(text)).toBe(true),
);
it.each(["não", "deixa que eu apago", "ok", "deixa, me dá as maiores altas"])(
  "%s: does more, or is an answer",
  (text) => expect(onlyLetsGo(text)).toBe(false),
);

it("tells what is to come from what was done", () => {
  expect(isFurther("não apaga mais nada")).toBe(true);
  expect(isFurther("não apaga a nota")).toBe(false);
});

it("hears what is wanted instead of what is refused", () => {
  expect(insteadOf("don't save it, just send it to my telegram", "en")).toBe(
    "send it to my telegram",
  );
  expect(insteadOf("não salva, só manda no telegram", "pt-BR")).toBe("manda no telegram");
  expect(insteadOf("don't save the bread, just send it", "en")).toBeUndefined();
  expect(insteadOf("não manda, só manda depois", "pt-BR")).toBeUndefined();
});
