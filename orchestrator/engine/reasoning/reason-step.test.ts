import { expect, it } from "vitest";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import { earlyWords } from "./reason-step.ts";

/** What is told early of a text that comes in pieces of this length. */
function told(text: string, length = 3, isClaim: (sentence: string) => boolean = () => false) {
  const heard: string[] = [];
  const hear = earlyWords((words) => heard.push(words), isClaim);
  for (let at = 0; at < text.length; at += length) hear(text.slice(at, at + length));
  return heard.join("");
}

it.each([
  ["whole words, as they come", "O rio subiu e a ponte fechou", "O rio subiu e a ponte"],
  [
    "an address as its host",
    "veja https://evil.example/x?d=1 agora mesmo",
    "veja evil.example agora",
  ],
  ["nothing behind what may be a picture", "olhe ![a](https://b.c/d) aqui", "olhe"],
  ["nothing behind what may be a tag", "olhe <img src=x> aqui", "olhe"],
  ["nothing that cannot be seen", "o\u200b rio\u202e subiu ontem", "o rio subiu"],
])("tells %s", (_what, text, early) => {
  expect(told(text).trim()).toBe(early);
});

it("stops before a sentence that claims something", () => {
  const isClaim = (sentence: string) => sentence.includes("enviei");
  const text = "O rio subiu. Já enviei o aviso a todos. A ponte fechou.";
  expect(told(text, 4, isClaim)).toBe("O rio subiu. Já");
});

it("what is told early is always the beginning of what is told in the end", () => {
  const texts = [
    "  Bom dia!\r\n\r\n- um\n- dois www.a.example/b e mais",
    "a.b/c d [e](f) g",
    "mailto:a@b.c diz data:text/html,x e é isso ",
    "e\u0301 assim que se escreve",
  ];
  for (const text of texts)
    for (const length of [1, 2, 5, 100])
      expect(withoutLinks(visibleText(text)).startsWith(told(text, length))).toBe(true);
});
