import { locales } from "#shared/contracts/names.ts";
import { type DomainOutput, fileSchema } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import type { PdfMaker } from "../pdf/make-pdf.ts";
import type { DocumentStore, StoredDocument } from "../store/document-store.ts";

const words = loadMessages<typeof import("../messages/values.json")>(
  new URL("../messages/", import.meta.url),
);

/** `{limit?}`, newest first. */
export const listDocuments =
  ({ store, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const say = words(call.locale);
    const all = store.list(ownerOf(call), now());
    const shown = all.slice(0, Number(params["limit"]));
    return success({
      result: { total: all.length, documents: shown.map(shownDocument) },
      explanation:
        all.length === 0
          ? say("none")
          : [
              say("list", {
                count: all.length,
                shown: shown.length < all.length ? say("shown", { count: shown.length }) : "",
              }),
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
    const found = whichDocument(deps, params, call, "open_what");
    if ("status" in found) return found;
    const document = deps.store.read(ownerOf(call), found.id, deps.now());
    if (document === undefined) return notFound(`#${found.id}`, call);
    return answered(document, "here", call, document.pdf);
  };

/** `{id | title_text}`; it can be brought back until it expires. */
export const deleteDocument =
  (deps: DocumentsDeps): Handler =>
  async (params, call) => {
    const found = whichDocument(deps, params, call, "delete_what");
    if ("status" in found) return found;
    const document = deps.store.remove(ownerOf(call), found.id, deps.now());
    if (document === undefined) return notFound(`#${found.id}`, call);
    return answered(document, "deleted", call);
  };

/** `{id}` */
export const restoreDocument =
  ({ store, now }: DocumentsDeps): Handler =>
  async (params, call) => {
    const id = Number(params["id"]);
    const document = store.restore(ownerOf(call), id, now());
    if (document === undefined) {
      const explanation = words(call.locale)("not_deleted", { id });
      return failure({ code: "NOT_FOUND", explanation });
    }
    return answered(document, "brought_back", call);
  };

/** The one document that is meant; a question where several may be, or nothing was said. The `id` counts. */
function whichDocument(
  { store, now }: DocumentsDeps,
  { id, title_text }: Record<string, unknown>,
  call: Call,
  question: "open_what" | "delete_what",
): Pick<StoredDocument, "id"> | DomainOutput {
  if (typeof id === "number") return { id };
  const said = oneLine(String(title_text ?? ""), LONGEST_WORDS);
  const say = words(call.locale);
  if (said === "") return ask({ missing_param: "title_text", explanation: say(question) });
  const wanted = queryWords(said).map(({ indexed }) => indexed);
  const found = store
    .list(ownerOf(call), now())
    .filter(({ title }) => hasAll(indexWords(title).split(" "), wanted));
  const [only] = found;
  if (only === undefined) return notFound(said, call);
  if (found.length === 1) return only;
  return ask({
    explanation: say("which", { count: found.length, query: said }),
    candidates: found
      .slice(0, MOST_CHOICES)
      .map((each) => ({ label: lineOf(each, call), id: each.id })),
  });
}

const hasAll = (title: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => title.includes(word));

const notFound = (what: string, { locale }: Call): DomainOutput =>
  failure({ code: "NOT_FOUND", explanation: words(locale)("not_found", { query: what }) });

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
    const say = words(call.locale);
    const content = cleanText(String(params["content"]));
    if (content === "") return failure({ code: "EMPTY_CONTENT", explanation: say("empty") });
    const given = oneLine(String(params["title"] ?? ""), LONGEST_TITLE);
    const title = given || firstLine(content) || say("untitled");
    const created_at = now();
    const foot = say("page", { page: "{page}", pages: "{pages}" });
    const { locale, context } = call;
    const about = { title, locale, foot, timezone: context.timezone, created_at };
    const pictures = picturesIn(params["files"]);
    const source = { ...about, content, pictures, shows_title: given !== "" };
    const pdf = await makePdf(source, call.signal);
    if (pdf === undefined) return failure({ code: "NOT_MADE", explanation: say("not_made") });
    if (pdf.length > MOST_BYTES)
      return failure({ code: "TOO_LARGE", explanation: say("too_large") });
    const kept = { title, created_at, expires_at: created_at + keepMs };
    const document = store.put(ownerOf(call), kept, pdf);
    return answered(document, "made", call, pdf);
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
  for (const say of locales.map(words))
    for (const code of ["made", "here"] as const) {
      const [before = "", behind = ""] = say(code, { title: "\n", until: "\n" }).split("\n");
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

/** What has become of a document, with its file where that goes out. */
const answered = (
  document: StoredDocument,
  what: "here" | "made" | "deleted" | "brought_back",
  call: Call,
  pdf?: Uint8Array,
) =>
  success({
    result: { document: shownDocument(document) },
    explanation: words(call.locale)(what, {
      title: document.title,
      until: untilWhen(document, call),
    }),
    ...(pdf && { metadata: { files: [fileOf(document, pdf)] } }),
  });

/** Until when a document is kept, as the person says a day. */
const untilWhen = ({ expires_at }: StoredDocument, { locale, context }: Call): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: context.timezone }).format(
    expires_at,
  );

/** "Ata de abril (até 20/12/2026)" */
const lineOf = (document: StoredDocument, call: Call): string =>
  words(call.locale)("line", { title: document.title, until: untilWhen(document, call) });

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
