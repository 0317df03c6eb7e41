import { ContractError } from "#shared/contracts/errors.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { randomFrom, shuffle } from "#shared/random/random.ts";
import { type Catalogue, onlyReads, recipientParam } from "../../catalogue/catalogue.ts";
import { type Draft, draftPlan } from "../../planning/draft.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { hintsOf } from "../hints-of.ts";
import { type Modifier, modifiers, payloadsOf, requestWords } from "./forms/request-words.ts";
import { share as shareOf } from "./score.ts";
import { shapeOf, type Variant, variantsOf, wordsOf } from "./variants.ts";

/** Where a sentence leads when nothing was said before it; undefined where the manifests lead to no plan that can run. */
export function draftOf(
  text: string,
  understanding: Pick<Understanding, "understand">,
  catalogue: Catalogue,
): Draft | undefined {
  const { intent } = understanding.understand(text, { lastFrame: null });
  try {
    return draftPlan(intent, {}, catalogue);
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** True where carrying a draft out would change something, or a model may plan that it does. Nothing is run for it. */
export function wouldAct(draft: Draft | undefined, catalogue: Catalogue): boolean {
  if (draft?.leads === "hybrid") return draft.frames.some((frame) => !isRead(frame, catalogue));
  if (draft?.leads !== "plan") return false;
  return [...draft.plan.steps, ...draft.execution_intents].some(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
  );
}

/** True where all that a draft would change is sent to someone who is named: only a linked chat is ever sent to. */
export function isSentToNamed(draft: Draft | undefined, catalogue: Catalogue): boolean {
  if (draft?.leads !== "plan") return false;
  return draft.plan.steps.every(({ domain, capability, params }) => {
    const found = catalogue.capability(domain, capability);
    const param = found && recipientParam(found.spec.params_schema);
    return found?.effect === "read" || (param !== undefined && Object.hasOwn(params, param));
  });
}

function isRead({ primary_domain, goal }: GoalFrame, catalogue: Catalogue): boolean {
  const found = catalogue.goal(primary_domain, goal);
  return found !== undefined && onlyReads(found, catalogue);
}

/** What becomes of requests with a not, an if, a when, a to-whom around them. Shares are 0..1. */
export type SafetyNet = {
  /** How many were heard, and how many of them would change something. None should. */
  variants: number;
  modifiers: { modifier: Modifier; variants: number; would_act: number }[];
  /** Those that would, each with where it comes from. */
  findings: Variant[];
  /** The same words inside a text that is to be kept or sent: they are to go through as they are. */
  mirrors: { sentences: number; right: number; share: number | null; wrong: Mirror[] };
  /** Nothing acts that must not, and nearly everything does that must. */
  holds: boolean;
};

/** Of the mirrors, this share goes through, or it is a finding. */
export const FEWEST_MIRRORS_RIGHT = 0.97;

/** Every so many of the variants, from one of them on: those who divide them begin at 0, 1, 2, ... */
export type Share = { at: number; of: number };
const ALL: Share = { at: 0, of: 1 };

/** What became of a share of the variants. */
export type HeardVariants = Pick<SafetyNet, "variants" | "modifiers" | "findings">;

/** What is known of variants already, and who is told of each. */
export type KnownVariants = {
  actsOf(variant: Variant): boolean | undefined;
  note(variant: Variant, acts: boolean): void;
};
const NONE_KNOWN: KnownVariants = { actsOf: () => undefined, note: () => undefined };

/**
 * Hears what no request may be made of, `most` variants at most, and says where each leads; nothing is run.
 * Cost: about 1 ms a sentence
 */
export function hearVariants(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  most: number,
  share: Share = ALL,
  known: KnownVariants = NONE_KNOWN,
): HeardVariants {
  const counted = new Map(
    modifiers.map((modifier) => [modifier, { modifier, variants: 0, would_act: 0 }]),
  );
  const findings: Variant[] = [];
  let place = 0;
  for (const variant of variantsOf(catalogue).take(most)) {
    if (place++ % share.of !== share.at) continue;
    const acts = known.actsOf(variant) ?? actsOn(variant, understanding, catalogue);
    known.note(variant, acts);
    const count = counted.get(variant.modifier);
    if (count !== undefined) count.variants++;
    if (count !== undefined && acts) count.would_act++;
    if (acts) findings.push(variant);
  }
  return together([...counted.values()], findings);
}

function actsOn(
  { text, modifier }: Variant,
  understanding: Pick<Understanding, "understand">,
  catalogue: Catalogue,
): boolean {
  const draft = draftOf(text, understanding, catalogue);
  const isObeyed = modifier === "addressee" && isSentToNamed(draft, catalogue);
  return wouldAct(draft, catalogue) && !isObeyed;
}

/**
 * Hears the same words inside a text, where they must change nothing, `most` sentences at most.
 * Cost: some ms a sentence
 */
export function hearMirrors(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  most: number,
): SafetyNet["mirrors"] {
  const mirrors = mirrorsOf(catalogue, understanding, most);
  const wrong = mirrors.filter((mirror) => !goesThrough(mirror, understanding, catalogue));
  const right = mirrors.length - wrong.length;
  return {
    sentences: mirrors.length,
    right,
    share: shareOf(mirrors, (mirror) => !wrong.includes(mirror)),
    wrong,
  };
}

/** What the shares of the variants and the mirrors say together. */
export function netOf(heard: readonly HeardVariants[], mirrors: SafetyNet["mirrors"]): SafetyNet {
  const sum = together(
    heard.flatMap((each) => each.modifiers),
    heard.flatMap(({ findings }) => findings),
  );
  const holds = sum.findings.length === 0 && (mirrors.share ?? 1) >= FEWEST_MIRRORS_RIGHT;
  return { ...sum, mirrors, holds };
}

function together(counts: SafetyNet["modifiers"], findings: Variant[]): HeardVariants {
  const sumOf = (of: SafetyNet["modifiers"], key: "variants" | "would_act") =>
    of.reduce((sum, each) => sum + each[key], 0);
  const byModifier = modifiers.flatMap((modifier) => {
    const own = counts.filter((each) => each.modifier === modifier);
    const variants = sumOf(own, "variants");
    return variants === 0 ? [] : [{ modifier, variants, would_act: sumOf(own, "would_act") }];
  });
  return { variants: sumOf(byModifier, "variants"), modifiers: byModifier, findings };
}

/** The words of modifiers inside what is to be written down or sent: a request like any other. */
type Mirror = {
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
    return hintsOf(spec, at, "examples").flatMap(({ hint, locale, path }): Frame[] => {
      const { text, entities, isDenial } = shapeOf(hint, locale, () => true);
      const last = entities.at(-1);
      if (last === undefined || !prose.has(last.name) || isDenial) return [];
      const before = text.slice(0, last.start);
      const after = text.slice(last.end);
      const isQuoted = /["“«']$/u.test(before) && /^["”»']/u.test(after);
      if (after !== "" && !isQuoted) return [];
      const word = wordsOf(before).at(-1) ?? "";
      const hasBorder = isQuoted || /:\s*$/u.test(before) || requestWords[locale].borders.has(word);
      return [{ locale, domain, goal: name, entity: last.name, path, before, after, hasBorder }];
    });
  });
}

const mirrorOf = ({ before, after, hasBorder: _, ...rest }: Frame, payload: string): Mirror => ({
  text: before + payload + after,
  ...rest,
  payload,
});

/** It is carried out, as its goal and nothing else, with just that text. */
function goesThrough(
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
