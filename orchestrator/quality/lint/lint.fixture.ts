import type { LintFinding } from "#shared/contracts/lint.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";

export type GoalSketch = NonNullable<ManifestSource["goals"]>[number];

const places = ["Recife", "Natal", "Lisbon", "Porto", "Faro", "Braga", "Olinda", "Manaus"];
const inPortuguese = [
  ...["vai chover em", "chove hoje em", "tem chuva em", "precisa de guarda-chuva em"],
  ...["chuva prevista em", "quanto vai chover em", "está chovendo em", "choveu muito em"],
  ...["previsão de chuva em", "risco de chuva em", "molha amanhã em", "cai água em"],
  ...["pancadas de chuva em", "temporal chegando em", "garoa hoje em"],
];
const inEnglish = [
  ...["will it rain in", "is it raining in", "any rain in", "do I need an umbrella in"],
  ...["rain forecast for", "how much rain in", "rain today in", "did it rain in"],
  ...["chance of rain in", "risk of rain in", "wet tomorrow in", "is it pouring in"],
  ...["showers expected in", "storm coming to", "drizzle today in"],
];
const marked = (starts: readonly string[]) =>
  starts.map((start, at) => `${start} [${places[at % places.length]}](place_text)`);

/** A goal that nothing can be said against; a test plants one fault in it. */
export const rain: GoalSketch = {
  goal: "GET_RAIN",
  description: { "pt-BR": "Saber se vai chover", en: "Know whether it rains" },
  capability: "get_rain",
  hints: {
    keywords: { "pt-BR": ["chuva"], en: ["rain"] },
    examples: { "pt-BR": marked(inPortuguese), en: marked(inEnglish) },
    templates: { en: ["[will it] rain in {place_text}"] },
    negatives: { en: [{ text: "make it rain money" }] },
  },
  entities_schema: {
    place_text: { required: true, question: { "pt-BR": "Onde?", en: "Where?" } },
  },
};

const place = { type: "object" as const, properties: { place_text: { type: "string" as const } } };

/** A domain without a fault. */
export const weather = {
  domain: "weather",
  description: { "pt-BR": "Tempo", en: "Weather" },
  goals: [rain],
  capabilities: [{ capability: "get_rain", effect: "read" as const, params_schema: place }],
};

/** The rules that found something, with where: "few_examples goals.0.hints.examples.en". */
export const inShort = (findings: readonly LintFinding[]): string[] =>
  findings.map(({ level, rule, path }) => `${level} ${rule} ${path}`);
