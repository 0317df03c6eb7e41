import { type Locale, locales } from "#shared/contracts/names.ts";
import { onlyReads } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { randomFrom, shuffle } from "../../understanding/classifier/random.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { payloadsOf } from "./forms/form.ts";
import { requestWords } from "./forms/request-words.ts";
import { shapeOf, wordsOf } from "./request-shape.ts";
import { draftOf, wouldAct } from "./would-act.ts";

/** The words of modifiers inside what is to be written down or sent: a request like any other. */
export type Mirror = {
  text: string;
  locale: Locale;
  domain: string;
  goal: string;
  entity: string;
  /** What the entity has to be, to the letter. */
  payload: string;
  path: string;
};

/** A sentence with room for a free text at its end, or in quotes. */
type Frame = Omit<Mirror, "text" | "payload"> & {
  before: string;
  after: string;
  /** Something says where the text begins: a colon, quotes, "que", "saying". */
  hasBorder: boolean;
};

const SEED = 17;

/**
 * Other texts, with the words of modifiers in them, in the examples that end in a free text. A third of them have
 * no border before the text, where there are such examples. Only examples that carry a plain text as it is are taken:
 * what they do to another one is then the modifiers' doing.
 * Shape:  at most `most`, drawn by a seed; fewer where there are fewer examples
 */
export function mirrorsOf(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  most: number,
): Mirror[] {
  if (most < 1) return [];
  const random = randomFrom(SEED);
  const drawn = shuffle(framesOf(catalogue), random);
  const bordered = drawn.filter(({ hasBorder }) => hasBorder);
  const open = drawn.filter(({ hasBorder }) => !hasBorder);
  const carries = (frame: Frame) =>
    payloadsOf(frame.locale, "plain").every((payload) =>
      goesThrough(mirrorOf(frame, payload), understanding, catalogue),
    );
  const third = Math.floor(most / 3);
  const openOnes = fill(open.filter(carries), third);
  return [...openOnes, ...fill(bordered.filter(carries), most - third)];
}

/** Each frame with one text, then with the next one, up to `most`. */
function fill(frames: readonly Frame[], most: number): Mirror[] {
  const mirrors: Mirror[] = [];
  for (let round = 0; mirrors.length < most; round++) {
    const before = mirrors.length;
    for (const [at, frame] of frames.entries()) {
      const modified = payloadsOf(frame.locale, "modified");
      const payload =
        round < modified.length ? modified[(at + round) % modified.length] : undefined;
      if (payload === undefined || mirrors.length >= most) continue;
      if (frame.after.startsWith("'") && payload.includes("'")) continue;
      mirrors.push(mirrorOf(frame, payload));
    }
    if (mirrors.length === before) break;
  }
  return mirrors;
}

function framesOf(catalogue: Catalogue): Frame[] {
  return readGoals(catalogue).flatMap((goal): Frame[] => {
    const { domain, name, spec, prose, manifest } = goal;
    const found = catalogue.goal(domain, name);
    if (found === undefined || onlyReads(found, catalogue)) return [];
    const at = manifest.goals.indexOf(spec);
    return locales.flatMap((locale) =>
      (spec.hints.examples?.[locale] ?? []).flatMap((annotated, index): Frame[] => {
        const { text, entities, isDenial } = shapeOf(annotated, locale, () => true);
        const last = entities.at(-1);
        if (last === undefined || !prose.has(last.name) || isDenial) return [];
        const before = text.slice(0, last.start);
        const after = text.slice(last.end);
        const isQuoted = /["“«']$/u.test(before) && /^["”»']/u.test(after);
        if (after !== "" && !isQuoted) return [];
        const path = `goals.${at}.hints.examples.${locale}.${index}`;
        const word = wordsOf(before).at(-1) ?? "";
        const hasBorder =
          isQuoted || /:\s*$/u.test(before) || requestWords[locale].borders.has(word);
        return [{ locale, domain, goal: name, entity: last.name, path, before, after, hasBorder }];
      }),
    );
  });
}

const mirrorOf = ({ before, after, hasBorder: _, ...rest }: Frame, payload: string): Mirror => ({
  text: before + payload + after,
  ...rest,
  payload,
});

/** It is carried out, as its goal and nothing else, with just that text. */
export function goesThrough(
  { text, domain, goal, entity, payload }: Omit<Mirror, "path" | "locale">,
  understanding: Pick<Understanding, "understand">,
  catalogue: Catalogue,
): boolean {
  const draft = draftOf(text, understanding, catalogue);
  if (draft === undefined || !wouldAct(draft, catalogue) || draft.leads === "nowhere") return false;
  const [frame, ...others] = draft.frames;
  return (
    others.length === 0 &&
    frame?.primary_domain === domain &&
    frame.goal === goal &&
    frame.entities[entity] === payload
  );
}
