import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { namesIn, readMessages } from "../messages/messages.ts";
import { loadMessages } from "./load-messages.ts";

const folder = mkdtempSync(join(tmpdir(), "messages-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, "en.yaml"),
  "found: 'Here: {title}.'\nbooks:\n  one: '{count} book'\n  other: '{count} books'\nfaults:\n  GONE: It is gone.\n",
);
writeFileSync(join(folder, "pt-BR.yaml"), "found: 'Aqui: {title}.'\n");
const words = loadMessages(pathToFileURL(`${folder}/`));

it.each([
  [
    "in the person's language",
    words("pt-BR")("found", { title: "{title} $&" }),
    "Aqui: {title} $&.",
  ],
  ["in its form by the count", words("en")("books", { count: 1 }), "1 book"],
  ["in its other form", words("en")("books", { count: 2 }), "2 books"],
  ["under a code of machines", words("en")("faults.GONE"), "It is gone."],
  ["in another language where it has no words", words("pt-BR")("faults.GONE"), "It is gone."],
])("a message is said %s", (_how, said, text) => expect(said).toBe(text));

it.each([
  ["an unknown code", () => words("en")("lost")],
  ["a value that is missing", () => words("en")("found")],
])("%s is a mistake of the domain", (_what, say) => expect(say).toThrow(RangeError));

it.each(globSync("domains/*/messages"))("%s has both languages, with the same values", (domain) => {
  const [english, portuguese] = ["en", "pt-BR"].map((locale) => {
    const file = join(domain, `${locale}.yaml`);
    const text = readFileSync(file, "utf8");
    const read = [...readMessages(basename(file), text)];
    const leaves = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
    expect(
      read.flatMap(([, each]) => (typeof each === "string" ? each : [...each.values()])),
    ).toEqual(leaves(parse(text)));
    return read.map(([key, each]) => [key.slice(locale.length + 1), namesIn(each)]);
  });
  expect(portuguese).toEqual(english);
});
