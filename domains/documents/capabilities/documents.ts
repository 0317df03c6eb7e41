import { type DomainOutput, fileSchema } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import type { StoredDocument } from "../store/document-store.ts";
import { words } from "../words.ts";
import { type DocumentsDeps, fileOf, ownerOf, shownDocument, untilWhen } from "./deps.ts";

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
              ...shown.map((document) => say.line(document, untilWhen(document, call))),
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
      .map((each) => ({ label: `#${each.id} ${each.title}`, id: each.id })),
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
    .map((line) =>
      firstWords(oneLine(line.replace(/[#>*_`|[\]]+|^\s*(?:[-+]|\d+\.)\s/g, " "), LONGEST_TITLE)),
    )
    .find((line) => /[\p{L}\p{N}]/u.test(line))
    // What introduces a list or ends a sentence ends no title.
    ?.replace(/[\s:.,;]+$/, "") ?? "";

/** A long line up to a word's end, without a bracket that would stay open. */
function firstWords(line: string): string {
  if (line.length <= LONGEST_FIRST_LINE) return line;
  const cut = line.slice(0, line.lastIndexOf(" ", LONGEST_FIRST_LINE) + 1 || LONGEST_FIRST_LINE);
  return cut.replace(/\s*\([^)]*$/, "").toWellFormed();
}
