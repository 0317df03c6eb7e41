import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { hintsOf } from "../hints-of.ts";
import { comparable, type Labelled, type LabelledEntity, type Prediction } from "./labelled.ts";

/** A sentence that a manifest labels: an example, or a near miss. `path` is where it stands in the manifest. */
export type ManifestSentence = Labelled & { domain: string; of: string; path: string };

/** A sentence of a manifest, and what is made of it by a catalogue that has not seen it. */
export type LeftOut = { sentence: ManifestSentence; prediction: Prediction };

/** Manifests that have not seen some of their own sentences, and those sentences. */
export type Fold = { manifests: Manifest[]; sentences: ManifestSentence[] };

/**
 * Every example and near miss of the manifests, as labelled sentences.
 * Shape:  an example belongs to its goal, or to none where words never lead there; a near miss to the goal it names, or to none of its manifest.
 *         Marks with no value of their own are read as the entity would read them ("dez" gives 10).
 */
export function sentencesOf(
  manifests: readonly Manifest[],
  understanding: Pick<Understanding, "valueOf">,
): ManifestSentence[] {
  return manifests.flatMap(({ domain, goals }) =>
    goals.flatMap((goal, at) => [
      ...examplesOf(domain, goal, at, understanding),
      ...nearMissesOf(domain, goal, at),
    ]),
  );
}

function examplesOf(
  domain: string,
  spec: Goal,
  at: number,
  understanding: Pick<Understanding, "valueOf">,
): ManifestSentence[] {
  const { goal, fallback } = spec;
  const leadsTo = fallback === undefined ? goal : null;
  return hintsOf(spec, at, "examples").map(({ hint, locale, path }) => {
    const { text, entities } = parseExample(hint);
    const values = entities.flatMap(({ name, value, said }): LabelledEntity[] => {
      const read =
        value === said ? understanding.valueOf(domain, goal, name, said)?.value : undefined;
      return [read ?? value].flat().map((each) => ({ name, value: String(each) }));
    });
    const id = `${domain}.${path}`;
    return { id, text, locale, domain, of: goal, goal: leadsTo, entities: values, path };
  });
}

const nearMissesOf = (domain: string, spec: Goal, at: number): ManifestSentence[] =>
  hintsOf(spec, at, "negatives").map(({ hint: { text, goal }, locale, path }) => {
    const id = `${domain}.${path}`;
    const label = { id, text, locale, domain, of: spec.goal, path, entities: undefined };
    return goal === null ? { ...label, goal, notOf: domain } : { ...label, goal };
  });

/**
 * Cross-validation by the manifests' own sentences: each fold leaves out a share of every goal's, in turn.
 * Shape:  a goal with at most `count` sentences of a kind in a language is left out one by one; a
 *         sentence that stands in several places is left out everywhere at once
 */
export function foldsOf(
  manifests: readonly Manifest[],
  sentences: readonly ManifestSentence[],
  count: number,
): Fold[] {
  const foldOf = assignFolds(sentences, count);
  return Array.from({ length: count }, (_, fold) => {
    const stays = (domain: string, path: string) => foldOf.get(`${domain}.${path}`) !== fold;
    return {
      manifests: manifests.map((manifest) => without(manifest, stays)),
      sentences: sentences.filter(({ id }) => foldOf.get(id) === fold),
    };
  }).filter((fold) => fold.sentences.length > 0);
}

function assignFolds(sentences: readonly ManifestSentence[], count: number): Map<string, number> {
  const folds = new Map<string, number>();
  const bySentence = new Map<string, number>();
  const next = new Map<string, number>();
  for (const { id, text, domain, of, locale, path } of sentences) {
    const sentence = comparable(text);
    const kind = `${domain}.${of}.${path.includes(".examples.") ? "examples" : "negatives"}.${locale}`;
    const known = bySentence.get(sentence);
    const fold = known ?? (next.get(kind) ?? 0) % count;
    if (known === undefined) next.set(kind, fold + 1);
    bySentence.set(sentence, fold);
    folds.set(id, fold);
  }
  return folds;
}

function without(manifest: Manifest, stays: (domain: string, path: string) => boolean): Manifest {
  const kept = <T>(items: { [L in Locale]?: T[] | undefined } | undefined, field: string) =>
    items && {
      ...items,
      ...Object.fromEntries(
        locales.flatMap((locale) => {
          const own = items[locale];
          if (own === undefined) return [];
          const rest = own.filter((_, at) => stays(manifest.domain, `${field}.${locale}.${at}`));
          return [[locale, rest]];
        }),
      ),
    };
  return {
    ...manifest,
    goals: manifest.goals.map((goal, at) => ({
      ...goal,
      hints: {
        ...goal.hints,
        examples: kept(goal.hints.examples, `goals.${at}.hints.examples`),
        negatives: kept(goal.hints.negatives, `goals.${at}.hints.negatives`),
      },
    })),
  };
}

/** A near miss names a goal, too; an example is what a goal says of itself. */
export const isExample = ({ path }: ManifestSentence): boolean => path.includes(".examples.");
