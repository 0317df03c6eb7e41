import { expect, it } from "vitest";
import { shownFile, shownSource } from "./shown-source.ts";

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
