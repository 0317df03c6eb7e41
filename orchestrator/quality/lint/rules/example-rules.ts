import { parseExample } from "#shared/contracts/annotated-example.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { namesInPrompt } from "#shared/contracts/prompt.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { buildAutomaton } from "../../../language/templates/automaton.ts";
import {
  parseTemplate,
  TemplateError,
  type TemplateNode,
  templateError,
} from "../../../language/templates/parse-template.ts";
import { filledIn } from "../../../turn/reply/goal-question.ts";
import { isMeaning } from "../../../understanding/entities/meanings.ts";
import { comparable } from "../../evaluation/labelled.ts";
import { type Hint, hintsOf } from "../../hints-of.ts";
import { finding, findingAs, said } from "../finding.ts";

/** Templates that cannot be read, or use a list, entity or rule that is not there. Cost: compiles each once */
export const badTemplates = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) => {
    const fault = templateChecker(manifest, goal);
    return hintsOf(goal, at, "templates").flatMap(({ hint, path }) => {
      const why = fault(hint);
      if (why === undefined) return [];
      const place = { domain: manifest.domain, goal: goal.goal, path, sentence: hint };
      return finding("bad_template", place, { why });
    });
  });

/** Questions of which a piece in brackets, or a name in braces, does not end: people would read the brackets. */
export const badQuestions = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap(({ goal, question = {} }, at) =>
    locales.flatMap((locale) => {
      const form = question[locale] ?? "";
      const read = filledIn(form, new Map(namesInPrompt(form).map((name) => [name, ""])));
      if (!/[[\]{}]/.test(read.text)) return [];
      const path = `goals.${at}.question.${locale}`;
      return findingAs("bad_template", { domain, goal, path, sentence: form }, "bad_question", {});
    }),
  );

/** Templates in which two values of any words may stand side by side, so that no one can tell where the first ends. */
export const touchingValues = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) =>
    hintsOf(goal, at, "templates").flatMap(({ hint, path }) => {
      const [pair] = touchingIn(hint, manifest, goal);
      if (pair === undefined) return [];
      const names = pair.map((name) => `{${name}}`).join(" ");
      const place = { domain: manifest.domain, goal: goal.goal, path, sentence: hint };
      return finding("touching_values", place, { names });
    }),
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
    const entity = ownValue(entities_schema, source);
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
        const rule = ownValue(rules, node.name);
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
      const rule = ownValue(rules, name);
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

/** With fewer, a goal is mostly guessed; from 50 on it is mostly known. */
const ENOUGH_EXAMPLES = 15;

/** Marks of entities or values that the goal does not have, and marks that are not complete. */
export const wrongMarks = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    hintsOf(goal, at, "examples").flatMap((example) => markFaults(domain, goal, example)),
  );

function markFaults(
  domain: string,
  { goal, entities_schema }: Goal,
  { hint, path }: Hint<"examples">,
): LintFinding[] {
  const place = { domain, goal, path, sentence: hint };
  const { text, entities } = parseExample(hint);
  const faults = entities.flatMap(({ name, value }) => {
    const entity = ownValue(entities_schema, name);
    if (entity === undefined) return finding("wrong_mark", place, { name, goal });
    if (entity.values === undefined || entity.values.includes(value)) return [];
    return findingAs("wrong_mark", place, "wrong_value", { name, value });
  });
  const isCut = /[[\]]/.test(text);
  return isCut ? [...faults, findingAs("wrong_mark", place, "incomplete_mark", {})] : faults;
}

/** Examples that their own goal calls near misses: they can never reach it. */
export const deniedExamples = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) => {
    const denied = new Set(hintsOf(goal, at, "negatives").map(({ hint }) => comparable(hint.text)));
    return hintsOf(goal, at, "examples").flatMap(({ hint, path }) => {
      const { text } = parseExample(hint);
      if (!denied.has(comparable(text))) return [];
      return finding(
        "denied_example",
        { domain, goal: goal.goal, path, sentence: text },
        { goal: goal.goal },
      );
    });
  });

/** Languages that a goal is said in, but in too few ways. */
export const fewExamples = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    locales.flatMap((locale) => {
      const { length } = goal.hints.examples?.[locale] ?? [];
      if (length === 0 || length >= ENOUGH_EXAMPLES) return [];
      return finding(
        "few_examples",
        { domain, goal: goal.goal, path: `goals.${at}.hints.examples.${locale}` },
        {
          goal: goal.goal,
          count: length,
          spoken: said(`spoken.${locale}`, {}),
          least: ENOUGH_EXAMPLES,
        },
      );
    }),
  );

/** Languages that a goal cannot be asked in, or does not speak. */
export const missingLanguages = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    locales.flatMap((locale) => {
      const missing = missingIn(goal, locale);
      if (missing.length === 0) return [];
      const fields = missing.join(", ");
      return finding(
        "missing_language",
        { domain, goal: goal.goal, path: `goals.${at}` },
        { goal: goal.goal, fields, spoken: said(`spoken.${locale}`, {}), locale },
      );
    }),
  );

function missingIn({ description, hints, entities_schema }: Goal, locale: Locale): string[] {
  const questions = Object.entries(entities_schema).flatMap(([name, { question }]) =>
    question !== undefined && question[locale] === undefined
      ? [`entities_schema.${name}.question`]
      : [],
  );
  const said = [...(hints.examples?.[locale] ?? []), ...(hints.templates?.[locale] ?? [])];
  return [
    ...(description[locale] === undefined ? ["description"] : []),
    ...(said.length === 0 ? ["hints.examples"] : []),
    ...questions,
  ];
}

/** Entities that no example shows: where they stand in a sentence is then only a guess. */
export const unannotatedEntities = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) => {
    const examples = hintsOf(goal, at, "examples").map(({ hint }) => parseExample(hint));
    if (examples.length === 0) return [];
    const marked = new Set(examples.flatMap(({ entities }) => entities.map(({ name }) => name)));
    const templates = hintsOf(goal, at, "templates").map(({ hint }) => hint);
    // Of what has a form or values of its own, a template shows as much as a mark does.
    const isShown = (name: string, type: string) =>
      type !== "string" && templates.some((template) => template.includes(`{${name}}`));
    return (
      Object.entries(goal.entities_schema)
        // The whole message is no words in it; a period or a currency is read from its words, wherever they stand.
        .filter(([name, entity]) => name !== goal.fallback?.entity && !isMeaning(entity))
        .filter(([name, { type }]) => !marked.has(name) && !isShown(name, type))
        .map(([name]) =>
          finding(
            "unannotated_entity",
            { domain, goal: goal.goal, path: `goals.${at}.entities_schema.${name}` },
            { goal: goal.goal, name },
          ),
        )
    );
  });
