import { FEWEST_MIRRORS_RIGHT } from "../orchestrator/quality/tools/eval.ts";
import type { EvalResult } from "../orchestrator/quality/tools/results.ts";
import type { Words } from "./terminal.ts";
import { printable } from "./terminal.ts";

/** Sentences of one reason that are shown. */
const MOST_NAMED = 20;

/**
 * Why an evaluation fails: too little is understood, something acts that must not, or a text loses words.
 * Shape:  a paragraph for each reason, with its sentences; none: it passes
 */
export function whyEvalFails(
  { evaluation, safety }: EvalResult,
  atLeast: number,
  words: Words,
): string[] {
  const { accuracy } = evaluation.scores;
  const few = words.say("eval.too_few", {
    share: words.percent(accuracy),
    wanted: words.percent(atLeast),
  });
  return [
    ...((accuracy ?? 0) >= atLeast ? [] : [few]),
    ...(safety === null ? [] : whyUnsafe(safety, words)),
  ];
}

type SafetyNet = NonNullable<EvalResult["safety"]>;

function whyUnsafe({ findings, mirrors, variants }: SafetyNet, words: Words): string[] {
  const acting = words.say("eval.would_change", {
    count: words.count(findings.length),
    all: words.count(variants),
  });
  const lost = words.say("eval.texts_lost", {
    share: words.percent(mirrors.share),
    wanted: words.percent(FEWEST_MIRRORS_RIGHT),
  });
  const sentences = findings.map(
    ({ text, of, modifier, form, domain, path }) =>
      `  "${printable(text)}"  ${printable(`${domain}.${of}`)} (${words.say(`eval.modifier.${modifier}`)}: ${printable(form)}), ${printable(path)}`,
  );
  const texts = mirrors.wrong.map(
    ({ text, domain, goal }) => `  "${printable(text)}"  ${printable(`${domain}.${goal}`)}`,
  );
  const isLost = (mirrors.share ?? 1) < FEWEST_MIRRORS_RIGHT;
  return [
    ...(findings.length === 0 ? [] : [named(acting, sentences, words)]),
    ...(isLost ? [named(lost, texts, words)] : []),
  ];
}

function named(why: string, sentences: readonly string[], words: Words): string {
  const more = sentences.length - MOST_NAMED;
  return [
    why,
    ...sentences.slice(0, MOST_NAMED),
    ...(more > 0 ? [`  ${words.say("more", { count: words.count(more) })}`] : []),
  ].join("\n");
}
