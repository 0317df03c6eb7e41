import type { Doubt } from "#shared/contracts/intent.ts";
import { isOnlyCourtesy, withoutCourtesy, withoutOpening } from "../language/courtesy.ts";
import { partOf, withoutEdges } from "../language/modifiers/scene.ts";
import { afterColon } from "../language/quotes.ts";
import { isCovered } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import type { AddressGoals } from "./address-goals.ts";
import type { GoalClassifier, GoalGuess, Judgement } from "./classifier/goal-classifier.ts";
import { type Clause, capped, type Interpreter, type RankedGoal, SILENCE } from "./clause.ts";
import type { FoundEntity } from "./entities/found.ts";
import {
  entityEvidence,
  explain,
  guessEvidence,
  runnerUpEvidence,
  templateEvidence,
} from "./evidence.ts";
import type { ExactMatch, ExactMatches } from "./exact-matches.ts";
import { certaintyOfWhole, type GoalModel, type Mark } from "./goal-model.ts";
import { certaintyOf, cutsName, type TemplateCertainty } from "./template-certainty.ts";
import type { TemplateReading, TemplateTier } from "./template-tier.ts";
import type { Vocabulary } from "./vocabulary.ts";

export type Extractor = {
  /**
   * The goal's entities in a sentence; `template` says which words it has already given away, `marks` where the goal's
   * own example has them.
   */
  extract(
    goal: GoalModel,
    sentence: Sentence,
    template: TemplateReading | undefined,
    marks?: readonly Mark[],
  ): FoundEntity[];
};

/** What the two tiers and the entities are read with. */
export type Readers = {
  readonly templates: TemplateTier;
  readonly classifier: GoalClassifier;
  readonly extractor: Extractor;
  readonly settled: ExactMatches;
  readonly vocabulary: Vocabulary;
  readonly byAddress: AddressGoals;
  changes(goal: GoalModel): boolean;
};

/** A template that accounts for the whole sentence, or a sentence that is one goal's own example. */
const SETTLED_CONFIDENCE = 0.99;
/** A template whose free words may be anything, without the classifier's agreement. */
const LOOSE_CONFIDENCE = 0.9;
/** Several goals' templates fit equally well: asked about, unless only one of them knows the names. */
const TORN_CONFIDENCE = 0.6;
const SAME_COST = 0.3;
/** Within this, another goal's template takes the same words as one name: the classifier must agree. */
const CONTESTED_COST = 0.6;
/** The classifier is certain enough to contradict free words. */
const CERTAIN = 0.9;
/** A loose template fits, and the classifier's best goal is the same, this likely. */
const AGREES = 0.8;
const OFFERED = 0.2;
/** How certain the classifier must be of a template's goal to confirm it, where the template needs that. */
const CONFIRMED_AT: Partial<Record<TemplateCertainty, number>> = { named: 0, loose: AGREES };
/** Less likely than this is as good as nothing. */
const FLOOR = 0.05;
/** Where the classifier stops reading; templates read on. */
const MOST_CLASSIFIED_WORDS = 120;
const CUT_SHORT = {
  kind: "cut_short",
  detail: `only the first ${MOST_CLASSIFIED_WORDS} words were compared with examples`,
};
/** The classifier is never certain of more words than people say in a request. */
const MOST_CERTAIN_WORDS = 80;
/** What asks for something that no example asks for confirms no other reading. */
const STRANGER_CONFIRMS = 0.85;
/** How certain the words before a colon have to be of the goal that takes what follows. */
const ANNOUNCED = 0.7;
const STRANGE_SUBJECT = {
  kind: "strange_subject",
  detail: "nothing that the sentence is about is said by an example of the goal",
};
/** The share of a sentence's content that a goal must account for to be worth offering. */
const ENOUGH_EXPLAINED = 0.5;

/** The goal that the words before a colon ask for, and how certain that alone is: 0 where examples do not say so. */
type Announced = { readonly goal: GoalModel; readonly confidence: number };

