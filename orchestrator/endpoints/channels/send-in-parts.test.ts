import { expect, it } from "vitest";
import { linked, splitFormatted } from "./formatted-text.ts";
import { readableText } from "./send-in-parts.ts";

/** The text with its marks written out: `<bold>x</bold>`. */
function shown(markdown: string): string {
  const { text, entities } = readableText(markdown);
  let out = "";
  let at = 0;
  for (const { offset, length, type } of entities) {
    out += `${text.slice(at, offset)}<${type}>${text.slice(offset, offset + length)}</${type}>`;
    at = offset + length;
  }
  return out + text.slice(at);
}

it.each<[habit: string, markdown: string, text: string]>([
  ["leaves plain words alone", "Dune está na estante 7.", "Dune está na estante 7."],
  [
    "makes bold words bold",
    "**Livros** e **autores**",
    "<bold>Livros</bold> e <bold>autores</bold>",
  ],
  ["makes a heading bold", "## Resultado\n\ntexto", "<bold>Resultado</bold>\n\ntexto"],
  ["makes a list a list", "- um\n* dois\n  - três", "• um\n• dois\n  • três"],
  [
    "makes a row of a table a line",
    "| id  | nome \\| loja |\n| --- | --- |\n| 7   | Ana |\n| 8   |     |\n\nfim",
    "<bold>id · nome | loja</bold>\n7 · Ana\n8 · –\n\nfim",
  ],
  ["keeps bars that are no table", "| a | b |\nc", "| a | b |\nc"],
  ["marks code", "use `npm start`", "use <code>npm start</code>"],
  ["marks a block of code", "a\n```js\nx = 1;\n```\nb", "a\n<pre>x = 1;</pre>\nb"],
  [
    "makes a link a link",
    "veja [o site](https://a.example/x)",
    "veja <text_link>o site</text_link>",
  ],
  [
    "names the picture of a link",
    "![gráfico](https://a.example/g.png)",
    "<text_link>gráfico</text_link>",
  ],
  [
    "keeps an address that is not of the web",
    "[x](javascript:alert(1))",
    "[x](javascript:alert(1))",
  ],
  [
    "keeps signs that close nothing",
    "2 ** 3, R$ 10*2, a_b_c, `só um",
    "2 ** 3, R$ 10*2, a_b_c, `só um",
  ],
  [
    "keeps what is to be escaped elsewhere",
    "R$ 10.00 (+1,5%) <b> & #1!",
    "R$ 10.00 (+1,5%) <b> & #1!",
  ],
  ["keeps an open block as it is", "```\nx", "```\nx"],
  ["keeps negative numbers", "-5,2%\n- 5", "-5,2%\n• 5"],
  ["keeps blank lines", "a\n\n\nb", "a\n\n\nb"],
])("%s", (_habit, markdown, text) => expect(shown(markdown)).toBe(text));

it("reads a hostile text in linear time", () => {
  for (const bad of ["[", "**", "`", "# ", "```\n", "](", "**a "]) {
    const text = bad.repeat(100_000 / bad.length);
    expect(readableText(text).text.length).toBeLessThanOrEqual(text.length);
  }
});

it("gives every part of a long text the marks that lie in it, and cuts no link", () => {
  const markdown = `${"palavra ".repeat(500)}[um link comprido](https://a.example) ${"fim ".repeat(40)}**negrito**`;
  const parts = splitFormatted(readableText(markdown), 4010);
  expect(parts).toHaveLength(2);
  const marks = parts.map(({ text, entities }) =>
    entities.map(({ offset, length }) => text.slice(offset, offset + length)),
  );
  expect(marks).toEqual([[], ["um link comprido", "negrito"]]);
});

it("links only addresses of the web", () => {
  expect(linked("x", "ftp://a.example").entities).toEqual([]);
  expect(linked("x", "https://a.example").entities).toHaveLength(1);
});
