import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, fileSchema } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { documentsDomain } from "./documents-domain.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "documents-"));

type More = { locale?: Locale; user_id?: string; key?: string; ms?: number };

/** The domain over a new folder and a clock that tests move, spoken to as the orchestrator does. */
export function startDocuments(dataFolder = newDataFolder()) {
  const clock = { time: Date.parse("2026-11-20T15:00:00Z"), now: () => clock.time };
  const { app } = documentsDomain({ dataFolder, keepDays: 30 }, { log: silentLog, clock });
  const call = async (
    capability: string,
    parameters: Record<string, Json> = {},
    { locale = "pt-BR", user_id = "ana", key = crypto.randomUUID(), ms = 60_000 }: More = {},
  ): Promise<DomainOutput> => {
    const response = await app.request("/execute", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        intent: { domain: "documents", capability, parameters, confidence: 1, original_query: "" },
        context: {
          session_id: "s",
          user_id,
          locale,
          timezone: "America/Sao_Paulo",
          run_id: "r",
          step_id: "1",
          attempt: 1,
          deadline_at: clock.time + ms,
        },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as DomainOutput;
  };
  return { call, clock };
}

/** The PDF that an answer carries: its name, its bytes, and its words page by page. */
export async function pdfIn({ metadata }: DomainOutput) {
  const [file] = fileSchema.array().parse(metadata["files"]);
  if (file === undefined) throw new Error("the answer carries no file");
  const bytes = Buffer.from(file.url.replace(/^data:application\/pdf;base64,/, ""), "base64");
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  return { ...file, bytes, pages: text, text: text.join("\n") };
}
