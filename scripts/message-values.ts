// After a change of the codes or values in `language/en/messages` or `domains/*/messages`: `npm run generate`.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messagesOf, namesIn, readMessages } from "#shared/messages/messages.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/** The names of the values in each message, by surface and code: what code may say is typed by it. */
function messageValuesText(): string {
  const surfaces = Map.groupBy(messagesOf("en"), ([key]) => key.split(".")[0] ?? "");
  const blocks = [...surfaces].map(
    ([surface, messages]) =>
      `  "${surface}": ${valuesOf(new Map(messages), `${surface}.`, "    ")}\n  }`,
  );
  return `{\n${blocks.join(",\n")}\n}\n`;
}

/** The same of what a domain says, by code. */
function domainValuesText(file: string): string {
  const messages = readMessages(basename(file), readFileSync(join(PROJECT, file), "utf8"));
  return `${valuesOf(messages, `${basename(file, ".yaml")}.`, "  ")}\n}\n`;
}

function valuesOf(messages: ReturnType<typeof messagesOf>, before: string, indent: string): string {
  const lines = [...messages].map(([key, message]) => {
    const names = namesIn(message).map((name) => `"${name}": ""`);
    const held = names.length === 0 ? "{}" : `{ ${names.join(", ")} }`;
    return `${indent}"${key.slice(before.length)}": ${held}`;
  });
  return `{\n${lines.join(",\n")}`;
}

/** The text of each file that types what is said, by its place in the project. */
export const valueFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ["shared/messages/message-values.json", messageValuesText()],
    ...globSync("domains/*/messages/en.yaml", { cwd: PROJECT }).map(
      (file) => [join(dirname(file), "values.json"), domainValuesText(file)] as const,
    ),
  ]);

if (import.meta.main)
  for (const [file, text] of valueFiles()) writeFileSync(join(PROJECT, file), text);
