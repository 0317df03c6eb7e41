import { setTimeout as pause } from "node:timers/promises";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";

const LONGEST_MS = 20;
const line = {
  type: "object" as const,
  properties: { line_text: { type: "string" as const } },
  required: ["line_text"],
};

/**
 * A domain that counts what it was told to write, and sees when two messages of one session are under way at once: a line
 * begins with its session, `s1 m2`. Each line is written once `before` lets it.
 */
export async function openDiary(secret: string, before?: (text: string) => Promise<void>) {
  const counts = new Map<string, number>();
  const writing = new Map<string, string>();
  const overlaps: string[] = [];
  const domain = defineDomain(
    {
      manifest_version: "1",
      domain: "diary",
      version: "1.0.0",
      description: { "pt-BR": "Um diário", en: "A diary" },
      goals: [
        {
          goal: "WRITE_LINE",
          description: { "pt-BR": "Anotar uma linha", en: "Write a line down" },
          capability: "write_line",
          hints: {
            templates: {
              "pt-BR": ["anote {line_text}", "escreva algo no diário"],
              en: ["note down {line_text}", "write something in the diary"],
            },
          },
          entities_schema: { line_text: { required: true } },
        },
      ],
      capabilities: [
        {
          capability: "write_line",
          effect: "write",
          repeat: "keyed",
          timeout_ms: 60_000,
          confirm: "never",
          params_schema: line,
          description: { "pt-BR": "Anotar", en: "Note down" },
        },
      ],
    },
    {
      async write_line({ line_text }: Record<string, unknown>) {
        const text = String(line_text);
        const [session = ""] = text.split(" ");
        const other = writing.get(session);
        if (other !== undefined && other !== text) overlaps.push(`${other} and ${text}`);
        writing.set(session, text);
        await before?.(text);
        await pause(Math.random() * LONGEST_MS);
        counts.set(text, (counts.get(text) ?? 0) + 1);
        await pause(Math.random() * LONGEST_MS);
        if (writing.get(session) === text) writing.delete(session);
        return success({ explanation: `noted: ${text}`, result: { line: text } });
      },
    },
    { log: silentLog, secret: domainKey(secret, "diary") },
  );
  const served = await domain.serve({ port: 0 });
  return { url: served.url, close: () => served.close(), counts, overlaps };
}
