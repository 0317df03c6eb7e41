import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { randomFrom } from "#shared/random/random.ts";

/** Manifests of words that no language has, and sentences like theirs that they do not hold. */
export type Invented = { manifests: Manifest[]; sentences: string[] };

const GOALS_PER_DOMAIN = 15;
const WORDS_PER_GOAL = 8;
const WORDS_PER_DOMAIN = 20;
/** Said everywhere, the first ones most. */
const SMALL_WORDS = 120;
const OTHER_WORDS = 3000;
const SHORTEST = 5;
const LONGEST = 12;
const STRANGERS = 0.2;
const SYLLABLES = "ba be bo ca ce co da de di do fa fe ga go la le li lo ma me mi mo na ne ni no"
  .concat(" pa pe po ra re ri ro sa se si so ta te ti to va ve vi bran cler dron glen pris stan")
  .split(" ");

/** The same numbers always give the same catalogue. Sentences are about as long as people's, and say more rare words. */
export function inventCatalogue(goalCount: number, examples: number, sentences: number): Invented {
  const random = randomFrom(7);
  const below = (count: number) => Math.floor(random() * count);
  const known = new Set<string>();
  const invent = (syllables: number): string => {
    const word = Array.from({ length: syllables }, () => SYLLABLES[below(SYLLABLES.length)]).join(
      "",
    );
    if (known.has(word)) return invent(syllables + (random() < 0.3 ? 1 : 0));
    known.add(word);
    return word;
  };
  const inventMany = (count: number, most: number) =>
    Array.from({ length: count }, () => invent(1 + below(most)));
  const small = inventMany(SMALL_WORDS, 2);
  const other = inventMany(OTHER_WORDS, 4);
  const oftenFirst = (words: readonly string[]) => words[Math.floor(random() ** 2 * words.length)];
  const domainCount = Math.ceil(goalCount / GOALS_PER_DOMAIN);
  const ofDomain = Array.from({ length: domainCount }, () => inventMany(WORDS_PER_DOMAIN, 3));
  const ofGoal = Array.from({ length: goalCount }, () => inventMany(WORDS_PER_GOAL, 3));

  const sentence = (goal: number, isStranger: boolean): string =>
    Array.from({ length: SHORTEST + below(LONGEST - SHORTEST + 1) }, () => {
      const drawn = random();
      if (drawn < 0.45) return oftenFirst(small);
      if (drawn < 0.65 || isStranger) return oftenFirst(other);
      const domain = Math.floor(goal / GOALS_PER_DOMAIN);
      return oftenFirst((drawn < 0.8 ? ofDomain[domain] : ofGoal[goal]) ?? other);
    }).join(" ");

  const manifests = ofDomain.map((_, domain) =>
    manifestSchema.parse({
      manifest_version: "1",
      domain: `domain_${domain}`,
      version: "1.0.0",
      description: { en: `Domain ${domain}` },
      capabilities: [{ capability: `answer_${domain}`, effect: "read" }],
      goals: ofGoal.flatMap((_words, goal) =>
        Math.floor(goal / GOALS_PER_DOMAIN) === domain
          ? {
              goal: `GOAL_${goal}`,
              description: { en: ofGoal[goal]?.join(" ") ?? "" },
              capability: `answer_${domain}`,
              hints: {
                examples: { en: Array.from({ length: examples }, () => sentence(goal, false)) },
              },
            }
          : [],
      ),
    }),
  );
  return {
    manifests,
    sentences: Array.from({ length: sentences }, () =>
      sentence(below(goalCount), random() < STRANGERS),
    ),
  };
}
