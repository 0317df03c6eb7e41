import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { type Modifier, modifiers } from "./forms/form.ts";
import { goesThrough, type Mirror, mirrorsOf } from "./mirrors.ts";
import { share } from "./score.ts";
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

/** How much is heard at most: `Infinity` for all there is. */
export type NetSize = { variants: number; mirrors: number };

/**
 * Hears what no request may be made of, and what must stay one, and says where each leads; nothing is run.
 * Gives the count of what was heard after each thousand.
 * Cost: about 1 ms a sentence
 */
export function* netOf(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  size: NetSize,
): Generator<number, SafetyNet, void> {
  const counted = new Map(
    modifiers.map((modifier) => [modifier, { modifier, variants: 0, would_act: 0 }]),
  );
  const findings: Variant[] = [];
  let heard = 0;
  for (const variant of variantsOf(catalogue)) {
    if (heard >= size.variants) break;
    const draft = draftOf(variant.text, understanding, catalogue);
    const isObeyed = variant.modifier === "addressee" && isSentToNamed(draft, catalogue);
    const acts = wouldAct(draft, catalogue) && !isObeyed;
    const count = counted.get(variant.modifier);
    if (count !== undefined) count.variants++;
    if (count !== undefined && acts) count.would_act++;
    if (acts) findings.push(variant);
    if (++heard % TOLD_EVERY === 0) yield heard;
  }
  const mirrors = mirrorsOf(catalogue, understanding, size.mirrors);
  const wrong = mirrors.filter((mirror) => !goesThrough(mirror, understanding, catalogue));
  const right = share(mirrors, (mirror) => !wrong.includes(mirror));
  return {
    variants: heard,
    modifiers: [...counted.values()].filter(({ variants }) => variants > 0),
    findings,
    mirrors: {
      sentences: mirrors.length,
      right: mirrors.length - wrong.length,
      share: right,
      wrong,
    },
    holds: findings.length === 0 && (right ?? 1) >= FEWEST_MIRRORS_RIGHT,
  };
}

const TOLD_EVERY = 1000;
