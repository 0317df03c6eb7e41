import { isJsonObject, type Json, ownValue, withTexts } from "#shared/contracts/json.ts";
import { type DomainOutput, type FileLink, fileSchema } from "#shared/contracts/output.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { withoutLinks, withoutPictures } from "#shared/plain-text/without-links.ts";
import {
  bringsOutsideText,
  type Catalogue,
  type CatalogueCapability,
} from "../catalogue/catalogue.ts";
import type { FileStore } from "../ports/file-store.ts";

/** Whose words an answer is made of. */
export type Origin = "ours" | "outside" | "model";

/** Whose words the answer of a capability is made of. `isFed`: text from outside is among what it was given. */
export function originOf(
  capability: CatalogueCapability | undefined,
  catalogue: Catalogue,
  isFed: boolean,
): Origin {
  if (capability === undefined) return "outside";
  if (capability.spec.kind !== "service") return "model";
  return isFed || bringsOutsideText(capability, catalogue) ? "outside" : "ours";
}

/**
 * An answer that shows and loads nothing from elsewhere, whoever shows it. What a domain of ours says keeps its links,
 * as text. What comes from outside, or from a model that may have read it, is words: where they lead is told by the
 * answer's `sources` alone.
 * Shape: of a question the choices as well; of a model's structure all of its texts. A service's structure stays as it
 *        is: it is data, and no text that people are shown
 */
export function quietOutput(output: DomainOutput, origin: Origin): DomainOutput {
  const quiet = origin === "ours" ? withoutPictures : withoutLinks;
  const { status, result } = output;
  const explanation = quiet(output.explanation);
  // Nearly always nothing is to be taken out, and nothing is copied.
  const shown = explanation === output.explanation ? output : { ...output, explanation };
  if (origin === "model") return { ...shown, result: withTexts(result as Json, quiet) };
  return status === "clarification" ? { ...shown, result: withLabels(result, quiet) } : shown;
}

/** Only what is shown of a choice; what it stands for is sent as it was found. */
function withLabels(result: unknown, quiet: (text: string) => string): unknown {
  const candidates = ownValue(result, "candidates");
  if (!isJsonObject(result) || !Array.isArray(candidates)) return result;
  return {
    ...result,
    candidates: candidates.map((each: unknown) => {
      if (!isJsonObject(each)) return each;
      const named = nameOfChoice(each);
      return named === undefined ? each : { ...each, label: quiet(named) };
    }),
  };
}

/** What a choice is called by, the first that it has. */
export const nameOfChoice = (candidate: Record<string, unknown>): string | undefined =>
  ["label", "name", "title"]
    .map((key) => candidate[key])
    .filter((value) => typeof value === "string")
    .find((value) => value.trim() !== "");

/** Of one step: each takes a file on our disk for a day. */
const MOST_FILES = 50;
/** Of a name, which is a header where the file is fetched. */
const MOST_NAME = 200;

const INLINE = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]*)$/;

/** Most answers list none. */
export const hasFiles = ({ metadata }: DomainOutput): boolean => Array.isArray(metadata["files"]);

/**
 * Put the files that a step carried inline (`data:` URLs) behind links, so that answers, events and the
 * journal hold a link and not the bytes. Links to http(s) stay; anything else is dropped, and so is what comes after 50.
 * Errors: whatever the file store rejects with
 */
export async function publishFiles(
  output: DomainOutput,
  user_id: string,
  store: FileStore,
): Promise<DomainOutput> {
  const { files } = output.metadata;
  if (!Array.isArray(files)) return output;
  const links = await Promise.all(
    files.slice(0, MOST_FILES).map((file: unknown) => publish(file, user_id, store)),
  );
  return {
    ...output,
    metadata: { ...output.metadata, files: links.filter((link) => link !== undefined) },
  };
}

async function publish(
  file: unknown,
  user_id: string,
  store: FileStore,
): Promise<FileLink | undefined> {
  if (!isJsonObject(file)) return undefined;
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) return undefined;
  const { media_type, url } = parsed.data;
  const name = nameOf(parsed.data);
  if (/^https?:\/\//.test(url)) return { name, media_type, url };
  const inline = INLINE.exec(url);
  if (inline?.[2] === undefined || inline[1] !== media_type) return undefined;
  return store.put(user_id, { name, media_type, bytes: Buffer.from(inline[2], "base64") });
}

/** On one line, without what cannot be seen, and no longer than a header may be. */
const nameOf = ({ name }: FileLink): string =>
  visibleText(name).replace(/\s+/g, " ").slice(0, MOST_NAME).toWellFormed() || "-";
