import { type CheckResult, resultOf } from "#shared/conformance/domain-check.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { objectionsTo } from "../../orchestrator/quality/tools/objections-to.ts";
import { checkWords } from "./words.ts";

const MOST_TOLD = 5;

/** Whether an orchestrator would take the manifest, by what it says of itself. */
export function checkManifest(manifest: Manifest, locale: Locale): CheckResult {
  const words = checkWords(locale);
  const found = objectionsTo(manifest);
  const told =
    found instanceof ContractError
      ? [whyIn(locale, found.why)]
      : found.map(({ path, message }) => `${path}: ${message[locale]}`);
  const more = told.length > MOST_TOLD ? [words.more(told.length - MOST_TOLD)] : [];
  const verdict = told.length === 0 ? undefined : [...told.slice(0, MOST_TOLD), ...more].join(" ");
  return resultOf({ about: "manifest", rule: "1.4", name: words.taken }, verdict);
}