/** Templates first, where they are certain; else the classifier, which also judges between them. */
export function buildInterpreter(readers: Readers): Interpreter {
  const { templates, classifier, extractor, settled, vocabulary, byAddress, changes } = readers;

  function interpret(whole: Sentence): Clause {
    const clause = interpretWords(whole);
    const meant = clause.goal && !clause.settled ? byAddress(clause.goal, whole) : undefined;
    return meant === undefined ? clause : redirected(clause, meant, whole);
  }

  /** The same request, of the goal that its address means. */
  function redirected(clause: Clause, goal: GoalModel, whole: Sentence): Clause {
    const found = extractor.extract(goal, whole, undefined);
    const ranking = (most: number) =>
      clause.ranking(most).map((each) => (each.goal === clause.goal ? { ...each, goal } : each));
    return { ...clause, goal, words: whole.words, found, ranking };
  }

  function interpretWords(whole: Sentence): Clause {
    const sentence = withoutEdges(whole);
    const known = settled.of(sentence.words);
    const readings = readTemplates(whole, sentence).filter(({ goal }) => !known.denied.has(goal));
    const [reading, other] = readings;
    const torn = other !== undefined && other.cost - (reading?.cost ?? 0) < SAME_COST;
    if (
      reading !== undefined &&
      !torn &&
      certaintyOf(reading, whole.text, vocabulary, changes) === "certain"
    )
      return fromTemplate(whole, reading, SETTLED_CONFIDENCE, undefined);
    const judgement = judge(whole, known);
    const chosen = weigh(readings, whole.text, judgement);
    const announced = chosen === undefined ? announcing(whole) : undefined;
    return chosen === undefined
      ? fromClassifier(whole, judgement, announced?.goal ?? judgement.best(1)[0], known, announced)
      : fromTemplate(whole, chosen.reading, chosen.confidence, judgement);
  }

  /** The goal that the words before a colon ask for, where it takes a text: what follows is that text. */
  function announcing(whole: Sentence): Announced | undefined {
    const colon = afterColon(whole);
    if (colon === undefined || colon.from === 0) return undefined;
    const before = whole.words.slice(0, colon.from);
    const own = settled.announcedBy(before);
    if (own !== undefined) return { goal: own, confidence: SETTLED_CONFIDENCE };
    const judgement = classifier.judge(before);
    const [goal] = judgement.best(1);
    const takesText = [...(goal?.prose ?? [])].some((name) => goal?.entities.get(name)?.required);
    return goal !== undefined && takesText && judgement.of(goal).confidence >= ANNOUNCED
      ? { goal, confidence: 0 }
      : undefined;
  }

  function interpretAs(goal: GoalModel, whole: Sentence): Clause {
    const sentence = withoutEdges(whole);
    const reading = readTemplates(whole, sentence).find((each) => each.goal === goal);
    const known = settled.of(sentence.words);
    return reading === undefined
      ? fromClassifier(whole, judge(whole, known), goal, known)
      : fromTemplate(whole, reading, SETTLED_CONFIDENCE, undefined);
  }

  /**
   * The whole sentence first: courtesy may be a message's own. Unless without it the sentence is clearly another goal.
   * What no template accounts for is also read without how it begins to ask.
   */
  function readTemplates(whole: Sentence, sentence: Sentence): TemplateReading[] {
    const readings = readWithin(whole, sentence);
    if (readings.length > 0) return readings;
    const asked = withoutOpening(whole.words);
    if (asked.to - asked.from >= sentence.words.length) return [];
    const toTheEnd = templates.read(partOf(whole, { ...asked, to: whole.words.length }));
    if (asked.to === whole.words.length) return toTheEnd;
    const [first] = toTheEnd;
    const takesName = first?.captures.some(
      ({ entity, span }) => !first.goal.prose.has(entity) && span.to > asked.to - asked.from,
    );
    return first !== undefined && takesName === false
      ? toTheEnd
      : templates.read(partOf(whole, asked));
  }

  function readWithin(whole: Sentence, sentence: Sentence): TemplateReading[] {
    const readings = templates.read(whole);
    if (sentence === whole) return readings;
    const inner = templates.read(sentence);
    const [said] = readings;
    const [meant] = inner;
    const isOther = meant !== undefined && meant.goal !== said?.goal;
    const end = withoutCourtesy(whole.words).to;
    const takesCourtesy = said?.captures.some(
      ({ entity, span }) => !said.goal.prose.has(entity) && span.to > end,
    );
    if (meant !== undefined && !isOther && takesCourtesy === true) return inner;
    return said === undefined || (isOther && meant.cost < said.cost) ? inner : readings;
  }

  /** The classifier's judgement, corrected by what the manifests settle. */
  function judge({ words }: Sentence, { owner, denied }: ExactMatch): Judgement {
    const judgement = classifier.judge(words.slice(0, MOST_CLASSIFIED_WORDS));
    if (owner === undefined && denied.size === 0) return judgement;
    return {
      of(goal) {
        const guess = judgement.of(goal);
        if (denied.has(goal)) return { ...guess, confidence: 0 };
        return goal === owner ? { ...guess, confidence: SETTLED_CONFIDENCE } : guess;
      },
      best(most) {
        const others = judgement
          .best(most + 1 + denied.size)
          .filter((goal) => goal !== owner && !denied.has(goal));
        return (owner === undefined ? others : [owner, ...others]).slice(0, most);
      },
    };
  }

  /** The template that is meant and how certain that is; undefined: the classifier knows better. */
  function weigh(
    readings: readonly TemplateReading[],
    text: string,
    judgement: Judgement,
  ): { reading: TemplateReading; confidence: number } | undefined {
    const [cheapest] = readings;
    if (cheapest === undefined) return undefined;
    const equal = readings
      .filter(({ cost }) => cost - cheapest.cost < SAME_COST)
      .map((reading) => ({ reading, agreed: agreementOf(judgement.of(reading.goal)) }));
    const { reading, agreed } = equal.reduce((a, b) => (b.agreed > a.agreed ? b : a));
    const [best] = judgement.best(1);
    const certainty = certaintyOf(reading, text, vocabulary, changes);
    const isOther = best !== undefined && best !== reading.goal && certainty !== "certain";
    if (isOther && agreementOf(judgement.of(best)) >= CERTAIN) return undefined;
    const halfWay = Math.min(LOOSE_CONFIDENCE, 0.5 + agreed / 2);
    if (certainty === "doubtful") return { reading, confidence: halfWay };
    if (equal.length > 1) {
      const isTold = equal.every(
        (each) => saysNames(each.reading.goal, reading) === (each.reading === reading),
      );
      if (isTold && best === reading.goal) return { reading, confidence: SETTLED_CONFIDENCE };
      return { reading, confidence: Math.min(LOOSE_CONFIDENCE, Math.max(TORN_CONFIDENCE, agreed)) };
    }
    // Examples of another domain's goal say these names, and this one's do not.
    const other = judgement.best(2).find(({ domain }) => domain !== reading.goal.domain);
    if (
      other !== undefined &&
      certainty === "named" &&
      !reading.captures.some(({ entity }) => reading.goal.prose.has(entity)) &&
      agreementOf(judgement.of(other)) >= OFFERED &&
      saysNames(other, reading, (word) => vocabulary.isKnownInNames(other, word)) &&
      !saysNames(reading.goal, reading)
    )
      return { reading, confidence: halfWay };
    const rival = readings[1];
    const isContested = rival !== undefined && rival.cost - reading.cost < CONTESTED_COST;
    if (isContested && cutsName(reading) && (best !== reading.goal || agreed < CERTAIN))
      return { reading, confidence: halfWay };
    const enough = CONFIRMED_AT[certainty];
    const isBest =
      best === reading.goal ||
      // What is written as a name says nothing of the goal, whatever its words resemble.
      (certainty === "named" && best !== undefined && agreementOf(judgement.of(best)) < AGREES);
    const confirmed = enough === undefined || (isBest && agreed >= enough);
    return { reading, confidence: confirmed ? SETTLED_CONFIDENCE : Math.max(halfWay, agreed) };
  }

  const own = (goal: GoalModel) => (word: string) => classifier.weighWord(goal, word).own;
  /** Examples of the goal say every name that the template leaves room for. */
  const saysNames = (goal: GoalModel, { captures, words }: TemplateReading, says = own(goal)) =>
    captures.every(({ span: { parts } }) =>
      parts.every(({ from, to }) =>
        words.slice(from, to).every(({ word }) => isFunctionWord(word) || says(word)),
      ),
    );

  function fromTemplate(
    whole: Sentence,
    reading: TemplateReading,
    certain: number,
    judgement: Judgement | undefined,
  ): Clause {
    const { goal, words } = reading;
    const sentence = { ...whole, words };
    const found = extractor.extract(goal, sentence, reading);
    const confidence = certaintyOfWhole(certain, goal, found);
    const ranking = rank({ goal, confidence }, judgement);
    return {
      goal,
      confidence,
      likely: certain,
      tier: "template",
      words,
      found,
      explained: true,
      bare: reading.said.length === 0,
      doubts: [],
      settled: false,
      ranking,
      evidence: () => [
        templateEvidence(reading.template, certain),
        ...entityEvidence(sentence, found),
        ...runnerUpEvidence(ranking(2)[1]),
      ],
    };
  }

  function fromClassifier(
    sentence: Sentence,
    judgement: Judgement,
    goal: GoalModel | undefined,
    known: ExactMatch,
    announced?: Announced,
  ): Clause {
    if (goal === undefined) return SILENCE;
    const guess = judgement.of(goal);
    const found = extractor.extract(
      goal,
      sentence,
      undefined,
      goal === known.owner ? marksIn(sentence, known) : undefined,
    );
    const { share, strange } = explain(classifier, goal, sentence, found);
    const around = withoutProse(goal, sentence, found);
    const clearer =
      around !== undefined && agreementOf(around) > agreementOf(guess) ? around : guess;
    // What an example says before its colon is no less the goal's for another text behind it.
    const judged =
      (announced?.confidence ?? 0) > agreementOf(clearer)
        ? { ...clearer, confidence: announced?.confidence ?? 0, strange: undefined }
        : clearer;
    const doubts: Doubt[] = [
      ...(judged.strange === undefined ? [] : [strangeDoubt(judged.strange)]),
      ...(strange ? [strangeDoubt(STRANGE_SUBJECT.detail)] : []),
    ];
    const confidence = certaintyOfWhole(judged.confidence, goal, found, { saysMore: share < 1 });
    const ranking = rank({ goal, confidence }, judgement);
    const evidence = () => [
      ...guessEvidence(guess),
      ...(strange ? [STRANGE_SUBJECT] : []),
      ...entityEvidence(sentence, found),
      ...runnerUpEvidence(ranking(2)[1]),
      ...(sentence.words.length > MOST_CLASSIFIED_WORDS ? [CUT_SHORT] : []),
    ];
    if (confidence < FLOOR) return { ...SILENCE, evidence, ranking };
    const bare = coversAll(sentence, found);
    const clause: Clause = {
      goal,
      confidence,
      likely: judged.confidence,
      tier: "classifier",
      words: sentence.words,
      found,
      explained: share >= ENOUGH_EXPLAINED && !guess.unlikely && !isOnlyCourtesy(sentence.words),
      bare,
      evidence,
      doubts,
      settled: goal === known.owner,
      ranking,
    };
    return sentence.words.length > MOST_CERTAIN_WORDS ? capped(clause, LOOSE_CONFIDENCE) : clause;
  }

  /** A message says nothing about who carries it: the goal is also judged by the words around it. */
  function withoutProse(
    goal: GoalModel,
    sentence: Sentence,
    found: readonly FoundEntity[],
  ): GoalGuess | undefined {
    const carried = found.find(
      ({ entity, by }) => goal.prose.has(entity) && (by === "context" || by === "open"),
    );
    if (carried === undefined) return undefined;
    const { from, to } = carried;
    const words = sentence.words.filter((_, at) => at < from || at >= to);
    const judgement = classifier.judge(words);
    return judgement.best(1)[0] === goal ? judgement.of(goal) : undefined;
  }

  return { interpret, interpretAs };
}

