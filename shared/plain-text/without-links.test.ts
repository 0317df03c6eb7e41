import fc from "fast-check";
import { type MarkedToken, marked, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { hostIn, withoutLinks, withoutPictures } from "./without-links.ts";

const EVIL = "https://evil.example/p.png?d=secret";

describe("text from outside keeps its words and loses its targets", () => {
  it.each([
    ["a picture", `![ok](${EVIL})`, "ok"],
    ["a picture without words", `before ![](${EVIL}) after`, "before  after"],
    ["a picture with a title", `![ok](<${EVIL}> "t(i)tle")`, "ok"],
    ["a link", `see [the page](${EVIL}).`, "see the page."],
    ["a picture in a link", `[![ok](${EVIL})](${EVIL})`, "ok"],
    ["a picture by reference", `![ok][x]\n\n[x]: ${EVIL}`, "ok"],
    ["a reference in a quote", `![x]\n> [x]: ${EVIL}`, "! [x]"],
    ["an autolink", `see <${EVIL}>`, "see evil.example"],
    ["a bare address", `see ${EVIL} now`, "see evil.example now"],
    ["one without a scheme", "see www.evil.example/p?d=1 now", "see evil.example now"],
    ["one without anything", "see evil.example/p.png?d=1 now", "see evil.example now"],
    [
      "one that takes the page's scheme",
      "![x](//evil.example/p) //evil.example/q",
      "x evil.example",
    ],
    [
      "an address at the end of a sentence",
      `Kept: ${EVIL}. Its title is not known.`,
      "Kept: evil.example. Its title is not known.",
    ],
    [
      "one without a scheme at the end of a question",
      "do you know evil.example/p?",
      "do you know evil.example?",
    ],
    ["credentials before the host", "https://you:pw@evil.example:8443/x", "evil.example"],
    ["bytes in an address", "go data:image/png;base64,AAAA now", "go … now"],
    ["a script", "go javascript:alert%281%29 now", "go … now"],
    ["mail", "write to <mailto:eve@evil.example?body=secret>", "write to eve@evil.example"],
    ["an img", `<img src="${EVIL}" alt="chart">`, "chart"],
    ["an a", `<a href='${EVIL}'>the page</a>`, "the page"],
    ["an img that hides its address", `<img src="&#104;ttps://evil.example/p">`, ""],
    ["a target that hides its address", "![x](&#104;ttps://evil.example/p)", "x"],
    ["an address in code", `\`\`\`\n![x](${EVIL})\n\`\`\``, "```\nx\n```"],
  ])("%s", (_what, text, expected) => expect(withoutLinks(text)).toBe(expected));

  it.each([
    "Pedido 1002: enviado em 12/10. R$ 199,00 (dois itens) [nota 3]!",
    "a < b && c > d, List<String>, e/ou, 24/7, node.js, ana@example.com",
    "**Olá!** 1. um\n2. dois | `x[0] = y`",
    "data: 03/12/2026\ndata:03/12/2026\nfile: report.pdf",
  ])("and %s stays as it is", (text) => expect(withoutLinks(text)).toBe(text));
});

const isFound = (token: MarkedToken | Tokens.Generic): boolean =>
  token.type === "image" ||
  token.type === "link" ||
  (token.type === "html" && /<[a-z!?/]/i.test(token.raw) && /[\s=]/.test(token.raw));
const inside = (token: MarkedToken | Tokens.Generic): string[] => [
  ...(isFound(token) ? [token.raw] : []),
  ...("tokens" in token ? (token.tokens ?? []) : []).flatMap(inside),
  ...("items" in token ? (token["items"] as Tokens.ListItem[]) : []).flatMap(inside),
];
const linked = (text: string): string[] => marked.lexer(text).flatMap(inside);
const pieces = fc.constantFrom(
  ...[
    "![",
    "[",
    "](",
    "](<",
    ")",
    "]",
    "][x]",
    "\n[x]: ",
    "\n\n",
    "<",
    ">",
    "!",
    "\\",
    " ",
    "ok",
    "(",
    ":",
  ],
  ...[
    "https://evil.example/p",
    "//evil.example/p",
    "www.evil.example",
    "data:image/png,x",
    "ht",
    "tps:",
  ],
  ...[
    '<img src="',
    '" alt="',
    '">',
    "<a href=",
    "<svg/onload=",
    "<!--",
    "`",
    "> ",
    "&#104;ttps:",
    "<style>",
  ],
);

describe("whatever is put together", () => {
  it("has no foreign picture or link when outside text was made words", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = withoutLinks(parts.join(""));
        expect(linked(text)).toEqual([]);
        expect(text).not.toMatch(/https?:\/\/evil|www\.|\bdata:/i);
      }),
      { numRuns: 3000 },
    );
  });

  it("has no picture where links may stay", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const html = marked.parse(withoutPictures(parts.join("")), { async: false });
        expect(html).not.toMatch(/<(img|svg|style|script|iframe|object)[\s/>]/i);
      }),
      { numRuns: 3000 },
    );
  });
});

it("a note with a link is shown back with it, and never as a picture", () => {
  expect(withoutPictures(`1. docs: ${EVIL}\n2. ![x](${EVIL})`)).toBe(
    `1. docs: ${EVIL}\n2. ! [x](${EVIL})`,
  );
});

it.each([
  ["https://www.b.example/c", "b.example"],
  ["nothing", "…"],
])("the host of %s is %s", (address, host) => expect(hostIn(address)).toBe(host));
