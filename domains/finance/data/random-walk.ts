import { createHash } from "node:crypto";

/** Trading days of a year, by convention. */
export const TRADING_DAYS = 252;

/**
 * Numbers in (0, 1) that are the same on every machine for the same seed.
 * Source: xoshiro128** by Blackman and Vigna (2018), seeded from SHA-256
 */
export function seededRandom(seed: string): () => number {
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

/** Standard normal numbers. Source: Box and Muller (1958) */
export function seededNormal(seed: string): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Daily log returns of a geometric random walk, one for each day after the first.
 * With `index` given they move with it: r = beta * index + own chance, so that their measured beta is near `beta`.
 * The own chance keeps the whole at `volatility`; at least a third of it remains, whatever beta is.
 */
export function walkReturns(
  seed: string,
  days: number,
  shape: { volatility: number; beta: number; drift: number },
  index?: { returns: readonly number[]; volatility: number },
): number[] {
  const normal = seededNormal(seed);
  const whole = shape.volatility / Math.sqrt(TRADING_DAYS);
  const shared =
    index === undefined ? 0 : (shape.beta * index.volatility) / Math.sqrt(TRADING_DAYS);
  const own = Math.sqrt(Math.max(whole ** 2 - shared ** 2, (whole / 3) ** 2));
  const drift = shape.drift / TRADING_DAYS - whole ** 2 / 2;
  return Array.from({ length: Math.max(days - 1, 0) }, (_, at) => {
    const market = index === undefined ? 0 : shape.beta * (index.returns[at] ?? 0);
    return market + own * normal() + (index === undefined ? drift : 0);
  });
}

/** Prices that end at `last` after these returns, rounded to hundredths. */
export function pricesEndingAt(last: number, returns: readonly number[]): number[] {
  const prices = [last];
  let price = last;
  for (const value of returns.toReversed()) {
    price /= Math.exp(value);
    prices.push(Math.round(price * 100) / 100);
  }
  return prices.reverse();
}
