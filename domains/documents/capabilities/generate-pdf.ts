import { fileSchema } from "#shared/contracts/output.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { words } from "../words.ts";
import { type DocumentsDeps, fileOf, ownerOf, shownDocument, untilWhen } from "./deps.ts";

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
