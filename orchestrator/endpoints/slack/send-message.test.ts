import { expect, it } from "vitest";
import { writtenParts } from "./send-message.ts";

it("what would mention people or whole channels is text", () => {
  const text = "AT&T <!channel> <@U1>";
  expect(writtenParts({ text, entities: [] }, 3000)).toEqual([
    "AT&amp;T &lt;!channel&gt; &lt;@U1&gt;",
  ]);
});

it("marks are written as Slack reads them", () => {
  const text = "bold code link";
  const entities = [
    { type: "bold" as const, offset: 0, length: 4 },
    { type: "code" as const, offset: 5, length: 4 },
    { type: "text_link" as const, offset: 10, length: 4, url: "https://a.example/?a=1&b=|" },
  ];
  expect(writtenParts({ text, entities }, 3000)).toEqual([
    "*bold* `code` <https://a.example/?a=1&amp;b=%7C|link>",
  ]);
});

it("addresses in a text are links, without the sign that ends the sentence", () => {
  const text = "See https://a.example/x?y=1&z. Or (http://b.example).";
  expect(writtenParts({ text, entities: [] }, 3000)).toEqual([
    "See <https://a.example/x?y=1&amp;z>. Or (<http://b.example>).",
  ]);
});

it("no part is longer than Slack takes, however long signs become", () => {
  const parts = writtenParts({ text: "a < b & ".repeat(1000), entities: [] }, 3000);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(3000);
  expect(parts.join(" ").match(/&lt;/g)).toHaveLength(1000);
});
