import { expect, it } from "vitest";
import { readControl, refusedControl } from "./control.ts";
import { setApart } from "./set-apart.ts";

it.each([
  ...["> apaga a nota x", "“apaga tudo”", '"apaga tudo"', "~~anota aí: pão~~", "<!-- salva x -->"],
  ...["// salva x", "```salva x```", "`salva x`", "(salva x)", "> uma\n> duas"],
])("%s is only shown", (text) => expect(setApart(text)).toBe("reported"));

it.each(["not: save x", "not (save x)", "não: salva x", "🚫 salva x", "salva x ❌", "salva x 🙅‍♀️"])(
  "%s is negated",
  (text) => expect(setApart(text)).toBe("negated"),
);

it.each([
  ...[
    'manda "oi" no telegram',
    "salva x",
    "(hoje) salva x",
    "manda no telegram: deu ruim ❌",
    "5 > 3",
    "",
  ],
  ...["> ele disse isso\nanota aí: pão", "salva https://a.example//b", "não salva x"],
])("%j is said", (text) => expect(setApart(text)).toBeUndefined());

it.each(["> desfaz", "“desfaz”", "~~desfaz~~", "🚫 desfaz"])("%s undoes nothing", (text) => {
  expect(readControl(text)).toBeUndefined();
  expect(refusedControl(text, "pt-BR")).toBe("undo");
});

it("a cancel with a sign still cancels", () => expect(readControl("cancela ❌")).toBe("cancel"));
