import type { GoalFrame } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Catalogue, onlyReads } from "../catalogue/catalogue.ts";
import { named } from "../language/modifiers/addressee.ts";
import { readModifiers } from "../language/modifiers/read-modifiers.ts";
import { tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import { deedOf } from "../language/words/deeds.ts";
import type { Interpreter } from "./clause.ts";
import type { CutFollowups, FollowupFinder } from "./followups.ts";
import type { GoalModel } from "./goal-model.ts";
import { type CutAround, cutAround } from "./modifiers/cut-around.ts";
import { madeOf } from "./modifiers/doubts-in-values.ts";
import type { GoalWords } from "./modifiers/goal-words.ts";

/** Without its follow-up a sentence must be this likely to be a request, or nothing else fits better. */
const REST_UNDERSTOOD = 0.5;
/** A follow-up that comes first, or around, is only cut off when the request is clear without it. */
const REST_CLEAR = 0.9;

/** A sentence whose follow-ups are looked for, and the same of any other text of it. */
type Asked = {
  readonly sentence: Sentence;
  readonly lastFrame: GoalFrame | null;
  readonly sentenceOf: (text: string) => Sentence;
};

type Reading = {
  readonly interpreter: Interpreter;
  readonly finder: FollowupFinder;
  readonly wordsOf: (goal: GoalModel) => GoalWords;
  readonly changes: (goal: GoalModel) => boolean;
};

/**
 * Cuts off what is to follow, where the rest is a request without it.
 * Cost: up to a dozen interpretations, which the interpreter remembers
 */
export function buildFollowupCutter(
  catalogue: Catalogue,
  { interpreter, finder, wordsOf, changes }: Reading,
): (asked: Asked) => CutAround {
  return (asked) => {
    const cut = withBefore(withNamed(cutIn(asked), asked), asked);
    return madeOfRead(cut, asked) ?? cut;
  };

  /** With what is asked to follow before that. */
  function withBefore(cut: CutAround, asked: Asked): CutAround {
    if (cut.followups.length === 0 || cut.rest === "") return cut;
    const before = cutIn({ ...asked, sentence: asked.sentenceOf(cut.rest) });
    return before.followups.length === 0 ? cut : joined(before, cut);
  }

  /** What is to be made of what another request answers, and that request only reads: it is done first. */
  function madeOfRead(cut: CutAround, asked: Asked): CutAround | undefined {
    const sentence = asked.sentenceOf(cut.rest);
    const clause = interpreter.interpret(sentence);
    const made = madeOf(clause, sentence);
    const then = made && clause.goal && finder.of(clause.goal, made.phrase);
    if (made === undefined || then === undefined) return undefined;
    // What is said around the whole would be lost.
    if (clause.doubts.some(({ detail }) => !made.pointer.includes(detail))) return undefined;
    const inner = cutIn({ ...asked, sentence: asked.sentenceOf(made.source) });
    const { goal, confidence, doubts } = interpreter.interpret(asked.sentenceOf(inner.rest));
    if (goal === undefined || changes(goal) || confidence < REST_CLEAR || doubts.length > 0)
      return undefined;
    const first = { rest: inner.rest, followups: [{ ...then, point: true as const }], placed: [] };
    return joined(joined(first, inner), cut);
  }

  function cutIn(asked: Asked): CutAround {
    const whole = { rest: asked.sentence.text, followups: [], placed: [] };
    if (!finder.isOffered) return whole;
    for (const cutBy of [byModifiers, atEnd, inflectedAtEnd, addressedAtEnd, elsewhere]) {
      const cut = cutBy(asked);
      if (cut !== undefined) return cut;
    }
    return whole;
  }

  function isRequest(text: string, enough: number, { sentenceOf }: Asked): boolean {
    return interpreter.interpret(sentenceOf(text)).confidence >= enough;
  }

  function byModifiers(asked: Asked): CutAround | undefined {
    const { sentence, sentenceOf } = asked;
    const marked = cutAround(sentence, readModifiers(sentence), finder);
    if (marked === undefined) return undefined;
    if (marked.rest !== "" && !isRequest(marked.rest, REST_UNDERSTOOD, asked)) return undefined;
    if (marked.followups.length > 0) return marked.rest === "" ? undefined : marked;
    const cut = cutIn({ ...asked, sentence: sentenceOf(marked.rest) });
    const placed = [...cut.placed, ...marked.placed];
    if (marked.onlyShown !== true) return { ...cut, placed };
    const { goal } = interpreter.interpret(sentenceOf(cut.rest));
    return goal === undefined || changes(goal) ? undefined : { ...cut, followups: [], placed };
  }

  function atEnd(asked: Asked): CutAround | undefined {
    const { text } = asked.sentence;
    const end = finder.atEnd(text);
    if (end.followups.length === 0 || isNamedSo(end, asked)) return undefined;
    const cut = { ...(end.rest === "" ? serving(end) : end), placed: [] };
    // Nothing but a follow-up takes up the last goal; without one it is a request itself.
    if (end.rest === "" ? isTakenUp(asked.lastFrame) : isRequest(end.rest, REST_UNDERSTOOD, asked))
      return cut;
    const isClearer = end.rest === "" || isRequest(text, REST_CLEAR, asked);
    return isClearer ? { rest: text, followups: [], placed: [] } : cut;
  }

  function inflectedAtEnd(asked: Asked): CutAround | undefined {
    const cut = finder.inflectedAtEnd(asked.sentence.text);
    const isPlain = cut.followups.every(({ phrase }) =>
      readModifiers(asked.sentenceOf(phrase)).every(({ kind }) => kind === "courtesy"),
    );
    const isCut = cut.followups.length > 0 && isPlain && isRequest(cut.rest, REST_CLEAR, asked);
    return isCut ? { ...cut, placed: [] } : undefined;
  }

  function addressedAtEnd(asked: Asked): CutAround | undefined {
    const { text, locale } = asked.sentence;
    const near = finder.nearEnd(text);
    if (near === undefined || !isRequest(near.rest, REST_CLEAR, asked)) return undefined;
    const doubt = { reason: "addressed", detail: near.behind, ...named(near.behind) } as const;
    const place = { start: text.lastIndexOf(near.behind), end: text.length };
    const mark = { kind: "addressee", value: "to_somebody", locale, ...place } as const;
    return {
      rest: near.rest,
      followups: near.followups.map((each) => ({ ...each, doubts: [doubt] })),
      placed: [{ mark, to: "followup", at: 0 }],
    };
  }

  function elsewhere(asked: Asked): CutAround | undefined {
    const { text } = asked.sentence;
    const cut = [finder.atStart(text), ...finder.around(text)].find(({ rest, followups }) => {
      if (followups.length === 0 || announcesText(text, followups)) return false;
      const { goal, confidence } = interpreter.interpret(asked.sentenceOf(rest));
      const isItself = followups.some(
        ({ domain, capability }) => domain === goal?.domain && capability === goal.spec.capability,
      );
      return confidence >= REST_CLEAR && !isItself;
    });
    return cut && { ...serving(cut), placed: [] };
  }

  /** What is asked for is one, and its goal's own domain would make another of it. */
  function isNamedSo({ rest, followups }: CutFollowups, { sentence, sentenceOf }: Asked): boolean {
    const [only, other] = followups;
    if (only === undefined || other !== undefined || rest === "") return false;
    const { goal, confidence } = interpreter.interpret(sentence);
    if (goal === undefined || goal.domain !== only.domain) return false;
    // What goes is made into nothing.
    if (changes(goal) && !sentence.words.some(({ word }) => deedOf(word) === "remove"))
      return false;
    if (confidence < REST_CLEAR || interpreter.interpret(sentenceOf(rest)).goal !== goal)
      return false;
    const said = tokens(sentence.text.slice(rest.length));
    return said.every(({ word }) => isFunctionWord(word) || wordsOf(goal).says(word));
  }

  /** The same before what follows. */
  function withNamed(cut: CutAround, asked: Asked): CutAround {
    const { text } = asked.sentence;
    const [first, ...others] = cut.followups;
    if (first === undefined || others.length === 0 || !text.startsWith(cut.rest)) return cut;
    const at = text.indexOf(first.phrase, cut.rest.length);
    const rest = text.slice(0, at + first.phrase.length);
    const alone = { rest: cut.rest, followups: [first] };
    if (at < 0 || !isNamedSo(alone, { ...asked, sentence: asked.sentenceOf(rest) })) return cut;
    const placed = cut.placed.map((each) => ({ ...each, at: Math.max(0, each.at - 1) }));
    return { ...cut, rest, followups: others, placed };
  }

  /** What only reads may be done again for what is to follow; what changed something was done, once. */
  function isTakenUp(last: GoalFrame | null): boolean {
    const goal = last === null ? undefined : catalogue.goal(last.primary_domain, last.goal);
    return goal !== undefined && onlyReads(goal, catalogue);
  }
}

/** What follows first, and then. */
const joined = (first: CutAround, then: CutAround): CutAround => ({
  rest: first.rest,
  followups: [...first.followups, ...then.followups],
  placed: [
    ...first.placed,
    ...then.placed.map((each) =>
      each.to === "followup" ? { ...each, at: each.at + first.followups.length } : each,
    ),
  ],
});

/** The only thing that is asked for is what follows; what it follows serves it. */
const serving = (cut: CutFollowups): CutFollowups => ({
  ...cut,
  followups: cut.followups.map((each) => ({ ...each, point: true })),
});

/** The very words follow. */
function announcesText(text: string, followups: CutFollowups["followups"]): boolean {
  const ends = followups.map(({ phrase }) => text.indexOf(phrase) + phrase.length);
  const [between] = text.slice(Math.max(...ends)).split(":");
  const said = tokens(between ?? "");
  return (
    text.includes(":") && said.length < MOST_ANNOUNCING && ANNOUNCES.has(said.at(-1)?.word ?? "")
  );
}
const MOST_ANNOUNCING = 4;
const ANNOUNCES = wordSet("words.announcers");
