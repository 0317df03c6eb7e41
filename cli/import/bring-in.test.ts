import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { draftOverlay } from "#shared/made-domains/draft.ts";
import { libraryDocument } from "#shared/made-domains/library-service.fixture.ts";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { bringIn, yamlText } from "./bring-in.ts";

it("writes a few plain values on one line, and everything else one name a line", () => {
  const text = yamlText({
    thing: { en: "book", "pt-BR": "livro" },
    more: { deep: { a: 1 }, b: "x" },
  });
  expect(text).toBe("thing: {en: book, pt-BR: livro}\nmore:\n  deep: {a: 1}\n  b: x\n");
});

it("makes a draft of at most 30 lines an operation, which says the same when it is read", () => {
  const wanted = ["findBooks", "addBook", "removeBook", "getBook"];
  const { overlay } = draftOverlay(libraryDocument, "library", wanted);
  const text = yamlText(overlay);
  expect(parse(text)).toEqual(JSON.parse(JSON.stringify(overlay)));
  expect(text.split("\n").length / wanted.length).toBeLessThanOrEqual(30);
});

it("says of a service that was imported before what it has, what it has not, and what can be done, and writes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bring-in-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bootstrap = join(folder, "domains.bootstrap.json");
  writeFileSync(bootstrap, '{"domains": []}');
  const bring = (wanted: string[]) =>
    bringIn(
      { folder, name: "library", auth: undefined },
      fakeTerminal(false, { LANG: "en" }).terminal,
      async () => ({
        title: "Library",
        kept: ["openapi.json", JSON.stringify(libraryDocument)],
        from: (openapi, overlay) => ({ openapi, overlay, base: "http://127.0.0.1:9" }),
        draft: (name) => draftOverlay(libraryDocument, name, wanted),
      }),
    );
  await bring(["findBooks", "getBook"]);
  const before = readFileSync(bootstrap, "utf8");
  const refused = await bring(["findBooks", "addBook"]).catch((error: unknown) => String(error));
  expect(refused).toContain(
    "operations (2):\n  find_books\n  get_book\nNot in it yet:\n  add_book\n",
  );
  expect(refused).toContain("--name");
  expect(refused).toContain("apis/library/overlay.yaml");
  expect(readFileSync(bootstrap, "utf8")).toBe(before);
});
