import { importedFile, type Source } from "./read-source.ts";
import { isTest } from "./rooms.ts";

/** What is shipped: no tests, no measurements, no fakes. */
const isShipped = (file: string): boolean =>
  !isTest(file) && !/^bench\/|(^|\/)testing\//.test(file);

/**
 * The longest way down the imports: how many files one has to know of, one behind the other, to know what a file stands
 * on. What runs as a process of its own begins a way of its own.
 */
export function longestChain(sources: readonly Source[]): readonly string[] {
  const shipped = new Map(
    sources.filter(({ file }) => isShipped(file)).map((source) => [source.file, source]),
  );
  const known = new Map<string, readonly string[]>();
  const below = (file: string): readonly string[] => {
    const found = known.get(file);
    if (found !== undefined) return found;
    known.set(file, [file]);
    const { imports = [], started = [] } = shipped.get(file) ?? {};
    const ways = imports
      .filter(({ text }) => !started.includes(text))
      .flatMap(({ text }) => importedFile(file, text) ?? [])
      .filter((target) => shipped.has(target))
      .map(below);
    const way = [file, ...longestOf(ways)];
    known.set(file, way);
    return way;
  };
  return longestOf([...shipped.keys()].map(below));
}

const longestOf = (ways: readonly (readonly string[])[]): readonly string[] =>
  ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);

/** Files none of whose exports has the words of the file's name: who looks for an export does not find them. */
export const namedAfterNothing = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file, exports }) => isShipped(file) && exports.length > 0)
    .filter(({ file, exports }) => {
      const named = wordsOf(file.replace(/^.*\/|\.tsx?$/g, ""));
      return !exports.some((name) => {
        const words = wordsOf(name);
        return isWithin(named, words) || isWithin(words, named);
      });
    })
    .map(({ file }) => file);

/** "openRunJournal" and "run-journals" as their words, in the singular: "file" and "files" are one, as their stem. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_.]/)
    .map((word) => word.replace(/ies$/, "y").replace(/(?:e?s|e)$/, ""));

const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((word) => all.includes(word));

/** Tests that stand beside no file of their name, outside of the folders that hold nothing but tests. */
export function testsBesideNothing(sources: readonly Source[]): string[] {
  const files = new Set(sources.map(({ file }) => file));
  return [...files].filter((file) => {
    const beside = /^(?!tests\/|bench\/)(.*)\.test\.tsx?$/.exec(file)?.[1];
    return beside !== undefined && !files.has(`${beside}.ts`) && !files.has(`${beside}.tsx`);
  });
}
