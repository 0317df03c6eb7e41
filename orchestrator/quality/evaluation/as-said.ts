import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { sentencesIn } from "#shared/messages/messages.ts";
import { randomFrom, shuffle } from "#shared/random/random.ts";
import type { ManifestSentence } from "./manifest-sentences.ts";
import { intervalOf } from "./score.ts";

/** How a request is said: as its example stands, behind or before something that is told, with a value put right, with another one. */
export const ways = ["plain", "remark", "correction", "also"] as const;
export type Way = (typeof ways)[number];

/** A goal, and what has to come of it: the words of each value, and what the mark says that they mean. */
export type Wanted = {
  domain: string;
  goal: string;
  marks: readonly { name: string; said: string; value: string }[];
};

/** What someone says to a system that has not seen it, and what is right: done at once, or asked until it can be done. */
export type SaidCase = { way: Way; locale: Locale; text: string; wanted: readonly Wanted[] };
/** An example that leaves something out which its goal cannot do without, and words for each value that it may be asked for. */
export type Dialogue = {
  locale: Locale;
  text: string;
  wanted: Wanted;
  answers: Readonly<Record<string, { said: string; value: string }>>;
};

/** Of 12 requests that strangers made of strange domains, so many were said in each way. */
const TURNS: readonly Way[] = [
  ...(["plain", "plain", "remark", "plain", "plain", "correction"] as const),
  ...(["plain", "plain", "remark", "plain", "also", "plain"] as const),
];
const SEED = 23;

type Complete = { sentence: ManifestSentence; wanted: Wanted };

/**
 * Examples as people say them: most as they stand, some in another way, each in the same one every time. What leaves out a
 * value that its goal needs is a dialogue.
 * Shape: at most so many of each, drawn by a seed
 */
export function casesOf(
  manifests: readonly Manifest[],
  sentences: readonly ManifestSentence[],
  most: number,
): { cases: SaidCase[]; dialogues: Dialogue[] } {
  const random = randomFrom(SEED);
  const drawn = shuffle([...sentences], random).flatMap((sentence) => {
    const goal = goalOf(manifests, sentence);
    const marks = marksOf(goal, sentence);
    const isAsked = goal !== undefined && goal.fallback === undefined && marks !== undefined;
    return isAsked ? { sentence, spec: goal, marks } : [];
  });
  const complete: Complete[] = [];
  const dialogues: Dialogue[] = [];
  for (const { sentence, spec, marks } of drawn) {
    const { domain, goal, locale, text } = sentence;
    if (goal === null) continue;
    const wanted = { domain, goal, marks };
    const lacks = lackedBy(spec, marks);
    const answers = Object.fromEntries(
      lacks.flatMap((name) => {
        const known = markOf(spec, locale, name);
        return known === undefined ? [] : [[name, known]];
      }),
    );
    if (lacks.length === 0) complete.push({ sentence, wanted });
    else if (Object.keys(answers).length === lacks.length && dialogues.length < most)
      dialogues.push({ locale, text, wanted, answers });
  }
  const cases = complete.slice(0, most).map((each, at): SaidCase => {
    const way = TURNS[at % TURNS.length] ?? "plain";
    const spec = goalOf(manifests, each.sentence);
    const other = complete.find(
      ({ sentence }, place) =>
        place > at &&
        sentence.locale === each.sentence.locale &&
        sentence.goal !== each.sentence.goal,
    );
    return inWay(way, each, { spec, other, random });
  });
  return { cases, dialogues };
}

