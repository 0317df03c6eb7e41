import type { Call } from "#shared/domain-kit/define-domain.ts";
import type { PdfMaker } from "../pdf/make-pdf.ts";
import type { DocumentStore, StoredDocument } from "../store/document-store.ts";
import { words } from "../words.ts";

/** What the capabilities work with. */
export type DocumentsDeps = {
  store: DocumentStore;
  makePdf: PdfMaker;
  /** How long a document is kept, milliseconds. */
  keepMs: number;
  /** Epoch milliseconds. */
  now(): number;
};

/** Whose documents a call is about. */
export const ownerOf = ({ context }: Call): string => context.user_id;

/** A document as it is told to others. */
export const shownDocument = ({ id, title, bytes, created_at, expires_at }: StoredDocument) => ({
  id,
  title,
  bytes,
  created_at: new Date(created_at).toISOString(),
  expires_at: new Date(expires_at).toISOString(),
});

/** Until when a document is kept, as the person says a day. */
export const untilWhen = ({ expires_at }: StoredDocument, { locale, context }: Call): string =>
  words[locale].day(expires_at, context.timezone);

/** The file as it goes out; the orchestrator puts it behind a link of its own that expires. */
export const fileOf = ({ title }: StoredDocument, pdf: Uint8Array) => ({
  name: `${fileName(title)}.pdf`,
  media_type: "application/pdf",
  url: `data:application/pdf;base64,${Buffer.from(pdf).toString("base64")}`,
});

/** A title as the name of a file on any system. */
const fileName = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|.\s]+/g, " ")
    .trim()
    .slice(0, 80)
    .toWellFormed() || "documento";
