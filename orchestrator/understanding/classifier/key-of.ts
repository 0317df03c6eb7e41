const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const BETWEEN_WORDS = 0x20;

/**
 * A number that looks drawn, and is the same for the same words wherever they stand: what is drawn by it does not
 * change for one sentence because another one came or went.
 * Shape:  0 to 2^32 - 1
 * Source: FNV-1a
 */
export function keyOf(words: readonly { readonly word: string }[]): number {
  let hash = OFFSET;
  for (const { word } of words) {
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
    hash = Math.imul(hash ^ BETWEEN_WORDS, PRIME);
  }
  return mixed(hash);
}

/** Another number of as many bits, to which each of the given ones counts. Source: the last step of MurmurHash3 */
export function mixed(key: number): number {
  let hash = key ^ (key >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
