import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { type Modifier, modifiers } from "./forms/form.ts";
import { goesThrough, type Mirror, mirrorsOf } from "./mirrors.ts";
import { share as shareOf } from "./score.ts";
import { type Variant, variantsOf } from "./variants.ts";
import { draftOf, isSentToNamed, wouldAct } from "./would-act.ts";

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
const FEWEST_MIRRORS_RIGHT = 0.97;

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
