import { join } from "node:path";
import { z } from "zod";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { fileReceipts } from "#shared/domain-kit/receipts.ts";
import { dataFolder, type Environment, readVariables } from "#shared/domain-kit/variables.ts";
import {
  type DocumentsDeps,
  deleteDocument,
  generatePdf,
  listDocuments,
  openDocument,
  restoreDocument,
} from "./capabilities/documents.ts";
import { makePdf } from "./pdf/make-pdf.ts";
import { openDocumentStore } from "./store/document-store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The documents service; what it keeps lies in `dataFolder`. */
export function documentsDomain(
  { dataFolder, keepDays }: DocumentsSettings,
  options: Omit<DomainOptions, "receipts"> = {},
): Domain {
  const store = openDocumentStore(join(dataFolder, "documents.db"));
  const deps: DocumentsDeps = {
    store,
    makePdf,
    keepMs: keepDays * DAY_MS,
    now: () => (options.clock ?? Date).now(),
  };
  return defineDomain(
    loadManifest(new URL("./", import.meta.url)),
    {
      generate_pdf: generatePdf(deps),
      list_documents: listDocuments(deps),
      open_document: openDocument(deps),
      delete_document: deleteDocument(deps),
      restore_document: restoreDocument(deps),
    },
    {
      ...options,
      receipts: fileReceipts(join(dataFolder, "receipts.db")),
      close: () => store.close(),
    },
  );
}

const DEFAULT_DAYS = 30;
const MOST_DAYS = 3650;

type DocumentsSettings = {
  dataFolder: string;
  /** How long a document is kept, days. */
  keepDays: number;
};

const days = z
  .string()
  .transform((said) => (/^\d+$/.test(said) ? Number(said) : 0))
  .refine((count) => count >= 1 && count <= MOST_DAYS, {
    error: `must be a number of days from 1 to ${MOST_DAYS}`,
  });
const variables = z.object({
  REGENTE_DATA: dataFolder("documents"),
  DOCUMENTS_KEEP_DAYS: days.default(DEFAULT_DAYS),
});

/** Errors: ContractError naming the variable */
export function readSettings(env: Environment): DocumentsSettings {
  const read = readVariables("documents", env, variables);
  return { dataFolder: read.REGENTE_DATA, keepDays: read.DOCUMENTS_KEEP_DAYS };
}

if (import.meta.main)
  await startDomain(() => documentsDomain(readSettings(process.env)), { port: 8105 });
