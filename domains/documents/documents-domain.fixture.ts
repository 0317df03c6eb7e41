import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { type DomainOutput, fileSchema } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo } from "#shared/testing/call-domain.ts";
import { documentsDomain } from "./main.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "documents-"));

/** The domain over a new folder and a clock that tests move, spoken to as the orchestrator does. */
export function startDocuments(dataFolder = newDataFolder()) {
  const clock = { time: Date.parse("2026-11-20T15:00:00Z"), now: () => clock.time };
  const domain = documentsDomain({ dataFolder, keepDays: 30 }, { log: silentLog, clock });
  const spoken = callsTo(domain, clock.now);
  const call: typeof spoken = (capability, parameters, said) =>
    spoken(capability, parameters, { ms: 60_000, ...said });
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
