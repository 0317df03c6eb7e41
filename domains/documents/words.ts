import type { Locale } from "#shared/contracts/names.ts";
import type { StoredDocument } from "./store/document-store.ts";

export type Words = {
  made(title: string, until: string): string;
  untitled: string;
  empty: string;
  notMade: string;
  tooLarge: string;
  none: string;
  list(shown: number, total: number): string;
  line(document: StoredDocument, until: string): string;
  here(title: string, until: string): string;
  openWhat: string;
  deleteWhat: string;
  which(count: number, words: string): string;
  notFound(words: string): string;
  deleted(title: string): string;
  broughtBack(title: string): string;
  notDeleted(id: number): string;
  /** "20/12/2026", in the person's own time zone. */
  day(at: number, timezone: string): string;
};

const dayIn = (locale: Locale) => (at: number, timezone: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: timezone }).format(at);

const pt: Words = {
  made: (title, until) => `PDF pronto: ${title}. Fica guardado até ${until}.`,
  untitled: "Documento",
  empty: "Não fiz o PDF: não há texto.",
  notMade: "Não fiz o PDF: este texto é complicado demais para diagramar. Tente com menos.",
  tooLarge: "Não fiz o PDF: ficaria grande demais. Tente com menos texto ou imagens menores.",
  none: "Nenhum documento guardado.",
  list: (shown, total) =>
    `${total} ${total === 1 ? "documento" : "documentos"}${shown < total ? ` (mostrando ${shown})` : ""}:`,
  line: ({ id, title }, until) => `#${id} ${title} (até ${until})`,
  here: (title, until) => `Aqui está: ${title}. Fica guardado até ${until}.`,
  openWhat: "Qual documento devo abrir?",
  deleteWhat: "Qual documento devo apagar?",
  which: (count, words) => `Encontrei ${count} documentos para “${words}”. Qual?`,
  notFound: (words) => `Não há documento guardado para “${words}”.`,
  deleted: (title) => `Documento apagado: ${title}`,
  broughtBack: (title) => `Documento de volta: ${title}`,
  notDeleted: (id) => `Nada mudou: o documento #${id} não está entre os apagados.`,
  day: dayIn("pt-BR"),
};

const en: Words = {
  made: (title, until) => `PDF ready: ${title}. It is kept until ${until}.`,
  untitled: "Document",
  empty: "I made no PDF: there is no text.",
  notMade: "I made no PDF: this text is too complex to lay out. Try with less.",
  tooLarge: "I made no PDF: it would be too large. Try with less text or smaller pictures.",
  none: "No documents kept.",
  list: (shown, total) =>
    `${total} ${total === 1 ? "document" : "documents"}${shown < total ? ` (showing ${shown})` : ""}:`,
  line: ({ id, title }, until) => `#${id} ${title} (until ${until})`,
  here: (title, until) => `Here it is: ${title}. It is kept until ${until}.`,
  openWhat: "Which document should I open?",
  deleteWhat: "Which document should I delete?",
  which: (count, words) => `I found ${count} documents for “${words}”. Which one?`,
  notFound: (words) => `There is no document kept for “${words}”.`,
  deleted: (title) => `Document deleted: ${title}`,
  broughtBack: (title) => `Document restored: ${title}`,
  notDeleted: (id) => `Nothing changed: document #${id} is not among the deleted ones.`,
  day: dayIn("en"),
};

export const words: Record<Locale, Words> = { "pt-BR": pt, en };
