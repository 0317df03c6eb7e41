import { parseExample, patternOf } from "#shared/contracts/annotated-example.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import {
  type PromotedExample,
  type PromotedFile,
  type PromotedNegative,
  promotedFile,
} from "#shared/contracts/promotion.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { keptJson } from "./kept-json.ts";
import { fingerprintFile } from "./read-bootstrap.ts";

export type PromotedExamples = Awaited<ReturnType<typeof openPromotedExamples>>;

/**
 * Examples and near misses that the operator gave to goals, in a file of their own: a manifest is its domain's.
 * Cost: one small file read; the file is made with the first example
 */
export async function openPromotedExamples(file: string) {
  const kept = keptJson(file, `promoted examples ${file}`, promotedFile, { examples: [] });
  let given: PromotedFile = { examples: [], negatives: [] };
  let seen = "";
  let extended = new WeakMap<Manifest, Manifest>();

  const reload = async () => {
    seen = await fingerprintFile(file);
    given = await kept.read();
    extended = new WeakMap();
  };
  const write = async ({ examples, negatives }: PromotedFile) => {
    await kept.write({ examples, ...(negatives.length > 0 && { negatives }) });
    await reload();
  };
  await reload();
  return {
    /** Reads the file again. Errors: ContractError for one that is wrong; what was read before stays */
    reload,
    /** True when the file was written since it was read. */
    hasChanged: async () => (await fingerprintFile(file)) !== seen,
    /** A manifest with its examples beside its own; the same object as long as neither changes. */
    extend(manifest: Manifest): Manifest {
      const known = extended.get(manifest);
      if (known !== undefined) return known;
      const isOwn = ({ domain }: { domain: string }) => domain === manifest.domain;
      const own = given.examples.filter(isOwn);
      const denied = given.negatives.filter(isOwn);
      const knowing = denied.length === 0 ? manifest : withNegatives(manifest, denied);
      const result = own.length === 0 ? knowing : withPromoted(knowing, own);
      extended.set(manifest, result);
      return result;
    },
    /** Errors: ContractError for a file that is wrong, Node's own error where it cannot be written */
    async add(example: PromotedExample): Promise<void> {
      await reload();
      const examples = given.examples.filter((each) => !isSame(each, example));
      await write({ ...given, examples: [...examples, example] });
    },
    async remove(example: PromotedExample): Promise<void> {
      await reload();
      await write({ ...given, examples: given.examples.filter((each) => !isSame(each, example)) });
    },
    /**
     * Takes back what a manifest that is to be its domain's has left out, where it was shown with it; the answer puts it there
     * again. Errors: as above
     */
    async keepOnly(manifest: Manifest): Promise<() => Promise<void>> {
      await reload();
      const before = given;
      const goals = new Map(manifest.goals.map((goal) => [goal.goal, goal]));
      const isLeftOut = (of: { domain: string; goal: string }, isIn: (goal: Goal) => boolean) => {
        const goal = goals.get(of.goal);
        return of.domain === manifest.domain && goal !== undefined && !isIn(goal);
      };
      const examples = before.examples.filter(
        (each) =>
          !isLeftOut(each, (goal) => !fits(each.example, goal) || hasExample(goal, each.example)),
      );
      const negatives = before.negatives.filter(
        (each) =>
          !isLeftOut(each, (goal) => hasNegative(goal, each.text) || hasExample(goal, each.text)),
      );
      const isSame =
        examples.length === before.examples.length && negatives.length === before.negatives.length;
      if (isSame) return async () => undefined;
      await write({ examples, negatives });
      return () => write(before);
    },
    /** The same of near misses; one that is there already stays once. */
    async addNegatives(fresh: readonly PromotedNegative[]): Promise<void> {
      await reload();
      const all = [...given.negatives, ...fresh];
      const byKey = Map.groupBy(all, keyOf);
      const negatives = [...byKey.values()].flatMap(([first]) => first ?? []);
      await write({ ...given, negatives });
    },
  };
}

