import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";

/**
 * The floor: the example that shares most words with a sentence, rare ones counting more, as someone would write
 * it in an hour. It has no letters, no confidence, no entities, and never refuses.
 */
export function nearestByHand(
  manifests: readonly Manifest[],
): (text: string) => string | undefined {
  const wordsOf = (text: string) => new Set<string>(text.toLowerCase().match(/\p{L}+/gu));
  const examples = manifests.flatMap(({ goals }) =>
    goals.flatMap(({ goal, hints }) =>
      Object.values(hints.examples ?? {})
        .flatMap((each) => each ?? [])
        .map((example) => ({ goal, words: wordsOf(parseExample(example).text) })),
    ),
  );
  const having = new Map<string, number[]>();
  examples.forEach(({ words }, at) => {
    for (const word of words) {
      const others = having.get(word);
      if (others === undefined) having.set(word, [at]);
      else others.push(at);
    }
  });
  const scores = new Float64Array(examples.length);
  return (text) => {
    scores.fill(0);
    let best = -1;
    for (const word of wordsOf(text)) {
      const places = having.get(word) ?? [];
      const weight = Math.log(1 + examples.length / (1 + places.length));
      for (const at of places) {
        const score = (scores[at] ?? 0) + weight;
        scores[at] = score;
        if (best < 0 || score > (scores[best] ?? 0)) best = at;
      }
    }
    return examples[best]?.goal;
  };
}
