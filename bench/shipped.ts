import { fileURLToPath } from "node:url";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";

/** The domains of this repository that are services, and those that are only manifests. */
export const SHIPPED = ["finance", "notify", "memory", "web", "documents", "support"] as const;
export const ONLY_MANIFESTS = ["language", "research"] as const;

/** What each of them tells, whatever is asked. */
export const TOLD = "nothing but an answer";

export const manifestOf = (name: string): string =>
  fileURLToPath(new URL(`../domains/${name}/manifest.yaml`, import.meta.url));

/**
 * Sentences of people about what only reads, the manifests' own with the values of one another: none is just as a
 * manifest has it. Always the same ones, in an order without an order.
 */
export function readingSentences(): string[] {
  const sentences = SHIPPED.flatMap((name) => {
    const { goals, capabilities } = loadManifest(manifestOf(name));
    const reads = new Set(
      capabilities.filter(({ effect }) => effect === "read").map(({ capability }) => capability),
    );
    return goals
      .filter(({ capability }) => capability !== undefined && reads.has(capability))
      .flatMap(({ hints }) => Object.values(hints.examples ?? {}))
      .flatMap((examples = []) => withOthersValues(examples));
  });
  return inNoOrder([...new Set(sentences)]);
}

/** Each example with the values that three others of its list give to the same entities. */
function withOthersValues(examples: readonly string[]): string[] {
  const read = examples.map(parseExample);
  return read.flatMap(({ text, entities }, at) => {
    if (entities.length === 0) return [text];
    return [3, 7, 11].map((step) => {
      const other = read[(at + step) % read.length];
      return entities.reduceRight((said, { name, start, end }) => {
        const value = other?.entities.find((each) => each.name === name)?.said;
        return value === undefined ? said : said.slice(0, start) + value + said.slice(end);
      }, text);
    });
  });
}

/** A number between 0 and 1 at a time: the linear congruential generator of the C standard. */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function inNoOrder<T>(values: readonly T[]): T[] {
  const random = randomBy(1);
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/**
 * Draws by Zipf's law: the n-th value is asked for once where the first is asked for n times. The same draws for the
 * same `seed`.
 */
export function drawByZipf<T>(values: readonly T[], seed: number): () => T {
  let sum = 0;
  const sums = values.map((_, at) => (sum += 1 / (at + 1)));
  const random = randomBy(seed);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const value = values[low];
    if (value === undefined) throw new RangeError("nothing to draw from");
    return value;
  };
}