/** In that way, where the example allows it. */
function inWay(
  way: Way,
  { sentence: { text, locale }, wanted }: Complete,
  {
    spec,
    other,
    random,
  }: { spec: Goal | undefined; other: Complete | undefined; random(): number },
): SaidCase {
  const forms = sentencesIn(locale, "talk").get(way) ?? [];
  const form = forms[Math.floor(random() * forms.length)];
  const plain: SaidCase = { way: "plain", locale, text, wanted: [wanted] };
  if (form === undefined) return plain;
  const request = text.replace(/[\s.!?]+$/u, "");
  if (way === "remark") return { ...plain, way, text: form.replace("{request}", () => request) };
  if (way === "also" && other !== undefined)
    return {
      ...{ way, locale, wanted: [wanted, other.wanted] },
      text: form
        .replace("{request}", () => request)
        .replace("{another}", () => other.sentence.text),
    };
  const last = wanted.marks.at(-1);
  const wrong = last && spec && markOf(spec, locale, last.name, last)?.said;
  if (way !== "correction" || last === undefined || wrong === undefined) return plain;
  const corrected = form.replace("{wrong}", () => wrong).replace("{right}", () => last.said);
  const from = text.lastIndexOf(last.said);
  return {
    ...plain,
    way,
    text: text.slice(0, from) + corrected + text.slice(from + last.said.length),
  };
}

const goalOf = (
  manifests: readonly Manifest[],
  { domain, of }: Pick<ManifestSentence, "domain" | "of">,
): Goal | undefined =>
  manifests.find((each) => each.domain === domain)?.goals.find(({ goal }) => goal === of);

function marksOf(goal: Goal | undefined, { text, locale }: ManifestSentence) {
  const annotated = (goal?.hints.examples?.[locale] ?? []).map(parseExample);
  return annotated.find((each) => each.text === text)?.entities;
}

/** What the goal cannot do without, and would have to ask for. */
const lackedBy = ({ entities_schema }: Goal, marks: Wanted["marks"]): string[] =>
  Object.entries(entities_schema).flatMap(([name, { required, default: own, remember }]) =>
    required && own === undefined && !remember && marks.every((mark) => mark.name !== name)
      ? [name]
      : [],
  );

/** Words for a value, of another example of the goal; for another value than that one. */
function markOf(
  { hints }: Goal,
  locale: Locale,
  name: string,
  not?: { said: string; value: string },
): { said: string; value: string } | undefined {
  const marks = (hints.examples?.[locale] ?? []).flatMap((each) => parseExample(each).entities);
  return marks.find(
    (mark) => mark.name === name && mark.said !== not?.said && mark.value !== not?.value,
  );
}

/** What came of a case. asked: it was asked about, or declined. wrong: another goal, other values, or something for later. */
export type Came = "right" | "asked" | "wrong";
export type HeardCase = { way: Way | "dialogue"; text: string; came: Came; why: string };

/** What users will see. Shares are 0..1; null where there is nothing to share. */
export type AsSaid = {
  sentences: number;
  /** Done at once, as it was meant. */
  right: number | null;
  /** Where the true share is, 19 times in 20. */
  right_between: readonly [number, number] | null;
  wrong: number | null;
  ways: { way: HeardCase["way"]; sentences: number; right: number; asked: number; wrong: number }[];
  /** Those that came out wrong. */
  findings: HeardCase[];
};

export function asSaidOf(heard: readonly HeardCase[]): AsSaid {
  const said = heard.filter(({ way }) => way !== "dialogue");
  const count = (cases: readonly HeardCase[], came: Came) =>
    cases.filter((each) => each.came === came).length;
  const share = (came: Came) => (said.length === 0 ? null : count(said, came) / said.length);
  return {
    sentences: said.length,
    right: share("right"),
    right_between: intervalOf(count(said, "right"), said.length),
    wrong: share("wrong"),
    ways: [...ways, "dialogue" as const].flatMap((way) => {
      const own = heard.filter((each) => each.way === way);
      if (own.length === 0) return [];
      const [right, asked, wrong] = [count(own, "right"), count(own, "asked"), count(own, "wrong")];
      return { way, sentences: own.length, right, asked, wrong };
    }),
    findings: heard.filter(({ came }) => came === "wrong"),
  };
}
