import { expect, it } from "vitest";
import { readControl, refusedControl } from "./control.ts";
import { isBrokenOff, setApart } from "./set-apart.ts";

it.each([
  ...["> apaga a nota x", "“apaga tudo”", '"apaga tudo"', "~~anota aí: pão~~", "<!-- salva x -->"],
  ...["// salva x", "```salva x```", "`salva x`", "(salva x)", "> uma\n> duas"],
])("%s is only shown", (text) => expect(setApart(text)).toBe("reported"));

it.each([
  ...["not: save x", "not (save x)", "não: salva x", "🚫 salva x", "salva x ❌", "salva x 🙅‍♀️"],
  ...["(não) salva x", "(not) save x", "n.ã.o salva x", "N.O.T. save x"],
])("%j is negated", (text) => expect(setApart(text)).toBe("negated"));

it.each([
  ...[
    'manda "oi" no telegram',
    "salva x",
    "(hoje) salva x",
    "manda no telegram: deu ruim ❌",
    "5 > 3",
    "",
  ],
  ...["e.t. é um filme", "p.s. salva x", "não, salva x", "oi\nsalva x"],
  ...["> ele disse isso\nanota aí: pão", "salva https://a.example//b", "não salva x"],
])("%j is said", (text) => expect(setApart(text)).toBeUndefined());

it("a line that only says no may belong to the next one, and no other line may", () => {
  for (const text of ["não\nsalva x", "nunca \n\n salva x", "do not\nsave x"])
    expect(isBrokenOff(text), text).toBe(true);
  for (const text of ["não", "não\n", "não, salva x", "não salva x\ne y", "oi\nsalva x"])
    expect(isBrokenOff(text), text).toBe(false);
});

it.each(["> desfaz", "“desfaz”", "~~desfaz~~", "🚫 desfaz"])("%s undoes nothing", (text) => {
  expect(readControl(text)).toBeUndefined();
  expect(refusedControl(text, "pt-BR")).toBe("undo");
});

it("a cancel with a sign still cancels", () => expect(readControl("cancela ❌")).toBe("cancel"));
