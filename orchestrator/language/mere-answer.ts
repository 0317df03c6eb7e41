import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { isOnlyCourtesy } from "./courtesy.ts";
import { isNo, readYes } from "./read-yes.ts";
import { phrasesOf } from "./templates/phrases.ts";
import { tokens } from "./text.ts";

/** What people choose with, and days by themselves. */
const CHOOSING = wordSet("answers.choosing");
const MOST_PHRASES = 500;

/** Is the text no request but the answer to a question: "sim", "ok", "o primeiro", "amanhã", "2"? Pure. */
export function isMereAnswer(text: string): boolean {
  const words = tokens(text);
  if (words.length === 0) return false;
  if (readYes(text) === "yes" || isNo(foldPhrase(text)) || isOnlyCourtesy(words)) return true;
  return words.every(({ word }) => CHOOSING.has(word) || /^\d+(?:[.,:]\d+)*$/.test(word));
}

/**
 * Where a manifest takes a mere answer for a request: open questions of all domains would lose theirs.
 * Cost: 20 us for each of its examples and phrases, once
 */
export function mereAnswerIn(manifest: Manifest): { path: string; text: string } | undefined {
  if (!known.has(manifest)) known.set(manifest, find(manifest));
  return known.get(manifest);
}
const known = new WeakMap<Manifest, ReturnType<typeof find>>();

function find({ goals }: Manifest): { path: string; text: string } | undefined {
  for (const [at, { hints }] of goals.entries())
    for (const locale of locales) {
      for (const [index, each] of (hints.examples?.[locale] ?? []).entries()) {
        const { text } = parseExample(each);
        if (isMereAnswer(text))
          return { path: `goals.${at}.hints.examples.${locale}.${index}`, text };
      }
      for (const [index, template] of (hints.templates?.[locale] ?? []).entries())
        for (const text of template.includes("{") ? [] : phrasesOf(template).slice(0, MOST_PHRASES))
          if (isMereAnswer(text))
            return { path: `goals.${at}.hints.templates.${locale}.${index}`, text };
    }
  return undefined;
}
