import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, isScalar, isSeq, type Node, parseDocument, Scalar } from "yaml";
import { ContractError, faultAt } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { reason } from "../messages/reason.ts";
import { loadManifest } from "./load-manifest.ts";
import { findManifestFiles } from "./manifest-files.ts";

type Path = readonly (string | number)[];
/** What is to be another in a value: a field set or taken away, or items of a list put in the place of others. */
type Edit =
  | { at: Path; to: unknown }
  | { at: Path; gone: true }
  | { at: Path; from: number; remove: number; insert: readonly unknown[] };

/** A file of a manifest, relative to its folder, with its new text. */
type ChangedFile = { file: string; text: string };

/**
 * What the files of a manifest have to be for it to say what is wanted: comments and whatever is not changed stay.
 * Shape:  only the files that change
 * Errors: ContractError where the files cannot say it by a change of single places: a goal more or less among goals that have
 *         files of their own, a value that several places share by an anchor, an agent in a file of its own
 * Cost:   reads synchronously
 */
export function changedFiles(location: string, wanted: Manifest): ChangedFile[] {
  const { folder, main, goals } = findManifestFiles(location);
  const before = loadManifest(location);
  const own = before.goals.length - goals.length;
  const isSameGoals = before.goals.map(({ goal }) => goal).join() === goalsOf(wanted);
  if (goals.length > 0 && !isSameGoals) throw refused(folder, "goals");
  const documents = new Map<string, Document>();
  const documentOf = (file: string): Document => {
    const known = documents.get(file) ?? parseDocument(readFileSync(join(folder, file), "utf8"));
    documents.set(file, known);
    return known;
  };
  for (const { at, ...edit } of editsBetween(before, wanted, [])) {
    const [field, place, ...inside] = at;
    const isInFile = field === "goals" && typeof place === "number" && place >= own;
    const file = isInFile ? goals[place - own] : main;
    if (file === undefined) throw refused(folder, at.join("."));
    try {
      apply(documentOf(file), { ...edit, at: isInFile ? inside : at } as Edit);
    } catch {
      throw refused(folder, at.join("."));
    }
  }
  const changed = [...documents].map(([file, document]) => ({
    file,
    text: file.endsWith(".json")
      ? `${JSON.stringify(document.toJS(), null, 2)}\n`
      : document.toString({ lineWidth: 0, flowCollectionPadding: false }),
  }));
  const texts = new Map(changed.map(({ file, text }) => [file, text]));
  const [missed] = editsBetween(loadManifest(location, texts), wanted, []);
  if (missed !== undefined) throw refused(folder, missed.at.join("."));
  return changed;
}

const goalsOf = ({ goals }: Manifest): string => goals.map(({ goal }) => goal).join();

const refused = (folder: string, path: string) =>
  new ContractError(reason("manifest_in", { folder }), [
    faultAt(path, reason("only_in_its_files")),
  ]);

/** From the end of each list to its beginning, so that no place moves before it is changed. */
function editsBetween(before: unknown, after: unknown, at: Path): Edit[] {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return editsOfList(before, after, at);
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ at, to: after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Edit[] => {
    const place = [...at, name];
    if (after[name] === undefined)
      return before[name] === undefined ? [] : [{ at: place, gone: true }];
    return editsBetween(before[name], after[name], place);
  });
}

function editsOfList(before: readonly unknown[], after: readonly unknown[], at: Path): Edit[] {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && isSame(before[from], after[from])) from += 1;
  let same = 0;
  while (same < shortest - from && isSame(before.at(-1 - same), after.at(-1 - same))) same += 1;
  const remove = before.length - same - from;
  const insert = after.slice(from, after.length - same);
  if (remove !== insert.length) return [{ at, from, remove, insert }];
  return insert
    .flatMap((value, place) => editsBetween(before[from + place], value, [...at, from + place]))
    .reverse();
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Errors: where the place is none of the document's own */
function apply(document: Document, edit: Edit): void {
  if ("gone" in edit) document.deleteIn(edit.at);
  else if ("to" in edit) document.setIn(edit.at, document.createNode(edit.to));
  else {
    const list = document.getIn(edit.at, true);
    if (!isSeq(list)) {
      if (list !== undefined || edit.remove > 0) throw new Error("no list of its own");
      document.setIn(edit.at, document.createNode(edit.insert));
      return;
    }
    const nodes = edit.insert.map((value) => asQuoted(document.createNode(value), list.items));
    list.items.splice(edit.from, edit.remove, ...nodes);
  }
}

/** A text is quoted as those beside it are. */
function asQuoted(node: Node, beside: readonly unknown[]): Node {
  const quotes = beside.find(
    (each): each is Scalar =>
      isScalar(each) && (each.type === Scalar.QUOTE_DOUBLE || each.type === Scalar.QUOTE_SINGLE),
  );
  if (quotes?.type !== undefined && isScalar(node) && typeof node.value === "string")
    node.type = quotes.type;
  return node;
}
