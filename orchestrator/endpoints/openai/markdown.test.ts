import { expect, it } from "vitest";
import { markdownOf } from "./markdown.ts";

const told = (more: object) => ({ answer: "Here.", sources: [], files: [], ...more });
const OURS = "https://regente.example";

it("shows a picture of our own, and one of elsewhere as a link", () => {
  const file = (name: string, url: string) => ({ name, media_type: "image/png", url });
  const files = [
    file("theirs.png", "https://evil.example/p.png?d=1"),
    file("ours.png", "/v1/files/abc?signature=x"),
  ];
  expect(markdownOf(told({ files }), OURS)).toBe(
    "Here.\n\n![ours.png](https://regente.example/v1/files/abc?signature=x)\n\n[theirs.png](https://evil.example/p.png?d=1) (evil.example)",
  );
});

it("names the host of each source beside its title", () => {
  const sources = [{ title: "Your bank", url: "https://evil.example/login" }];
  expect(markdownOf(told({ sources }), OURS)).toBe(
    "Here.\n\n- [Your bank](https://evil.example/login) (evil.example)",
  );
});
