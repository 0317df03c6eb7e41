import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { addressesOfGoal } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import type { ParamWords } from "./show-params.ts";

/**
 * The words of a capability's parameters, from the goals of its domain that lead to it: what they say of the entity of that
 * name, and how their examples in this language name its values. A parameter that no goal describes is called by its name.
 */
export function paramWords(
  { domain, capability }: { domain: string; capability: string },
  catalogue: Catalogue,
  locale: Locale,
): ParamWords {
  const addresses = [capability, `${domain}.${capability}`];
  const goals = catalogue.goals
    .filter((goal) => goal.domain === domain)
    .filter(({ spec }) => addressesOfGoal(spec).some((address) => addresses.includes(address)))
    .map(({ spec }) => spec);
  const entitiesOf = (name: string) =>
    goals.flatMap((goal) =>
      Object.hasOwn(goal.entities_schema, name)
        ? [{ goal, entity: goal.entities_schema[name] }]
        : [],
    );
  const called = (name: string, value: Json) => {
    const [word] = entitiesOf(name)
      .filter(({ entity }) => entity?.type === "enum")
      .flatMap(({ goal }) => saidAs(goal, name, value, locale));
    return word;
  };
  return {
    label(name) {
      const [described] = entitiesOf(name).flatMap(({ entity }) => {
        const { description } = entity ?? {};
        return typeof description === "object" ? [describedIn(description, locale)] : [];
      });
      return described ?? name.replace(/_text$/, "").replaceAll("_", " ");
    },
    value(name, value) {
      const words = [value].flat().map((each) => called(name, each));
      return words.every((word) => word !== undefined) ? words.join(", ") : undefined;
    },
  };
}

/** How the examples of a goal in this language name a value. */
const saidAs = ({ hints }: Goal, name: string, value: Json, locale: Locale): string[] =>
  (hints.examples?.[locale] ?? []).flatMap((example) =>
    parseExample(example)
      .entities.filter((each) => each.name === name && each.value === value)
      .map(({ said }) => said),
  );
