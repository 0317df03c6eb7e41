import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, fileSchema } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import type { PdfMaker } from "../pdf/make-pdf.ts";
import type { DocumentStore, StoredDocument } from "../store/document-store.ts";

/** `{limit?}`, newest first. */
export const listDocuments =
  ({ store, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const all = store.list(ownerOf(call), now());
    const shown = all.slice(0, Number(params["limit"]));
    return success({
      result: { total: all.length, documents: shown.map(shownDocument) },
      explanation:
        all.length === 0
          ? say.none
          : [
              say.list(shown.length, all.length),
              ...shown.map((document, at) => `${at + 1}. ${lineOf(document, call)}`),
            ].join("\n"),
    });
  };

const LONGEST_WORDS = 200;
const MOST_CHOICES = 20;

/** `{id | title_text}`: the file again. */
export const openDocument =
  (deps: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const found = whichDocument(deps, params, call, say.openWhat);
    if ("status" in found) return found;
    const document = deps.store.read(ownerOf(call), found.id, deps.now());
    if (document === undefined) return notFound(`#${found.id}`, call);
    return success({
      result: { document: shownDocument(document) },
      explanation: say.here(document.title, untilWhen(document, call)),
      metadata: { files: [fileOf(document, document.pdf)] },
    });
  };

/** `{id | title_text}`; it can be brought back until it expires. */
export const deleteDocument =
  (deps: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const found = whichDocument(deps, params, call, say.deleteWhat);
    if ("status" in found) return found;
    const document = deps.store.remove(ownerOf(call), found.id, deps.now());
    if (document === undefined) return notFound(`#${found.id}`, call);
    return success({
      result: { document: shownDocument(document) },
      explanation: say.deleted(document.title),
    });
  };

/** `{id}` */
export const restoreDocument =
  ({ store, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const id = Number(params["id"]);
    const document = store.restore(ownerOf(call), id, now());
    if (document === undefined)
      return failure({ code: "NOT_FOUND", explanation: say.notDeleted(id) });
    return success({
      result: { document: shownDocument(document) },
      explanation: say.broughtBack(document.title),
    });
  };

/** The one document that is meant; a question where several may be, or nothing was said. The `id` counts. */
function whichDocument(
  { store, now }: DocumentsDeps,
  { id, title_text }: Record<string, unknown>,
  call: Call,
  question: string,
): Pick<StoredDocument, "id"> | DomainOutput {
  if (typeof id === "number") return { id };
  const said = oneLine(String(title_text ?? ""), LONGEST_WORDS);
  if (said === "") return ask({ missing_param: "title_text", explanation: question });
  const wanted = queryWords(said).map(({ indexed }) => indexed);
  const found = store
    .list(ownerOf(call), now())
    .filter(({ title }) => hasAll(indexWords(title).split(" "), wanted));
  const [only] = found;
  if (only === undefined) return notFound(said, call);
  if (found.length === 1) return only;
  return ask({
    explanation: words[call.locale].which(found.length, said),
    candidates: found
      .slice(0, MOST_CHOICES)
      .map((each) => ({ label: lineOf(each, call), id: each.id })),
  });
}

const hasAll = (title: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => title.includes(word));

const notFound = (what: string, { locale }: Call): DomainOutput =>
  failure({ code: "NOT_FOUND", explanation: words[locale].notFound(what) });

const LONGEST_TITLE = 200;
/** A title that is taken from the text is a short one. */
const LONGEST_FIRST_LINE = 80;
/** An answer may weigh 1 MiB, and carries the file inline: four characters for three bytes. */
const MOST_BYTES = 700 * 1024;

const PICTURES = new Set(["image/png", "image/jpeg"]);

/** `{title?, content, files?}`: Markdown, and pictures for below it. */
export const generatePdf =
  ({ store, makePdf, keepMs, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const content = cleanText(String(params["content"]));
    if (content === "") return failure({ code: "EMPTY_CONTENT", explanation: say.empty });
    const given = oneLine(String(params["title"] ?? ""), LONGEST_TITLE);
    const title = given || firstLine(content) || say.untitled;
    const created_at = now();
    const about = { title, locale: call.locale, timezone: call.context.timezone, created_at };
    const pictures = picturesIn(params["files"]);
    const source = { ...about, content, pictures, shows_title: given !== "" };
    const pdf = await makePdf(source, call.signal);
    if (pdf === undefined) return failure({ code: "NOT_MADE", explanation: say.notMade });
    if (pdf.length > MOST_BYTES) return failure({ code: "TOO_LARGE", explanation: say.tooLarge });
    const kept = { title, created_at, expires_at: created_at + keepMs };
    const document = store.put(ownerOf(call), kept, pdf);
    return success({
      result: { document: shownDocument(document) },
      explanation: say.made(title, untilWhen(document, call)),
      metadata: { files: [fileOf(document, pdf)] },
    });
  };

/** The addresses of the pictures among files; where the bytes did not come along there is nothing to show. */
const picturesIn = (files: unknown): string[] =>
  fileSchema
    .array()
    .parse(files ?? [])
    .filter(({ media_type }) => PICTURES.has(media_type))
    .map(({ url }) => url);

/** The first line that says something, without the marks of Markdown. */
const firstLine = (content: string): string =>
  content
    .split("\n")
    .filter((line) => !/^\s*!\[/.test(line))
    .map((line) => oneLine(line.replace(/[#>*_`|[\]]+|^\s*(?:[-+]|\d+\.)\s/g, " "), LONGEST_TITLE))
    .map((line) => firstWords(documentNamed(line)))
    .find((line) => /[\p{L}\p{N}]/u.test(line))
    // What introduces a list or ends a sentence ends no title.
    ?.replace(/[\s:.,;]+$/, "") ?? "";

/** What is told of a document, here or in an answer that one is made of, is no title: the name in it is. */
function documentNamed(line: string): string {
  for (const { made, here } of Object.values(words))
    for (const tell of [made, here]) {
      const [before = "", behind = ""] = tell("\n", "\n").split("\n");
      const end = line.lastIndexOf(behind);
      if (line.startsWith(before) && end > before.length)
        return documentNamed(line.slice(before.length, end));
    }
  return line;
}

/** A long line up to a word's end, without a bracket that would stay open. */
function firstWords(line: string): string {
  if (line.length <= LONGEST_FIRST_LINE) return line;
  const cut = line.slice(0, line.lastIndexOf(" ", LONGEST_FIRST_LINE) + 1 || LONGEST_FIRST_LINE);
  return cut.replace(/\s*\([^)]*$/, "").toWellFormed();
}

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
const ownerOf = ({ context }: Call): string => context.user_id;

/** A document as it is told to others. */
const shownDocument = ({ id, title, bytes, created_at, expires_at }: StoredDocument) => ({
  id,
  title,
  bytes,
  created_at: new Date(created_at).toISOString(),
  expires_at: new Date(expires_at).toISOString(),
});

/** Until when a document is kept, as the person says a day. */
const untilWhen = ({ expires_at }: StoredDocument, { locale, context }: Call): string =>
  words[locale].day(expires_at, context.timezone);

/** "Ata de abril (até 20/12/2026)" */
const lineOf = (document: StoredDocument, call: Call): string =>
  words[call.locale].line(document.title, untilWhen(document, call));

/** The file as it goes out; the orchestrator puts it behind a link of its own that expires. */
const fileOf = ({ title }: StoredDocument, pdf: Uint8Array) => ({
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

type Words = {
  made(title: string, until: string): string;
  untitled: string;
  empty: string;
  notMade: string;
  tooLarge: string;
  none: string;
  list(shown: number, total: number): string;
  line(title: string, until: string): string;
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
  line: (title, until) => `${title} (até ${until})`,
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
  line: (title, until) => `${title} (until ${until})`,
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

const words: Record<Locale, Words> = { "pt-BR": pt, en };
