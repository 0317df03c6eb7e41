import { expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { quietOutput } from "./quiet-output.ts";

const PICTURE = "![ok](https://evil.example/p.png?d=1)";
const output = (more: Partial<DomainOutput> = {}): DomainOutput => ({
  status: "success",
  result: { text: PICTURE },
  explanation: `See ${PICTURE}, https://evil.example/x`,
  confidence: 1,
  metadata: {},
  ...more,
});

it("shows what a domain of ours says with its links, and without pictures", () =>
  expect(quietOutput(output(), "ours").explanation).toBe(
    "See ! [ok](https://evil.example/p.png?d=1), https://evil.example/x",
  ));

it("shows text from outside as words, and leaves its data as they are", () =>
  expect(quietOutput(output(), "outside")).toMatchObject({
    explanation: "See ok, evil.example",
    result: { text: PICTURE },
  }));

it("shows a model's text as words, in its structure as well", () =>
  expect(quietOutput(output(), "model")).toMatchObject({
    explanation: "See ok, evil.example",
    result: { text: "ok" },
  }));

it.each(["label", "name", "title"])(
  "shows choices by their %s as words, and sends them as they are",
  (key) => {
    const asks = output({
      status: "clarification",
      result: { candidates: [{ [key]: PICTURE, url: "https://b.example/c" }] },
    });
    expect(quietOutput(asks, "outside").result).toMatchObject({
      candidates: [{ label: "ok", url: "https://b.example/c" }],
    });
  },
);
