import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { buildAutomaton } from "../../../understanding/templates/automaton.ts";
import { parseTemplate, TemplateError } from "../../../understanding/templates/parse-template.ts";
import { finding } from "../finding.ts";

/** Templates that cannot be read, or use a list, entity or rule that is not there. Cost: compiles each once */
export const badTemplates = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) => {
    const fault = templateChecker(manifest, goal);
    return locales.flatMap((locale) =>
      (goal.hints.templates?.[locale] ?? []).flatMap((template, index) => {
        const why = fault(template);
        if (why === undefined) return [];
        return finding(
          "bad_template",
          {
            domain: manifest.domain,
            goal: goal.goal,
            path: `goals.${at}.hints.templates.${locale}.${index}`,
            sentence: template,
          },
          {
            "pt-BR": `O modelo não pode ser usado: ${why}.`,
            en: `The template cannot be used: ${why}.`,
          },
          {
            "pt-BR":
              "Corrija-o, ou declare em lists, rules ou entities_schema o nome que ele usa. [opcional], (a|b), {entidade}, {lista:entidade} e <regra> são tudo o que há.",
            en: "Correct it, or declare the name that it uses under lists, rules or entities_schema. [optional], (a|b), {entity}, {list:entity} and <rule> are all there is.",
          },
        );
      }),
    );
  });

/** Says why a template of the goal cannot be used; undefined when it can. */
function templateChecker(
  { lists, rules }: Manifest,
  { entities_schema }: Goal,
): (template: string) => string | undefined {
  const { add } = buildAutomaton<string>(
    (name) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) throw new TemplateError(`there is no rule <${name}>`);
      return parseTemplate(rule);
    },
    (name) => {
      if (Object.hasOwn(lists, name) || Object.hasOwn(entities_schema, name)) return name;
      throw new TemplateError(`{${name}} is neither a list nor an entity`);
    },
  );
  return (template) => {
    try {
      add(parseTemplate(template), 0);
      return undefined;
    } catch (error) {
      if (error instanceof TemplateError) return error.message;
      throw error;
    }
  };
}
