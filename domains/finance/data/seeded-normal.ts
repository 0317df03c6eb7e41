import { createHash } from "node:crypto";

/**
 * Numbers in (0, 1) that are the same on every machine for the same seed.
 * Source: xoshiro128** by Blackman and Vigna (2018), seeded from SHA-256
 */
function seededRandom(seed: string): () => number {
  const hash = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by));
  return () => {
    const out = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return (out + 0.5) / 2 ** 32;
  };
}

/** Standard normal numbers, the same for the same seed. Source: Box and Muller (1958) */
export function seededNormal(seed: string): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
