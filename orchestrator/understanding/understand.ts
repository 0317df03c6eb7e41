import { LRUCache } from "lru-cache";
import { dayIn, type IsoDate } from "#shared/calendar/days.ts";
import { type GoalFrame, isAboutTheGoal } from "#shared/contracts/intent.ts";
import { DEFAULT_LOCALE, type Locale } from "#shared/contracts/names.ts";
import { type Catalogue, capabilitiesOfGoal, onlyReads } from "../catalogue/catalogue.ts";
import { contains, endOfAny } from "../language/modifiers/languages.ts";
import { rememberOf, rememberTexts } from "../language/remember-texts.ts";
import { doubtingApart } from "../language/set-apart.ts";
import { tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { deedOf, isDeterminer } from "../language/words/deeds.ts";
import { buildAddressGoals } from "./address-goals.ts";
import { buildAddresseeReader } from "./addressee-reader.ts";
import { buildGoalClassifier } from "./classifier/goal-classifier.ts";
import type { Training } from "./classifier/training.ts";
import type { Part } from "./clause.ts";
import { type Clause, capped, doubted, remembering } from "./clause.ts";
import { asOne, splitRequests, TWO_REQUESTS } from "./compound.ts";
import { buildEllipsisReader } from "./ellipsis.ts";
import { buildExtractor } from "./entities/extractor.ts";
import { entitiesOf } from "./entities/found.ts";
import { buildSources } from "./entities/sources.ts";
import { learnExactMatches } from "./exact-matches.ts";
import { buildFollowupCutter } from "./followup-cutter.ts";
import { buildFollowupFinder } from "./followups.ts";
import { gathered } from "./gathered.ts";
import { type GoalModel, readGoals } from "./goal-model.ts";
import { alternativeOf, frameOf, intentOf, intentOfEllipsis } from "./intent-output.ts";
import { buildInterpreter } from "./interpreter.ts";
import { buildLocaleDetector } from "./locale-detector.ts";
import { aroundOf, besideGoal } from "./modifiers/around-of.ts";
import { isAside } from "./modifiers/cut-around.ts";
import { buildGoalWords } from "./modifiers/goal-words.ts";
import { readAround } from "./modifiers/read-around.ts";
import { withoutEchoes, withoutVerbOfFollowup } from "./modifiers/without-echoes.ts";
import { buildClearness } from "./plainer/is-same.ts";
import { readPlainer } from "./plainer/read-plainer.ts";
import { readAnswerFor, readValuesFor } from "./read-values-for.ts";
import { buildSpelling, readAsMeant, type Spelled } from "./spelling/spelling.ts";
import { buildTemplateTier } from "./template-tier.ts";
import type { SessionContext, Spoken, Understanding, Understood } from "./understanding.ts";
import { buildVocabulary } from "./vocabulary.ts";

const CACHED_SENTENCES = 5000;
const CACHED_CHARS = 1_000_000;
const MOST_CANDIDATES = 5;
/** So certain that a sentence may be about words that no example says; so likely that it is asked whether that is meant. */
const CERTAIN = 0.9;
const LIKELY = 0.8;
/** Offered, and no reason to believe a model that says the same. */
const WORTH_OFFERING = 0.45;
/** Not worth offering: what the sentence is about, no example of the goal ever says. */
const NOT_WORTH_OFFERING = 0.2;

/** In the place of what is understood of a sentence that says a day: it is kept for each day by itself. */
const OF_TODAY = Symbol("of today");

type Today = Sentence["today"];
const NEVER: Today = () => undefined;

/** What one message is heard with. It is heard in whole and in parts; what is read of a text is read once. */
type Message = {
  readonly locale: Locale;
  readonly lastFrame: GoalFrame | null;
  read(text: string): { readonly sentence: Sentence; readonly typed: Spelled };
};
/** More parts than a message has. */
const MOST_TEXTS = 1000;

/**
 * Understanding for one catalogue. Its confidences are the general prior's until it is calibrated, so that
 * loading stays quick. `training` is what `training()` gave for an equal catalogue; another catalogue's is ignored.
 * Cost: 10 goals of 200 sentences in about 0.3 s
 */
export function buildUnderstanding(catalogue: Catalogue, training?: Training): Understanding {
  const goals = readGoals(catalogue);
  const sources = buildSources(goals);
  const templates = buildTemplateTier(goals, sources);
  const vocabulary = buildVocabulary(goals);
  const classifier = buildGoalClassifier(goals, { digest: catalogue.digest, training });
  const extractor = buildExtractor(goals, sources);
  const changes = rememberOf((goal: GoalModel) => {
    const found = catalogue.goal(goal.domain, goal.name);
    return found === undefined || !onlyReads(found, catalogue);
  });
  const bare = remembering(
    buildInterpreter({
      templates,
      classifier,
      extractor,
      settled: learnExactMatches(goals),
      vocabulary,
      byAddress: buildAddressGoals(goals),
      changes,
    }),
  );
  const sends = rememberOf((goal: GoalModel) => {
    const found = catalogue.goal(goal.domain, goal.name);
    return (
      found === undefined ||
      capabilitiesOfGoal(found, catalogue).some(({ effect }) => effect === "external")
    );
  });
  const mayHitMany = rememberOf((goal: GoalModel) => {
    const found = catalogue.goal(goal.domain, goal.name);
    return (
      found !== undefined &&
      capabilitiesOfGoal(found, catalogue).some(({ spec }) => spec.bulk !== undefined)
    );
  });
  const readEllipsis = buildEllipsisReader(goals, sources, vocabulary, changes, mayHitMany);
  const wordsOf = buildGoalWords();
  const interpreter = readAround(bare, { sources, changes, sends, wordsOf });
  const splitting = { lexicon: sources.lexicon, changes };
  const followupFinder = buildFollowupFinder(catalogue);
  const cutFollowups = buildFollowupCutter(catalogue, {
    ...{ interpreter, finder: followupFinder, wordsOf, changes },
  });
  const readAddressee = buildAddresseeReader(catalogue, (domain, name, word) => {
    const goal = goalNamed(domain, name);
    return goal !== undefined && wordsOf(goal).knows(word);
  });
  const spelled = buildSpelling(goals, sources.lexicon, templates.words);
  const localeOf = buildLocaleDetector(goals, sources.lexicon);
  const cache = new LRUCache<string, Understood | typeof OF_TODAY>({
    max: CACHED_SENTENCES,
    maxSize: CACHED_CHARS,
    sizeCalculation: (_heard, key) => key.length,
  });

  const readText = (text: string, locale: Locale, today: Today) => {
    const typed = spelled(text, tokens(text));
    const sentence: Sentence = { text, words: typed.sure, locale, today };
    return { sentence, typed };
  };

  function understand(
    text: string,
    { locale: spoken, lastFrame, now, timezone }: SessionContext,
  ): Understood {
    const key = `${spoken ?? ""}\n${lastFrame === null ? "" : JSON.stringify(lastFrame)}\n${text}`;
    let day: IsoDate | undefined;
    const dayNow = () => {
      if (now !== undefined) day ??= dayIn(timezone ?? "UTC", now);
      return day;
    };
    const keyToday = () => `${dayNow() ?? "never"}\n${key}`;
    const known = cache.get(key);
    const cached = known === OF_TODAY ? cache.get(keyToday()) : known;
    if (cached !== undefined && cached !== OF_TODAY) return cached;
    let dependsOnToday = false;
    const today: Today = () => {
      dependsOnToday = true;
      return dayNow();
    };
    const locale = localeOf(text) ?? spoken ?? DEFAULT_LOCALE;
    const read = rememberTexts(MOST_TEXTS, (said) => readText(said, locale, today));
    const hearIn = rememberTexts(MOST_TEXTS, (said) => hear(said, { locale, lastFrame, read }));
    const heard = readAddressee(text, locale, (each) =>
      readPlainer(hearIn(each), each, locale, { hear: hearIn, ...judging }),
    );
    // What someone said is not kept longer than it takes.
    bare.forget();
    if (dependsOnToday) {
      cache.set(key, OF_TODAY);
      cache.set(keyToday(), heard);
    } else cache.set(key, heard);
    return heard;
  }

  function hear(text: string, message: Message): Understood {
    const { locale, lastFrame } = message;
    const sentenceOf = (said: string) => message.read(said).sentence;
    const cut = cutFollowups({ sentence: sentenceOf(text), lastFrame, sentenceOf });
    const { placed } = cut;
    const { text: rest } = gathered({ text: cut.rest, words: tokens(cut.rest) }, sources.lexicon);
    const { sentence: written, typed } = message.read(rest);
    const sentence = interpreter.putRight(written);
    const kept = new Set(sentence.words.map(({ start }) => start));
    const said = { ...typed, likely: typed.likely.filter(({ start }) => kept.has(start)) };
    const read = (each: Sentence) =>
      asOne(
        splitRequests(each, { ...splitting, interpreter: interpreter.cutter(each) })
          .map((part) => ({
            ...part,
            clause: withDoubtsOf(interpreter.interpret(part.sentence), part.clause),
          }))
          .filter((part, at) => at === 0 || !isDenied(part, each)),
      );
    const meant = readAsMeant(sentence, said, read);
    const wanted = meant.map(withoutGuessing);
    const { parts: heard, followups: echoed } = withoutEchoes(wanted, wordsOf, followupFinder.of);
    const followups = [...echoed, ...cut.followups];
    const lost = followups.length === 0 ? heard : heard.map(withoutVerbOfFollowup);
    const parts = lost.map((part) => ({ ...part, clause: losingNoFollowup(part.clause) }));
    const candidates = parts[0]?.clause.ranking(MOST_CANDIDATES).map(alternativeOf) ?? [];
    const ellipsis =
      lastFrame !== null && parts.length === 1
        ? readEllipsis(sentence, lastFrame, parts[0]?.clause, followups.length > 0)
        : undefined;
    const intent =
      ellipsis === undefined
        ? intentOf(text, parts, followups, candidates)
        : intentOfEllipsis(text, ellipsis, followups, candidates);
    const doubted = doubtingApart(text, intent, ({ primary_domain, goal }) => {
      const found = goalNamed(primary_domain, goal);
      return found !== undefined && changes(found);
    });
    return { intent: { ...doubted, ...aroundOf(text, parts, placed) }, locale, candidates };
  }

  /** Where something is to end up is never left out in silence. */
  function losingNoFollowup(clause: Clause): Clause {
    const doubts = clause.doubts.map(({ detail }) => detail);
    return (clause.unread ?? [])
      .filter(({ text }) => followupFinder.speaksOf(text) && !doubts.includes(text))
      .reduce((read, { text }) => doubted(read, { reason: "unread", detail: text }), clause);
  }

  const goalNamed = (domain: string, name: string): GoalModel | undefined =>
    goals.find((goal) => goal.domain === domain && goal.name === name);
  const readAt = (text: string, { now, timezone, locale }: Spoken = {}): Sentence => {
    const today: Today = now === undefined ? NEVER : () => dayIn(timezone ?? "UTC", now);
    return readText(text, localeOf(text) ?? locale ?? DEFAULT_LOCALE, today).sentence;
  };
  const readAsGoal = (domain: string, name: string, text: string, at?: Spoken) => {
    const goal = goalNamed(domain, name);
    const sentence = readAt(followupFinder.atEnd(text).rest, at);
    return goal && { goal, sentence, clause: interpreter.interpretAs(goal, sentence) };
  };
  const judging = buildClearness(catalogue, goalNamed, { changes, sends });

  return {
    understand,
    followupsIn: (text) => followupFinder.atEnd(text),
    followupOf(domain, name, phrase) {
      const goal = goalNamed(domain, name);
      return goal && followupFinder.of(goal, phrase);
    },
    problems: templates.problems,
    training: classifier.training,
    warm: classifier.warm,
    calibrate(found) {
      classifier.calibrate(found);
      cache.clear();
    },
    frameOf(domain, name, text, at) {
      const { goal, clause } = readAsGoal(domain, name, text, at) ?? {};
      return goal && clause && frameOf(goal, clause, entitiesOf(clause.found), text);
    },
    besideGoal(domain, name, text) {
      const read = readAsGoal(domain, name, text);
      return read === undefined ? [] : besideGoal(read.sentence, read.clause, wordsOf(read.goal));
    },
    valueOf(domain, name, entity, text, at) {
      const goal = goalNamed(domain, name);
      return goal && readAnswerFor(goal, entity, sources, readAt(text, at), sends(goal));
    },
    valuesFor(domain, name, asked, text, at) {
      const goal = goalNamed(domain, name);
      if (goal === undefined) return undefined;
      const extract = (said: Sentence) => extractor.extract(goal, said, undefined);
      return readValuesFor(goal, asked, { extract, says: wordsOf(goal).knows }, readAt(text, at));
    },
  };
}

function isDenied({ sentence: part, clause }: Part, whole: Sentence): boolean {
  if (!clause.doubts.some(({ reason }) => reason === "negated")) return false;
  const to = whole.words.length;
  const from = to - part.words.length;
  const isLast = part.words.at(-1)?.word === whole.words.at(-1)?.word;
  return from > 0 && isLast && (isOther(whole, from) || isAside(whole, { from, to }));
}

function isOther({ words }: Sentence, from: number): boolean {
  const before = words.slice(0, from);
  const said = words.slice(from);
  const isOfAll = contains("universals", before);
  return (
    !isOfAll &&
    endOfAny("negators", said, 0) === 1 &&
    isDeterminer(said[1]?.word ?? "") &&
    !said.some(({ word }, at) => at > 1 && deedOf(word) !== undefined)
  );
}

/** The clause with what was doubted of it as a part of the sentence. */
const withDoubtsOf = (clause: Clause, before: Clause): Clause =>
  before.doubts
    .filter(({ reason }) => reason === "compound")
    .reduce((doubtful, doubt) => doubted(doubtful, doubt, TWO_REQUESTS), clause);

/** A goal that does not account for the sentence is only offered where it is likely, and clear only where it is certain. */
const withoutGuessing = ({ sentence, clause }: Part): Part => {
  const { explained, confidence, likely, doubts } = clause;
  if (explained || confidence >= CERTAIN) return { sentence, clause };
  const isOwn = doubts.every((doubt) => isAboutTheGoal(doubt) && doubt.reason !== "strange");
  const ceiling = likely >= LIKELY && isOwn ? WORTH_OFFERING : NOT_WORTH_OFFERING;
  return { sentence, clause: capped(clause, ceiling) };
};
