import type { Evidence } from "#shared/contracts/intent.ts";
import { locales } from "#shared/contracts/names.ts";
import type { GoalClassifier, GoalGuess } from "./classifier/classify.ts";
import { withoutCourtesy } from "./courtesy.ts";
import type { Extractor } from "./entities/extract.ts";
import { CERTAINTY, type FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";
import { actionOf } from "./lexicons/actions.ts";
import { isCommonWord, isFunctionWord } from "./lexicons/common-words.ts";
import type { Sentence } from "./recognisers/recogniser.ts";
import type { TemplateReading, TemplateTier } from "./templates/template-tier.ts";
import { slice, tokens } from "./text.ts";

/** What one clause says. */
export type Clause = {
  readonly goal: GoalModel | undefined;
  readonly confidence: number;
  readonly tier: "template" | "classifier" | "none";
  readonly found: readonly FoundEntity[];
  /** Nothing but values: "PETR4 e VALE3". */
  readonly bare: boolean;
  readonly guesses: readonly { readonly goal: GoalModel; readonly confidence: number }[];
  readonly evidence: readonly Evidence[];
};

export type Interpreter = {
  /** The goal of a clause and its entities. Pure. */
  interpret(sentence: Sentence): Clause;
  /** The clause as if it were about this goal. */
  interpretAs(goal: GoalModel, sentence: Sentence): Clause;
};

/** A template that accounts for the whole sentence with known values. */
const TEMPLATE_CONFIDENCE = 0.99;
/** A template whose free words may be anything: it needs the classifier to agree. */
const LOOSE_TEMPLATE_CONFIDENCE = 0.9;
/** Two goals' templates fit equally well. */
const TORN_TEMPLATE_CONFIDENCE = 0.6;
/** Readings closer than this fit equally well. */
const SAME_COST = 0.3;
/** The classifier is certain enough of the same goal to confirm a loose template. */
const CONFIRMING = 0.9;
/** The classifier is so certain of another goal that free words do not outweigh it. */
const CONTRADICTING = 0.9;
/** A required entity is missing and the goal has no question for it. */
const UNASKABLE_FACTOR = 0.5;
/** So certain that a sentence may be about words that no example says. */
const CONFIDENT = 0.9;
/** Not worth offering: what the sentence is about, no example of the goal ever says. */
const UNEXPLAINED_CEILING = 0.2;
/** Less likely than this is as good as nothing. */
const FLOOR = 0.05;
const MOST_GUESSES = 5;
const LONGEST_FREE_NAME = 4;

export function buildInterpreter(
  goals: readonly GoalModel[],
  templates: TemplateTier,
  classifier: GoalClassifier,
  extractor: Extractor,
): Interpreter {
  const exact = exactSentences(goals);

  function interpret(whole: Sentence): Clause {
    const sentence = withoutEdges(whole);
    const key = keyOf(sentence.words);
    const denied = exact.denied.get(key);
    const readings = readTemplates(whole, sentence).filter(
      ({ goal }) => denied?.has(goal) !== true,
    );
    const [reading, other] = readings;
    if (reading !== undefined && certainty(reading) === "certain") {
      const torn = other !== undefined && other.cost - reading.cost < SAME_COST;
      if (!torn) return fromTemplate(whole, sentence, reading, TEMPLATE_CONFIDENCE, []);
    }
    const guesses = allowed(classifier.guess(sentence.words, MOST_GUESSES), key, denied);
    if (reading === undefined) return fromClassifier(sentence, guesses);
    return weigh(whole, sentence, readings, guesses);
  }

  /** The whole sentence first: a message may end in "obrigado". */
  function readTemplates(whole: Sentence, sentence: Sentence): TemplateReading[] {
    const readings = templates.read(whole);
    return readings.length > 0 || sentence === whole ? readings : templates.read(sentence);
  }

  function weigh(
    whole: Sentence,
    sentence: Sentence,
    readings: readonly TemplateReading[],
    guesses: readonly GoalGuess[],
  ): Clause {
    const [cheapest] = readings;
    if (cheapest === undefined) return fromClassifier(sentence, guesses);
    const equal = readings.filter(({ cost }) => cost - cheapest.cost < SAME_COST);
    const rank = ({ goal }: TemplateReading) => {
      const at = guesses.findIndex((guess) => guess.goal === goal);
      return at < 0 ? guesses.length : at;
    };
    const reading = equal.reduce((a, b) => (rank(b) < rank(a) ? b : a), cheapest);
    const guess = guesses.find(({ goal }) => goal === reading.goal);
    const [best] = guesses;
    const agreed = guess?.confidence ?? 0;
    if (best !== undefined && best.goal !== reading.goal && best.confidence >= CONTRADICTING)
      if (certainty(reading) !== "certain") return fromClassifier(sentence, guesses);
    const level = certainty(reading);
    let confidence: number;
    if (level === "doubtful") confidence = Math.min(LOOSE_TEMPLATE_CONFIDENCE, 0.5 + agreed / 2);
    else if (equal.length > 1) confidence = Math.max(TORN_TEMPLATE_CONFIDENCE, agreed);
    else if (level !== "loose") confidence = TEMPLATE_CONFIDENCE;
    else if (best?.goal === reading.goal && agreed >= CONFIRMING) confidence = TEMPLATE_CONFIDENCE;
    else confidence = Math.max(Math.min(LOOSE_TEMPLATE_CONFIDENCE, 0.5 + agreed / 2), agreed);
    return fromTemplate(whole, sentence, reading, confidence, guesses);
  }

  function fromTemplate(
    whole: Sentence,
    sentence: Sentence,
    reading: TemplateReading,
    confidence: number,
    guesses: readonly GoalGuess[],
  ): Clause {
    const read = reading.words === whole.words ? whole : sentence;
    const found = extractor.extract(reading.goal, read, reading);
    const whole_confidence = confidence * entityFactor(reading.goal, found);
    const others = guesses.filter(({ goal }) => goal !== reading.goal);
    return {
      goal: reading.goal,
      confidence: whole_confidence,
      tier: "template",
      found,
      bare: reading.said.length === 0,
      guesses: [
        { goal: reading.goal, confidence: whole_confidence },
        ...others.map(({ goal, confidence: own }) => ({
          goal,
          confidence: Math.min(own, whole_confidence),
        })),
      ].slice(0, MOST_GUESSES),
      evidence: [
        { kind: "template", detail: reading.template, weight: round(confidence) },
        ...entityEvidence(read, found),
        ...runnerUp(others[0]),
      ],
    };
  }

  function fromClassifier(sentence: Sentence, guesses: readonly GoalGuess[]): Clause {
    const [best, next] = guesses;
    if (best === undefined) return NOTHING;
    const found = extractor.extract(best.goal, sentence, undefined);
    const likely = best.confidence * entityFactor(best.goal, found);
    const confidence =
      likely < CONFIDENT && !isExplained(classifier, best.goal, sentence, found)
        ? Math.min(likely, UNEXPLAINED_CEILING)
        : likely;
    const evidence = [
      ...guessEvidence(best),
      ...entityEvidence(sentence, found),
      ...runnerUp(next),
    ];
    const ranked = guesses.map(({ goal, confidence: own }, at) => ({
      goal,
      confidence: at === 0 ? confidence : Math.min(own, confidence),
    }));
    if (confidence < FLOOR) return { ...NOTHING, guesses: ranked, evidence };
    return {
      goal: best.goal,
      confidence,
      tier: "classifier",
      found,
      bare: coversAll(sentence, found),
      guesses: ranked,
      evidence,
    };
  }

  function interpretAs(goal: GoalModel, whole: Sentence): Clause {
    const sentence = withoutEdges(whole);
    const reading = readTemplates(whole, sentence).find((each) => each.goal === goal);
    if (reading !== undefined)
      return fromTemplate(whole, sentence, reading, TEMPLATE_CONFIDENCE, []);
    const guess = classifier.guess(sentence.words, goals.length).find((each) => each.goal === goal);
    return fromClassifier(sentence, guess === undefined ? [] : [guess]);
  }

  /** Sentences that the manifests themselves settle: examples for their goal, near misses against theirs. */
  function allowed(
    guesses: readonly GoalGuess[],
    key: string,
    denied: ReadonlySet<GoalModel> | undefined,
  ): GoalGuess[] {
    const owner = exact.owned.get(key);
    return guesses
      .map((guess) => {
        if (denied?.has(guess.goal) === true) return { ...guess, confidence: 0 };
        return guess.goal === owner ? { ...guess, confidence: TEMPLATE_CONFIDENCE } : guess;
      })
      .sort((a, b) => b.confidence - a.confidence);
  }

  return { interpret, interpretAs };
}

const NOTHING: Clause = {
  goal: undefined,
  confidence: 0,
  tier: "none",
  found: [],
  bare: false,
  guesses: [],
  evidence: [],
};

const round = (value: number): number => Math.round(value * 1000) / 1000;

function withoutEdges(sentence: Sentence): Sentence {
  const { from, to } = withoutCourtesy(sentence.words);
  return from === 0 && to === sentence.words.length
    ? sentence
    : { ...sentence, words: sentence.words.slice(from, to) };
}

/**
 * How much a template that fits says: `certain` when its slots hold known values, `likely` when free words
 * stand in a place that is its own ("preço da ..."), `loose` when almost anything would fit ("abre ..."),
 * `doubtful` when they are none of the values that the author wrote down.
 */
function certainty(reading: TemplateReading): "certain" | "likely" | "loose" | "doubtful" {
  const free = reading.captures.flatMap(({ span }) => span.parts.filter(({ by }) => by === "free"));
  if (reading.captures.some(({ span }) => span.parts.some(({ by }) => by === "stranger")))
    return "doubtful";
  const open = reading.captures.some(({ span }) => span.parts.some(({ by }) => by === "open"));
  if (free.length === 0 && !open) return "certain";
  const word = (at: number) => reading.words[at]?.word ?? "";
  const says = reading.said.some(
    (at) => !isCommonWord(word(at)) && actionOf(word(at)) === undefined,
  );
  if (!says) return "loose";
  const plausible = free.every(({ from, to }) => {
    if (to - from > LONGEST_FREE_NAME) return false;
    for (let at = from; at < to; at++)
      if (isFunctionWord(word(at)) && !NAME_PARTICLES.has(word(at))) return false;
    return true;
  });
  return plausible ? "likely" : "loose";
}

/** Small words that names have inside. */
const NAME_PARTICLES = new Set("a o as os da do das dos de e the of and".split(" "));

function entityFactor(goal: GoalModel, found: readonly FoundEntity[]): number {
  let factor = 1;
  for (const [name, schema] of goal.entities) {
    if (!schema.required) continue;
    const entity = found.find((each) => each.entity === name);
    if (entity !== undefined) factor = Math.min(factor, CERTAINTY[entity.by]);
    else if (schema.default === undefined && schema.question === undefined)
      factor = Math.min(factor, UNASKABLE_FACTOR);
  }
  // A value that is certain takes nothing away.
  return factor >= CERTAINTY.known ? 1 : factor;
}

const keyOf = (words: readonly { word: string }[]) => words.map(({ word }) => word).join(" ");

/**
 * True when the goal accounts for what the sentence is about: for at least half of its content words, by
 * weight, of which one is the goal's own; the others may stand in an entity.
 */
function isExplained(
  classifier: GoalClassifier,
  goal: GoalModel,
  { words }: Sentence,
  found: readonly FoundEntity[],
): boolean {
  const sure = found.filter(({ by }) => by !== "guess");
  let mass = 0;
  let own = 0;
  let explained = 0;
  words.forEach(({ word }, at) => {
    if (isCommonWord(word) || /^\d/.test(word)) return;
    const { rarity, own: says } = classifier.weighWord(goal, word);
    const weight = rarity ** 2;
    mass += weight;
    if (says) own += weight;
    if (says || sure.some(({ from, to }) => at >= from && at < to)) explained += weight;
  });
  return own > 0 && explained >= mass / 2;
}

function coversAll({ words }: Sentence, found: readonly FoundEntity[]): boolean {
  return words.every(
    ({ word }, at) => isFunctionWord(word) || found.some(({ from, to }) => at >= from && at < to),
  );
}

function guessEvidence({ goal, nearest, share, strangeAction }: GoalGuess): Evidence[] {
  return [
    { kind: "goal", detail: `${goal.domain}.${goal.name}`, weight: round(share) },
    ...(nearest === undefined
      ? []
      : [{ kind: "nearest_example", detail: nearest.text, weight: round(nearest.likeness) }]),
    ...(strangeAction === undefined
      ? []
      : [{ kind: "strange_action", detail: `no example of the goal says "${strangeAction}"` }]),
  ];
}

const entityEvidence = (sentence: Sentence, found: readonly FoundEntity[]): Evidence[] =>
  found.map(({ entity, by, from, to }) => ({
    kind: "entity",
    detail: `${entity}: "${slice(sentence.text, sentence.words, from, to)}" (${by})`,
    weight: CERTAINTY[by],
  }));

const runnerUp = (guess: { goal: GoalModel; confidence: number } | undefined): Evidence[] =>
  guess === undefined
    ? []
    : [
        {
          kind: "runner_up",
          detail: `${guess.goal.domain}.${guess.goal.name}`,
          weight: round(guess.confidence),
        },
      ];

type Exact = {
  /** The only goal that has the sentence among its examples. */
  readonly owned: ReadonlyMap<string, GoalModel>;
  /** Goals that say of the sentence that it is not theirs. */
  readonly denied: ReadonlyMap<string, ReadonlySet<GoalModel>>;
};

function exactSentences(goals: readonly GoalModel[]): Exact {
  const owners = new Map<string, Set<GoalModel>>();
  const denied = new Map<string, Set<GoalModel>>();
  const note = (map: Map<string, Set<GoalModel>>, key: string, goal: GoalModel) => {
    const set = map.get(key) ?? new Set<GoalModel>();
    map.set(key, set.add(goal));
  };
  for (const goal of goals) {
    for (const { text, words } of goal.examples)
      note(
        owners,
        keyOf(withoutEdges({ text, words, locale: "en", today: () => undefined }).words),
        goal,
      );
    for (const { text } of locales.flatMap((locale) => goal.spec.hints.negatives?.[locale] ?? []))
      note(
        denied,
        keyOf(
          withoutEdges({ text, words: tokens(text), locale: "en", today: () => undefined }).words,
        ),
        goal,
      );
  }
  const owned = new Map<string, GoalModel>();
  for (const [key, set] of owners) {
    const [only, ...others] = set;
    if (only !== undefined && others.length === 0) owned.set(key, only);
  }
  return { owned, denied };
}
