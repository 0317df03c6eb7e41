import { type Locale, locales } from "#shared/contracts/names.ts";
import { GUARDS, type Guard, withoutRule } from "./guards-at.ts";
import { readModifiers } from "./read-modifiers.ts";
import { sceneIn } from "./scene.ts";

export type Fault = {
  readonly locale: Locale;
  readonly rule: string;
  /**
   * example  a sentence that should say this, and does not
   * counter  a sentence in which the rule should say nothing, and does
   * claimed  a cue that another rule of the same conditions has as well
   * idle     without the rule every example still says the same
   */
  readonly kind: "example" | "counter" | "claimed" | "idle";
  readonly detail: string;
};

/** Every rule, by language. */
export const allGuards = (): readonly (readonly [Locale, Guard])[] =>
  locales.flatMap((locale) =>
    [...new Set([...GUARDS[locale].values()].flat())].map((guard) => [locale, guard] as const),
  );

/**
 * What is wrong with the guards of every language. Each rule is also taken away to see whether its examples miss it.
 * Cost: 0.2 ms a sentence
 */
export function guardFaults(): Fault[] {
  const all = allGuards();
  const claimed = all.flatMap(([locale, rule]) =>
    rule.cue.flatMap((cue) => {
      const other = all.find(
        ([its, each]) => its === locale && each.rank < rule.rank && isAlike(each, rule, cue),
      );
      return other === undefined
        ? []
        : [{ locale, rule: rule.id, kind: "claimed" as const, detail: `${cue}: ${other[1].id}` }];
    }),
  );
  return [
    ...all.flatMap(([locale, rule]) => sentencesOf(locale, rule)),
    ...claimed,
    ...all.flatMap(([locale, rule]) => (isIdle(locale, rule) ? [idle(locale, rule)] : [])),
  ];
}

const isAlike = (one: Guard, other: Guard, cue: string): boolean =>
  one.cue.includes(cue) && one.where.toSorted().join() === other.where.toSorted().join();

const idle = (locale: Locale, { id }: Guard): Fault => ({
  ...{ locale, rule: id, kind: "idle" },
  detail: "every example says the same without it",
});

function sentencesOf(locale: Locale, rule: Guard): Fault[] {
  const fault = (kind: Fault["kind"], detail: string): Fault => ({
    ...{ locale, rule: rule.id, kind, detail },
  });
  return [
    ...rule.examples
      .filter((text) => !marksOf(text, locale).some((mark) => mark.rule === rule.id))
      .map((text) => fault("example", text)),
    ...rule.counter
      .filter((text) => marksOf(text, locale).some((mark) => mark.rule === rule.id))
      .map((text) => fault("counter", text)),
  ];
}

const isIdle = (locale: Locale, rule: Guard): boolean =>
  rule.examples.every((text) => {
    const said = JSON.stringify(saidIn(text, locale));
    return withoutRule(locale, rule.id, () => JSON.stringify(saidIn(text, locale)) === said);
  });

const saidIn = (text: string, locale: Locale) =>
  marksOf(text, locale).map(({ value, from, to }) => [value, from, to]);

/** The words of a text are read anew: what was read of them is kept by them. */
function marksOf(text: string, locale: Locale) {
  const scene = sceneIn(text, locale);
  return readModifiers({ ...scene, words: [...scene.words] });
}
