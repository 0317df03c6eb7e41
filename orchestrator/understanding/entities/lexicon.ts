import type { EntityValue } from "#shared/contracts/intent.ts";
import type { Token } from "../../language/text.ts";

/** A known phrase found in a sentence. */
export type Hit = {
  readonly source: number;
  readonly to: number;
  /** What it means; undefined: the words themselves. */
  readonly value: EntityValue | undefined;
};

export type Lexicon = {
  /** Every known phrase that begins at a word, longest last. Cost: the longest phrase there */
  hitsAt(words: readonly Token[], at: number): readonly Hit[];
};

type Node = {
  readonly next: Map<string, Node>;
  readonly meanings: { source: number; value: EntityValue | undefined }[];
};

const NO_HITS: readonly Hit[] = [];
const newNode = (): Node => ({ next: new Map(), meanings: [] });

/** Phrases as one tree of words, so that all sources are looked up in one walk. */
export function buildLexicon(): Lexicon & {
  /** The first meaning of a phrase in a source stays. */
  add(words: readonly Token[], source: number, value: EntityValue | undefined): void;
} {
  const root = newNode();
  return {
    add(words, source, value) {
      let node = root;
      for (const { word } of words) {
        let next = node.next.get(word);
        if (next === undefined) {
          next = newNode();
          node.next.set(word, next);
        }
        node = next;
      }
      if (node !== root && !node.meanings.some((meaning) => meaning.source === source))
        node.meanings.push({ source, value });
    },
    hitsAt(words, at) {
      let node = root.next.get(words[at]?.word ?? "");
      if (node === undefined) return NO_HITS;
      const hits: Hit[] = [];
      for (let to = at + 1; node !== undefined; to++) {
        for (const { source, value } of node.meanings) hits.push({ source, to, value });
        node = node.next.get(words[to]?.word ?? "");
      }
      return hits;
    },
  };
}
