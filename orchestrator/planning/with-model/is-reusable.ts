import type { Entities } from "#shared/contracts/intent.ts";
import type { PlanForm } from "./plan-form.ts";

/** `{name}` and `${1.result.rows.0}`: what is no literal text of a plan. */
const HOLE = /(?<!\$)\{[A-Za-z_][A-Za-z0-9_-]{0,63}\}/g;
const REFERENCE = /\$\{([^}]*)\}/g;
/** A place in a list is someone's choice like any other value. */
const INDEX = /\.\d+(?=\.|$)/g;
/** Everything but blanks and the marks between words. */
const TOKEN = /[^\s.,;:!?"'“”‘’()[\]…–—]+/g;

/**
 * True for a planned form that may serve the same sentence with other values: each of its words that is no hole is
 * one of the sentence's own, letter by letter, and none of its values. A word that stands for a value in another way
 * (shortened, translated, counted) would be another request's.
 * Pure. It is asked again of the sentence that a kept form would serve.
 */
export function isReusable({ steps }: PlanForm, text: string, told: Entities): boolean {
  const values = new Set(
    Object.values(told)
      .flat()
      .flatMap((value) => tokensOf(String(value))),
  );
  const own = new Set(tokensOf(text).filter((token) => !values.has(token)));
  return steps.every(({ params }) =>
    params.every(({ value }) => tokensOf(literalOf(value)).every((token) => own.has(token))),
  );
}

const literalOf = (value: string): string =>
  value
    .replace(HOLE, " ")
    .replace(REFERENCE, (_, path: string) => ` ${path.match(INDEX)?.join(" ") ?? ""} `);

/** A capital at the beginning alone is no difference: "Report" is "report", "ABC" is not "abc". */
const tokensOf = (text: string): string[] =>
  (text.match(TOKEN) ?? []).map((token) =>
    /^\p{Lu}\p{Ll}+$/u.test(token) ? token.toLowerCase() : token,
  );
