import { join } from "node:path";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import type { DocumentsDeps } from "./capabilities/deps.ts";
import { generatePdf } from "./capabilities/generate-pdf.ts";
import { listDocuments } from "./capabilities/list-documents.ts";
import { deleteDocument, openDocument, restoreDocument } from "./capabilities/one-document.ts";
import { makePdf } from "./pdf/make-pdf.ts";
import type { DocumentsSettings } from "./settings.ts";
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
  const receipts = fileReceipts(join(dataFolder, "receipts.db"));
  return defineDomain(
    loadManifest(new URL(".", import.meta.url)),
    {
      generate_pdf: generatePdf(deps),
      list_documents: listDocuments(deps),
      open_document: openDocument(deps),
      delete_document: deleteDocument(deps),
      restore_document: restoreDocument(deps),
    },
    {
      ...options,
      receipts: {
        ...receipts,
        close() {
          receipts.close();
          store.close();
        },
      },
    },
  );
}
