import { isJsonObject, type Json } from "#shared/contracts/json.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { addressesOfGoal } from "./capabilities.ts";
import type { Catalogue } from "./catalogue.ts";
import { entityIn, entityLabel } from "./described-in.ts";
import { type ParamWords, showValue } from "./show-params.ts";
import { valueInWords } from "./value-words.ts";

const FILES: Readonly<Record<Locale, string>> = { "pt-BR": "Arquivos", en: "Files" };

/**
 * The words of a capability's parameters, from the goals of its domain that lead to it: what they say of the entity of that
 * name, how a value of its type reads in this language, and how the only such goal is asked for. A parameter that no goal
 * describes is called by its name.
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
  const [only, other] = goals;
  const asked = other === undefined ? only?.question : undefined;
  const { properties = {} } = catalogue.capability(domain, capability)?.spec.params_schema ?? {};
  const holdsFiles = (name: string): boolean => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return (schema?.items ?? schema)?.format === "file";
  };
  return {
    question: asked && inLocale(asked, locale),
    label(name) {
      if (holdsFiles(name)) return FILES[locale];
      const described = goals
        .map(({ entities_schema: own }) => (Object.hasOwn(own, name) ? own[name] : undefined))
        .find((entity) => entityIn(entity, locale) !== undefined);
      return entityLabel(name, described, locale);
    },
    value(name, value) {
      const words = [value].flat().map((each: Json) => {
        if (holdsFiles(name)) return fileName(each);
        const [called] = goals.flatMap((goal) => valueInWords(each, name, goal, locale) ?? []);
        return called;
      });
      return words.every((word) => word !== undefined) ? words.join(", ") : undefined;
    },
  };
}

const fileName = (file: Json): string | undefined =>
  isJsonObject(file) && typeof file["name"] === "string" ? showValue(file["name"]) : undefined;
