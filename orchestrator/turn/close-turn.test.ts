import { expect, it } from "vitest";
import { noteFact, shownFile, shownSource, withoutFacts } from "./close-turn.ts";

it("a fact is what was said, the goal, and the first line of the answer", () => {
  const exchange = {
    said: "  vai\nchover? ",
    goal: "FORECAST",
    told: "Chove à tarde.\n\nFonte: x",
  };
  expect(noteFact([], exchange)).toEqual(['"vai chover?" (FORECAST): Chove à tarde.']);
  expect(noteFact([], { ...exchange, told: undefined })).toEqual(['"vai chover?" (FORECAST)']);
});

it("facts are short and few, and the oldest go first", () => {
  let facts: string[] = [];
  for (let at = 0; at < 15; at += 1)
    facts = noteFact(facts, { said: `${at} ${"x".repeat(500)}`, goal: "G", told: "y".repeat(500) });
  expect(facts).toHaveLength(10);
  expect(facts[0]).toMatch(/^"5 /);
  for (const fact of facts) expect(fact.length).toBeLessThan(300);
});

it("a summary takes the place of what it is about, and of nothing newer", () => {
  expect(withoutFacts(["a", "b", "c"], ["a", "b"])).toEqual(["c"]);
  expect(withoutFacts(["c"], ["a", "b"])).toBeUndefined();
});

it("an address that is no page's is not told", () => {
  expect(shownSource({ title: "Google", url: "javascript:alert(1)" }).url).toBe("");
  expect(shownSource({ title: "Google", url: "data:text/html,x" }).url).toBe("");
  expect(shownSource({ title: "A", url: "https://a.example/b" }).url).toBe("https://a.example/b");
});

it("a title is one line without signs that steer a terminal", () => {
  const { title } = shownSource({ title: "A\u001b[31m\n\u202eB\u0000", url: "" });
  expect(title).toBe("A[31m B");
});

it("a file of elsewhere has a plain name and a page's address; one of ours is told as it is", () => {
  const file = (name: string, url: string) => ({ name, media_type: "text/plain", url });
  const evil = "https://evil.example/p.png";
  expect(shownFile(file(`![bank](${evil})\nreport`, evil))).toEqual(file("bank report", evil));
  expect(shownFile(file("a", "javascript:alert(1)")).url).toBe("");
  const ours = file("[1].txt", "/v1/files/abc");
  expect(shownFile(ours)).toBe(ours);
});
