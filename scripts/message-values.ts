// After a change of the codes or values in `language/en/messages`: `node scripts/message-values.ts`.
import { writeFileSync } from "node:fs";
import { messagesOf, namesIn } from "#shared/messages/messages.ts";

export const MESSAGE_VALUES_FILE = new URL(
  "../shared/messages/message-values.json",
  import.meta.url,
);

/** The names of the values in each message, by surface and code: what code may say is typed by it. */
export function messageValuesText(): string {
  const surfaces = Map.groupBy(messagesOf("en"), ([key]) => key.split(".")[0] ?? "");
  const blocks = [...surfaces].map(([surface, messages]) => {
    const lines = messages.map(([key, message]) => {
      const names = namesIn(message).map((name) => `"${name}": ""`);
      const held = names.length === 0 ? "{}" : `{ ${names.join(", ")} }`;
      return `    "${key.slice(surface.length + 1)}": ${held}`;
    });
    return `  "${surface}": {\n${lines.join(",\n")}\n  }`;
  });
  return `{\n${blocks.join(",\n")}\n}\n`;
}

if (import.meta.main) writeFileSync(MESSAGE_VALUES_FILE, messageValuesText());
