import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { ShownItem } from "#shared/contracts/pending.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import {
  isSameText,
  nounsOfName,
  onlyNoun,
  plainText,
} from "../../language/conversation/naming.ts";
import { rememberOf } from "../../language/remember-texts.ts";

/** What things that were shown are called, beside their values. */
export const wordsIn = (items: readonly ShownItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ said_as }) => nounsOfName(said_as)));

/** What the manifest calls what a goal is about. */
export const nounsOf = ({ spec }: CatalogueGoal): string[] =>
  Object.values(spec.hints.keywords ?? {})
    .flatMap((keywords) => keywords ?? [])
    .flatMap((keyword) => onlyNoun(keyword) ?? []);

/** What the manifest calls the kinds of things that a goal tells apart. */
const kindsOf = ({ spec }: CatalogueGoal): string[] =>
  Object.values(spec.entities_schema)
    .flatMap(({ type, synonyms = {} }) => (type === "enum" ? Object.values(synonyms).flat() : []))
    .map(plainText)
    .filter((name) => !name.includes(" "));

/** What things of a goal may be called, worked out once. */
export const namesOf: (goal: CatalogueGoal) => readonly string[] = rememberOf((goal) => [
  ...nounsOf(goal),
  ...kindsOf(goal),
]);

type Numbered = { readonly entity: string; readonly noun: string };
const numbered = new WeakMap<CatalogueGoal, readonly Numbered[]>();

/** What stands before the numbers in the examples of a goal. */
const numberedOf = ({ spec }: CatalogueGoal): Numbered[] =>
  Object.values(spec.hints.examples ?? {})
    .flatMap((examples) => examples ?? [])
    .map(parseExample)
    .flatMap(({ text, entities }) =>
      entities.flatMap(({ name: entity, said, start }) => {
        const before = text.slice(0, start).trim().split(" ").at(-1) ?? "";
        const noun = /^\d+$/.test(said) ? onlyNoun(before) : undefined;
        return noun === undefined ? [] : [{ entity, noun }];
      }),
    );

/** What things, or those that were shown, are called where examples of a goal tell them by a number, worked out once a goal. */
export function numberedIn(goal: CatalogueGoal, items?: readonly ShownItem[]): readonly string[] {
  const known = numbered.get(goal) ?? numberedOf(goal);
  numbered.set(goal, known);
  const ids = items && new Set(items.flatMap(({ entities }) => Object.keys(entities)));
  return known.filter(({ entity }) => ids?.has(entity) ?? true).map(({ noun }) => noun);
}

/** Is that what the item is called? */
export const isItem = ({ said_as, label, entities }: ShownItem, value: string): boolean =>
  [said_as, label].some((name) => plainText(name).includes(plainText(value))) ||
  Object.values(entities).some((each) => isSameText(String(each), value));
