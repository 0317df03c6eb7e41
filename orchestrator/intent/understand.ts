import { LRUCache } from "lru-cache";
import type {
  Alternative,
  EntityValue,
  Evidence,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import { buildGoalClassifier } from "./classifier/classify.ts";
import type { ConfidenceModel } from "./classifier/confidence.ts";
import { confidencePrior } from "./classifier/prior.ts";
import { type Part, splitRequests } from "./compound.ts";
import { type Ellipsis, readEllipsis } from "./ellipsis.ts";
import { buildExtractor } from "./entities/extract.ts";
import { entitiesOf } from "./entities/found.ts";
import { buildSources } from "./entities/sources.ts";
import { buildFollowupFinder } from "./followups.ts";
import { readGoals } from "./goal-model.ts";
import { buildInterpreter, type Clause } from "./interpret.ts";
import { buildLocaleDetector } from "./locale-of-catalogue.ts";
import { readAnswerFor } from "./read-answer-for.ts";
import { momentOf } from "./recognisers/calendar.ts";
import type { Moment, Sentence } from "./recognisers/recogniser.ts";
import { buildTemplateTier } from "./templates/template-tier.ts";
import { tokens } from "./text.ts";

/** What the session knows when a sentence is said. */
export type Hearing = {
  /** The language spoken so far; the sentence's own words come first. */
  locale?: Locale;
  /** The last goal that ran, for "e da Vale?". */
  lastFrame: GoalFrame | null;
  /** Epoch milliseconds and IANA zone; without them relative dates ("amanhã") are not read. */
  now?: number;
  timezone?: string;
};

export type Heard = {
  intent: IntentOutput;
  /** The language of the sentence, or of the session where the sentence does not tell. */
  locale: Locale;
  /** The best goals, at most 5, with calibrated confidence. */
  candidates: Alternative[];
};

export interface Understanding {
  /** What a text means. Pure and synchronous. Cost: about 50 us p50; a lookup when it was said before */
  understand(text: string, hearing: Hearing): Heard;
  /** The text read as if it were about this goal; undefined when the catalogue has no such goal. */
  frameOf(domain: string, goal: string, text: string): GoalFrame | undefined;
  /**
   * The text as the value of one entity. `known`: it is a listed value, an enum's word, or has the form of
   * the type; undefined when the entity cannot take it.
   */
  valueOf(
    domain: string,
    goal: string,
    entity: string,
    text: string,
  ): { value: EntityValue; known: boolean } | undefined;
  /** Templates that could not be used, each as a sentence. */
  readonly problems: readonly string[];
}

const CACHED_SENTENCES = 5000;
const DEFAULT_LOCALE: Locale = "pt-BR";
/** More words than the longest text that is let in can have; a wall against anything longer. */
const MOST_WORDS = 4000;
/** The rest of a sentence without its follow-up must be this likely to be read alone. */
const REST_UNDERSTOOD = 0.5;
/** A follow-up before its request is cut off only when the request is clear without it. */
const REST_CLEAR = 0.9;

/**
 * Understanding for one catalogue. `confidence` is a calibration made from the catalogue (see
 * classifier/calibrate.ts); without it the general prior is used, so that loading stays quick.
 * Cost: 10 goals of 200 examples in about 0.3 s
 */
export function buildUnderstanding(
  catalogue: Catalogue,
  confidence: ConfidenceModel = confidencePrior,
): Understanding {
  const goals = readGoals(catalogue);
  const sources = buildSources(goals);
  const templates = buildTemplateTier(goals, sources);
  const classifier = buildGoalClassifier(goals, confidence);
  const interpreter = buildInterpreter(
    goals,
    templates,
    classifier,
    buildExtractor(goals, sources),
  );
  const followupFinder = buildFollowupFinder(catalogue);
  const localeOf = buildLocaleDetector(goals);
  const cache = new LRUCache<string, Heard>({ max: CACHED_SENTENCES });

  function understand(text: string, hearing: Hearing): Heard {
    const { lastFrame } = hearing;
    const key = `${hearing.locale ?? ""}\n${lastFrame === null ? "" : JSON.stringify(lastFrame)}\n${text}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    let datesRead = false;
    const moment = (): Moment | undefined => {
      datesRead = true;
      return hearing.now === undefined
        ? undefined
        : momentOf(hearing.now, hearing.timezone ?? "UTC");
    };
    const locale = localeOf(text) ?? hearing.locale ?? DEFAULT_LOCALE;
    const heard = hear(text, locale, lastFrame, moment);
    // What depends on the day is not kept for tomorrow.
    if (!datesRead || hearing.now === undefined) cache.set(key, heard);
    return heard;
  }

  function hear(
    text: string,
    locale: Locale,
    lastFrame: GoalFrame | null,
    moment: () => Moment | undefined,
  ): Heard {
    const { rest, followups } = cutFollowups(text, locale, moment);
    const sentence = sentenceOf(rest, locale, moment);
    const parts = splitRequests(sentence, interpreter, sources.lexicon);
    const [first] = parts;
    const ellipsis =
      lastFrame === null || parts.length > 1
        ? undefined
        : readEllipsis(sentence, lastFrame, goals, sources, () => first?.clause ?? NO_CLAUSE);
    const clause = first?.clause ?? NO_CLAUSE;
    const candidates = clause.guesses.map(({ goal, confidence: likely }) => ({
      domain: goal.domain,
      goal: goal.name,
      confidence: likely,
    }));
    const intent =
      ellipsis === undefined
        ? intentOf(text, parts, clause, followups)
        : intentOfEllipsis(text, ellipsis, followups, candidates);
    return { intent, locale, candidates };
  }

  /** What is to follow is cut off first, where the rest is a request without it. */
  function cutFollowups(text: string, locale: Locale, moment: () => Moment | undefined) {
    const whole = { rest: text, followups: [] as readonly FollowupRequest[] };
    const clear = (part: string, enough: number) =>
      interpreter.interpret(sentenceOf(part, locale, moment)).confidence >= enough;
    const end = followupFinder.atEnd(text);
    if (end.followups.length > 0)
      return clear(end.rest, REST_UNDERSTOOD) || !clear(text, REST_CLEAR) ? end : whole;
    const start = followupFinder.atStart(text);
    if (start.followups.length > 0 && clear(start.rest, REST_CLEAR)) return start;
    return whole;
  }

  const goalNamed = (domain: string, name: string) =>
    goals.find((goal) => goal.domain === domain && goal.name === name);
  const noMoment = () => undefined;

  return {
    understand,
    problems: templates.problems,
    frameOf(domain, name, text) {
      const goal = goalNamed(domain, name);
      if (goal === undefined) return undefined;
      const locale = localeOf(text) ?? DEFAULT_LOCALE;
      const { rest } = followupFinder.atEnd(text);
      const clause = interpreter.interpretAs(goal, sentenceOf(rest, locale, noMoment));
      return frame(goal.domain, goal.name, clause, text);
    },
    valueOf(domain, name, entity, text) {
      const goal = goalNamed(domain, name);
      const locale = localeOf(text) ?? DEFAULT_LOCALE;
      return goal && readAnswerFor(goal, entity, sources, sentenceOf(text, locale, noMoment));
    },
  };
}

const NO_CLAUSE: Clause = {
  goal: undefined,
  confidence: 0,
  tier: "none",
  found: [],
  bare: false,
  guesses: [],
  evidence: [],
};

const sentenceOf = (text: string, locale: Locale, today: () => Moment | undefined): Sentence => ({
  text,
  words: tokens(text, MOST_WORDS),
  locale,
  today,
});

const frame = (domain: string, goal: string, clause: Clause, text: string): GoalFrame => ({
  primary_domain: domain,
  goal,
  entities: entitiesOf(clause.found),
  confidence: clause.confidence,
  original_query: text,
});

function intentOf(
  text: string,
  parts: readonly Part[],
  clause: Clause,
  followups: readonly FollowupRequest[],
): IntentOutput {
  const [, ...others] = parts;
  return {
    primary_domain: clause.goal?.domain ?? null,
    goal: clause.goal?.name ?? null,
    entities: clause.goal === undefined ? {} : entitiesOf(clause.found),
    confidence: clause.goal === undefined ? 0 : clause.confidence,
    original_query: text,
    tier: clause.tier,
    evidence: [...clause.evidence, ...followupEvidence(followups)],
    alternatives: clause.guesses
      .filter(({ goal }) => goal !== clause.goal)
      .map(({ goal, confidence }) => ({ domain: goal.domain, goal: goal.name, confidence })),
    also: others.flatMap(({ clause: other, sentence }) =>
      other.goal === undefined
        ? []
        : [frame(other.goal.domain, other.goal.name, other, sentence.text)],
    ),
    followups: [...followups],
  };
}

function intentOfEllipsis(
  text: string,
  { goal, entities, confidence, found }: Ellipsis,
  followups: readonly FollowupRequest[],
  candidates: readonly Alternative[],
): IntentOutput {
  const changed = found.map(({ entity }) => entity).join(", ");
  return {
    primary_domain: goal.domain,
    goal: goal.name,
    entities,
    confidence,
    original_query: text,
    tier: "elliptical",
    evidence: [
      {
        kind: "last_goal",
        detail: `${goal.domain}.${goal.name} with another ${changed}`,
        weight: confidence,
      },
      ...followupEvidence(followups),
    ],
    alternatives: candidates.filter(
      (each) => each.goal !== goal.name || each.domain !== goal.domain,
    ),
    also: [],
    followups: [...followups],
  };
}

const followupEvidence = (followups: readonly FollowupRequest[]): Evidence[] =>
  followups.map(({ domain, capability, phrase }) => ({
    kind: "followup",
    detail: `"${phrase}" asks for ${domain}.${capability} afterwards`,
  }));
