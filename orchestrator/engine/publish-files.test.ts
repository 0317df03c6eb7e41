import { expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { FileStore } from "../ports/file-store.ts";
import { publishFiles, quietOutput } from "./publish-files.ts";

const inline = (name: string) => ({
  name,
  media_type: "image/png",
  url: `data:image/png;base64,${btoa("x")}`,
});

/** What is kept of an answer with these files. */
async function kept(files: unknown[]): Promise<{ name: string }[]> {
  const store: Pick<FileStore, "put"> = {
    put: async (_user, { name, media_type }) => ({ name, media_type, url: "/v1/files/1" }),
  };
  const output = {
    ...{ status: "success" as const, explanation: "", confidence: 1, result: null },
    metadata: { files },
  };
  return (await publishFiles(output, "ana", store as FileStore)).metadata["files"] as {
    name: string;
  }[];
}

it.each([
  ["chart.png", "chart.png"],
  ["a\r\nx-header: 1", "a x-header: 1"],
  ["bill\u202egnp.exe", "billgnp.exe"],
  ["half \ud83d", "half"],
  ["\u200b", "-"],
  ["x".repeat(100_000), "x".repeat(200)],
])("a name is one line that can be seen: %j", async (name, shown) => {
  const elsewhere = { ...inline(name), url: "https://example.org/a.png" };
  expect((await kept([inline(name), elsewhere])).map((file) => file.name)).toEqual([shown, shown]);
});

it("of thousands of files some are kept", async () => {
  expect(await kept(Array.from({ length: 5000 }, (_, at) => inline(`${at}`)))).toHaveLength(50);
});

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
