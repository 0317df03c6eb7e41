import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
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
