import type { GoalFrame } from "#shared/contracts/intent.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { namesInPrompt } from "#shared/contracts/prompt.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import { phrases } from "./phrases.ts";

/** What was said about a goal, by entity; an enum's exact value is for domains, not for people. */
function saidOf(frame: GoalFrame, catalogue: Catalogue): Map<string, string> {
  const goal = catalogue.goal(frame.primary_domain, frame.goal);
  const said = Object.entries(frame.entities)
    .filter(([name]) => goal?.spec.entities_schema[name]?.type !== "enum")
    .map(([name, value]) => [name, [value].flat().join(", ")] as const);
  return new Map(said);
}

/** A goal among others to choose from: "Cotação de uma ação (vale)". */
export function labelOfGoal(frame: GoalFrame, catalogue: Catalogue, locale: Locale): string {
  const goal = catalogue.goal(frame.primary_domain, frame.goal);
  const described = describedIn(goal?.spec.description, locale) ?? frame.goal;
  const said = [...saidOf(frame, catalogue).values()].join(", ");
  return said === "" ? described : `${described} (${said})`;
}

/** A piece that is left out where no one said what it speaks of. */
const OPTIONAL = /\[([^[\]]*)\]/g;

/**
 * Whether this goal is wanted, as its manifest asks it: "Quer a cotação de vale?"
 * Shape: a plain question with the goal's description where the manifest has none
 */
export function questionOfGoal(frame: GoalFrame, catalogue: Catalogue, locale: Locale): string {
  const form = catalogue.goal(frame.primary_domain, frame.goal)?.spec.question;
  const asked = form && inLocale(form, locale);
  const said = saidOf(frame, catalogue);
  if (asked === undefined) return phrases(locale).wanted(labelOfGoal(frame, catalogue, locale));
  const kept = asked.replace(OPTIONAL, (_, piece: string) =>
    namesInPrompt(piece).every((name) => said.has(name)) ? piece : "",
  );
  return namesInPrompt(kept).reduce(
    (text, name) => text.replace(`{${name}}`, () => said.get(name) ?? "…"),
    kept,
  );
}
