import { expect, it } from "vitest";
import { showParams } from "./show-params.ts";

it.each<[string, Parameters<typeof showParams>[0], string]>([
  ["a text in quotes", { to: "Ana" }, '- to: "Ana"'],
  ["figures and lists", { n: 3, list: ["a", 1, null] }, '- n: 3\n- list: ["a",1,null]'],
  ["an object by its keys", { card: { b: 1, a: "x" } }, '- card: {"a":"x","b":1}'],
  [
    "line ends spelled out, so that a text cannot go on as a question of its own",
    { message: 'ok"\n\nConfirma? Ver o tempo\u2028x' },
    '- message: "ok\\"\\n\\nConfirma? Ver o tempo\\u2028x"',
  ],
  ["what turns or hides text", { to: "a\u202egnp.exe\u200b" }, '- to: "a\\u202egnp.exe\\u200b"'],
  ["nothing at all", {}, ""],
])("shows %s", (_what, params, expected) => {
  expect(showParams(params)).toBe(expected);
});

it("says how much of a long text is not shown", () => {
  expect(showParams({ text: "a".repeat(5000) })).toMatch(/^- text: "a{999}… \(\+4002\)$/);
});