const agreementOf = ({ confidence, strange }: GoalGuess): number =>
  strange === undefined ? confidence : Math.min(confidence, STRANGER_CONFIRMS);

const strangeDoubt = (detail: string): Doubt => ({ reason: "strange", detail });

/** The chosen goal first; no other is more likely than it. */
function rank(
  chosen: RankedGoal,
  judgement: Judgement | undefined,
): (most: number) => RankedGoal[] {
  return (most) => {
    const others = judgement?.best(most).filter((goal) => goal !== chosen.goal) ?? [];
    const ranked = others.map((goal) => ({
      goal,
      confidence: Math.min(judgement?.of(goal).confidence ?? 0, chosen.confidence),
    }));
    return [chosen, ...ranked.sort((a, b) => b.confidence - a.confidence)].slice(0, most);
  };
}

/** An example's marks where its words stand in the whole sentence. */
function marksIn({ words }: Sentence, { marks }: ExactMatch): Mark[] {
  const { from } = withoutCourtesy(words);
  return marks.map((mark) => ({ ...mark, from: mark.from + from, to: mark.to + from }));
}

const coversAll = ({ words }: Sentence, found: readonly FoundEntity[]): boolean =>
  words.every(({ word }, at) => isFunctionWord(word) || isCovered(found, at));
