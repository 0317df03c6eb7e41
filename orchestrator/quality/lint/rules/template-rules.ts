import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { buildAutomaton } from "../../../language/templates/automaton.ts";
import {
  parseTemplate,
  TemplateError,
  type TemplateNode,
  templateError,
} from "../../../language/templates/parse-template.ts";
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
          "bad_template",
          { why },
        );
      }),
    );
  });

/** Templates in which two values of any words may stand side by side, so that no one can tell where the first ends. */
export const touchingValues = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) =>
    locales.flatMap((locale) =>
      (goal.hints.templates?.[locale] ?? []).flatMap((template, index) => {
        const [pair] = touchingIn(template, manifest, goal);
        if (pair === undefined) return [];
        const path = `goals.${at}.hints.templates.${locale}.${index}`;
        const names = pair.map((name) => `{${name}}`).join(" ");
        return finding(
          "touching_values",
          { domain: manifest.domain, goal: goal.goal, path, sentence: template },
          "touching_values",
          { names },
        );
      }),
    ),
  );

/** Entities of any words that a part of a template may begin and end with. */
type Edges = { first: string[]; last: string[]; isEmpty: boolean };

function touchingIn(
  template: string,
  { lists, rules }: Manifest,
  { entities_schema }: Goal,
): [string, string][] {
  const found: [string, string][] = [];
  const isOpen = (source: string) => {
    const entity = Object.hasOwn(entities_schema, source) ? entities_schema[source] : undefined;
    const isListed = Object.hasOwn(lists, source) || entity?.list !== undefined;
    return !isListed && entity?.type === "string" && entity.synonyms === undefined;
  };
  const joined = (a: Edges, b: Edges): Edges => {
    for (const left of a.last) for (const right of b.first) found.push([left, right]);
    return {
      first: a.isEmpty ? [...a.first, ...b.first] : a.first,
      last: b.isEmpty ? [...a.last, ...b.last] : b.last,
      isEmpty: a.isEmpty && b.isEmpty,
    };
  };
  const edgesOf = (node: TemplateNode, within: readonly string[]): Edges => {
    const of = (parts: readonly TemplateNode[]) => parts.map((part) => edgesOf(part, within));
    switch (node.kind) {
      case "text":
        return { first: [], last: [], isEmpty: !/[\p{L}\p{N}]/u.test(node.text) };
      case "slot": {
        const open = isOpen(node.source) ? [node.entity] : [];
        return { first: open, last: open, isEmpty: false };
      }
      case "sequence":
        return of(node.parts).reduce(joined, EMPTY);
      case "permutation":
        return [...of(node.parts), ...of(node.parts)].reduce(joined, EMPTY);
      case "choice": {
        const options = of(node.options);
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          isEmpty: options.some(({ isEmpty }) => isEmpty),
        };
      }
      case "rule": {
        const rule = Object.hasOwn(rules, node.name) ? rules[node.name] : undefined;
        if (rule === undefined || within.includes(node.name)) return EMPTY;
        return edgesOf(parseTemplate(rule), [...within, node.name]);
      }
    }
  };
  try {
    edgesOf(parseTemplate(template), []);
  } catch (error) {
    // What cannot be read is another finding.
    if (!(error instanceof TemplateError)) throw error;
  }
  return found.filter(([left, right]) => left !== right);
}

const EMPTY: Edges = { first: [], last: [], isEmpty: true };

/** Says why a template of the goal cannot be used; undefined when it can. */
function templateChecker(
  { lists, rules }: Manifest,
  { entities_schema }: Goal,
): (template: string) => Reason | undefined {
  const { add } = buildAutomaton<string>(
    (name) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) throw templateError("template_no_rule", { name });
      return parseTemplate(rule);
    },
    (name) => {
      if (Object.hasOwn(lists, name) || Object.hasOwn(entities_schema, name)) return name;
      throw templateError("template_no_list", { name });
    },
  );
  return (template) => {
    try {
      add(parseTemplate(template), 0);
      return undefined;
    } catch (error) {
      if (error instanceof TemplateError) return error.why;
      throw error;
    }
  };
}