const isSame = (a: PromotedExample, b: PromotedExample): boolean =>
  a.domain === b.domain && a.goal === b.goal && textOf(a.example) === textOf(b.example);

const keyOf = ({ domain, goal, text }: PromotedNegative): string =>
  JSON.stringify([domain, goal, foldPhrase(text)]);

const textOf = (annotated: string): string => foldPhrase(parseExample(annotated).text);

/**
 * A manifest with further examples of its goals. Left out is what it has already, and what does not fit it any more:
 * a goal, an entity or a value that is gone, or a sentence that it calls a near miss by now.
 */
export function withPromoted(manifest: Manifest, promoted: readonly PromotedExample[]): Manifest {
  const byGoal = Map.groupBy(promoted, ({ goal }) => goal);
  const fresh = manifest.goals.flatMap((goal) => {
    const own = byGoal.get(goal.goal) ?? [];
    const known = own.length === 0 ? undefined : examplesOf(goal);
    return own.filter(({ example }) => fits(example, goal) && !known?.has(textOf(example)));
  });
  return withExamples(manifest, fresh);
}

type Example = Omit<PromotedExample, "domain">;

/** A manifest with further examples of its goals; those that are general are templates as well. */
export function withExamples(manifest: Manifest, more: readonly Example[]): Manifest {
  const byGoal = Map.groupBy(more, ({ goal }) => goal);
  const goals = manifest.goals.map((goal) => withOwn(goal, byGoal.get(goal.goal) ?? []));
  return { ...manifest, goals };
}

function withOwn(goal: Goal, more: readonly Example[]): Goal {
  if (more.length === 0) return goal;
  const examples = { ...goal.hints.examples };
  const templates = { ...goal.hints.templates };
  for (const { locale, example, general } of more) {
    examples[locale] = [...(examples[locale] ?? []), example];
    const pattern = general === true ? patternOf(example) : undefined;
    if (pattern !== undefined) templates[locale] = [...(templates[locale] ?? []), pattern];
  }
  const hasAny = Object.keys(templates).length > 0;
  return { ...goal, hints: { ...goal.hints, examples, ...(hasAny && { templates }) } };
}

/** A manifest with further near misses of its goals; those that are a goal's own examples by now are left out. */
function withNegatives(manifest: Manifest, negatives: readonly PromotedNegative[]): Manifest {
  const goals = manifest.goals.map((goal) => {
    const own = negatives.filter((each) => each.goal === goal.goal);
    if (own.length === 0) return goal;
    const all = locales.map((locale) => {
      const known = goal.hints.negatives?.[locale] ?? [];
      const said = new Set([
        ...known.map(({ text }) => foldPhrase(text)),
        ...(goal.hints.examples?.[locale] ?? []).map(textOf),
      ]);
      const fresh = own.filter(
        (each) => each.locale === locale && !said.has(foldPhrase(each.text)),
      );
      return [locale, [...known, ...fresh.map(({ text }) => ({ text, goal: null }))]] as const;
    });
    const hints = { ...goal.hints, negatives: Object.fromEntries(all) };
    return { ...goal, hints };
  });
  return { ...manifest, goals };
}

const examplesOf = ({ hints }: Goal): Set<string> =>
  new Set(locales.flatMap((locale) => (hints.examples?.[locale] ?? []).map(textOf)));
const hasExample = (goal: Goal, example: string): boolean => examplesOf(goal).has(textOf(example));
const hasNegative = ({ hints }: Goal, said: string): boolean =>
  locales.some((locale) =>
    (hints.negatives?.[locale] ?? []).some(({ text }) => foldPhrase(text) === foldPhrase(said)),
  );

function fits(example: string, { entities_schema, hints }: Goal): boolean {
  const denied = locales.flatMap((locale) => hints.negatives?.[locale] ?? []);
  if (denied.some(({ text }) => foldPhrase(text) === textOf(example))) return false;
  return parseExample(example).entities.every(({ name, value }) => {
    const entity = ownValue(entities_schema, name);
    return entity !== undefined && (entity.values?.includes(value) ?? true);
  });
}
