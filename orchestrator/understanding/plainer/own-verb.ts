import type { Locale } from "#shared/contracts/names.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { sameDeedsOf } from "../../language/words/same-deeds.ts";
import type { GoalModel } from "../goal-model.ts";
import type { Edit } from "./edit.ts";
import { beginsClause, payloadFrom } from "./say-plainly.ts";

/** An example says what is to be done among its first words. */
const AMONG_FIRST = 3;

/**
 * The request with the verb that the goal's examples say most, for another verb that asks for the same: "*arquiva* esse link" is
 * "*salva* esse link", for whoever has examples with "salva" alone. The first verb only, and in its own language. Pure.
 * Shape: undefined where the verb is no such verb, or the goal's own already
 */
export function inOwnVerb(scene: Scene, goal: GoalModel): Edit | undefined {
  const { words, edges } = scene;
  const end = payloadFrom(scene);
  for (let at = edges.from; at < end; at++) {
    const said = words[at];
    if (said === undefined || !beginsClause(scene, at)) continue;
    for (const { locale, sets } of sameDeedsOf(said.word)) {
      const [own] = sets
        .flatMap((set) => verbOf(goal, locale, set) ?? [])
        .sort((a, b) => b.times - a.times);
      if (own !== undefined)
        return own.verb === said.word
          ? undefined
          : { start: said.start, end: said.end, put: own.verb };
    }
  }
  return undefined;
}

type Verb = { readonly verb: string; readonly times: number };
const KNOWN = new WeakMap<GoalModel, Map<string, Verb | undefined>>();

/** The verb of a set that begins most of the goal's examples. */
function verbOf(goal: GoalModel, locale: Locale, set: number): Verb | undefined {
  const known = KNOWN.get(goal) ?? new Map<string, Verb | undefined>();
  KNOWN.set(goal, known);
  const key = `${locale} ${set}`;
  if (!known.has(key)) known.set(key, mostSaid(goal, locale, set));
  return known.get(key);
}

function mostSaid(goal: GoalModel, locale: Locale, set: number): Verb | undefined {
  const times = new Map<string, number>();
  for (const { locale: spoken, words } of goal.examples) {
    if (spoken !== locale) continue;
    const verb = words
      .slice(0, AMONG_FIRST)
      .find(({ word }) => deedOf(word) !== undefined || sameDeedsOf(word).length > 0);
    const isOfSet = sameDeedsOf(verb?.word ?? "").some(
      (each) => each.locale === locale && each.sets.includes(set),
    );
    if (verb !== undefined && isOfSet) times.set(verb.word, (times.get(verb.word) ?? 0) + 1);
  }
  const [most] = [...times].sort(([, a], [, b]) => b - a);
  return most === undefined ? undefined : { verb: most[0], times: most[1] };
}
