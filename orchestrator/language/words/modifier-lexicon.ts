/** Phrases as templates of words: "(se|when) [you] can". `#n` is a number, `#day` a weekday, `#any` one word of any kind, `#infinitive` and `#gerund` one that ends like it. */
export type Phrases = readonly string[];

/** Classes of phrases that change nothing: `courtesy.yaml` of a language says what each is for. */
export const COURTESY = [
  "courtesy",
  "polite_openings",
  "tags",
  "not_only",
  "but_also",
  "purposes",
] as const;

/** Classes of phrases that say whether, when, if and to whom, by what they do: `modifiers.yaml`. */
export const MODIFIERS = [
  "negators",
  "negators_run_together",
  "negating",
  "retractions",
  "of_request",
  "only_shown",
  "interjections",
  "breaths",
  "plain_retractions",
  "bare_nos",
  "own_word",
  "no_ceremony",
  "instead_only",
  "instead_of",
  "staying",
  "greetings",
  "of_now",
  "sparing",
  "without",
  "without_thing",
  "joints",
  "subjects",
  "asking",
  "reporting",
  "already",
  "supposing",
  "tellers",
  "wishes",
  "past_endings",
  "conditions",
  "embeds",
  "inverts",
  "times",
  "recurrences",
  "recipient_prepositions",
  "owner_prepositions",
  "sources",
  "contents",
  "possessives",
  "people",
  "group_prepositions",
  "groups",
  "oneself",
  "corrections",
  "slips",
  "exceptions",
  "out",
  "universals",
  "complementisers",
  "saying",
  "text_nouns",
  "places_shown",
  "weak_borders",
  "harmless",
  "numbers",
  "days",
  "months",
  "units",
] as const;

export type ModifierClass = (typeof COURTESY)[number] | (typeof MODIFIERS)[number];

/** A class of phrases, or those of one guard. */
export type Group = ModifierClass | `cue:${string}` | `unless:${string}`;

/** The words of one language around requests. They are written as they are said, shorthand opened ("pra" is "para"). */
export type ModifierLexicon = Readonly<Record<ModifierClass, Phrases>>;
