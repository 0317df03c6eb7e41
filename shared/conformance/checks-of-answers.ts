import { compileSchema } from "../contracts/compile-schema.ts";
import type { Json } from "../contracts/json.ts";
import { closedParams, type JsonSchema } from "../contracts/json-schema.ts";
import type { Capability } from "../contracts/manifest.ts";
import { type Locale, locales, otherLocales } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { counterOf, type DomainCheck, type Verdict } from "./domain-check.ts";
import { choicesOf, type DomainCase, outputOf, type Probe } from "./domain-probe.ts";

/** What a case's answer must be like, in each language. Effects answer a dry run: nothing happens. */
export function answering(each: DomainCase): DomainCheck[] {
  const { capability } = each;
  return [
    ...locales.map(
      (locale): DomainCheck => ({
        about: "answers",
        rule: "4.2",
        name: `${capability} gives its explanation in ${locale}`,
        async run(probe) {
          const output = await askFor(probe, each, { locale });
          if (typeof output === "string") return output;
          if (output.explanation.trim() === "") return "the explanation is empty";
          for (const another of otherLocales(locale)) {
            const other = await askFor(probe, each, { locale: another });
            if (typeof other === "string" || other.explanation !== output.explanation) continue;
            if (!isOnlyValues(output, each.parameters))
              return `the same words in ${locale} and ${another}: ${output.explanation.slice(0, 200)}`;
          }
          return undefined;
        },
      }),
    ),
    {
      about: "answers",
      rule: "4.3",
      name: `${capability} answers as its schema says`,
      async run(probe) {
        const output = await askFor(probe, each, {});
        if (typeof output === "string") return output;
        return (await brokenPromise(probe, each, output)) ?? unanswerable(output);
      },
    },
    {
      about: "deadlines",
      rule: "5.1",
      name: `${capability} does not begin after its deadline`,
      async run(probe) {
        const count = counterOf(each);
        const before = await count?.(probe);
        const output = await askFor(probe, each, { deadline_at: Date.now() - 1000 });
        if (typeof output === "string") return output;
        if (output.status !== "failure") return `wanted a failure, got ${output.status}`;
        const after = await count?.(probe);
        return before === after
          ? undefined
          : `it happened ${after} times, ${before} of them before the call`;
      },
    },
  ];
}

/** Words of no language: each stands in the result, or was said. A list of names is the same in every language. */
function isOnlyValues({ explanation, result }: DomainOutput, parameters: unknown): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const given = new Set(wordsOf(JSON.stringify([result, parameters])));
  const said = wordsOf(explanation);
  return said.length > 0 && said.every((word) => given.has(word));
}

/** That a question can be answered: every choice works. */
export const questionsLeadOn = (cases: readonly DomainCase[]): DomainCheck => ({
  about: "questions",
  rule: "4.5",
  name: "every choice that the domain offers works",
  async run(probe): Promise<Verdict> {
    let asked = 0;
    for (const each of cases) {
      const output = await askFor(probe, each, {});
      if (typeof output === "string") return `${each.capability}: ${output}`;
      if (output.status !== "clarification") {
        if (each.asks !== true) continue;
        return `${each.capability}: wanted a question, got ${output.status}`;
      }
      asked += 1;
      const problem = await deadEnd(probe, each, output);
      if (problem !== undefined) return `${each.capability}: ${problem}`;
    }
    return asked > 0 ? undefined : { not_checked: "no case leads to a question" };
  },
});

/** More choices than a person would try. */
const MOST_CHOICES = 5;

/** The first choice that its own domain does not understand. */
async function deadEnd(
  probe: Probe,
  each: DomainCase,
  question: DomainOutput,
): Promise<string | undefined> {
  const choices = choicesOf(question);
  if (choices.length === 0 && each.asks === true) return "a question without choices";
  for (const { label, ...chosen } of choices.slice(0, MOST_CHOICES)) {
    const shown = JSON.stringify(label ?? chosen);
    if (Object.keys(chosen).length === 0) return `choosing ${shown} gives no parameter`;
    const parameters = { ...each.parameters, ...chosen } as DomainCase["parameters"];
    const output = await askFor(probe, { ...each, parameters }, {});
    if (typeof output === "string") return `after choosing ${shown}: ${output}`;
    if (output.metadata["code"] === "INVALID_PARAMS")
      return `after ${shown} is chosen, it refuses the parameters: ${output.explanation}`;
    if (output.status === "clarification" && output.explanation === question.explanation)
      return `after ${shown} is chosen, it asks the same question again`;
  }
  return undefined;
}

/** A read is done; an effect is only tried out. */
async function askFor(
  probe: Probe,
  { capability, parameters }: Pick<DomainCase, "capability" | "parameters">,
  context: { locale?: Locale; deadline_at?: number },
): Promise<DomainOutput | string> {
  const manifest = await probe.manifest();
  const spec = manifest.capabilities.find((each) => each.capability === capability);
  if (spec === undefined) return `the manifest has no ${capability}`;
  const dry_run = spec.effect !== "read";
  const { locale = "en" } = context;
  return outputOf(
    await probe.execute(
      probe.request(manifest.domain, capability, parameters, { ...context, locale, dry_run }),
    ),
  );
}

async function brokenPromise(
  probe: Probe,
  { capability }: DomainCase,
  output: DomainOutput,
): Promise<string | undefined> {
  const { capabilities } = await probe.manifest();
  const spec = capabilities.find((each) => each.capability === capability);
  const promised = spec?.effect === "read" ? spec.result_schema : undefined;
  if (output.status !== "success" || promised === undefined) return undefined;
  const checked = compileSchema(promised).safeParse(output.result);
  return checked.success ? undefined : `violates its result_schema: ${checked.error.message}`;
}

/** A question needs choices, or says which parameter it wants. */
const unanswerable = (output: DomainOutput): string | undefined =>
  output.status !== "clarification" ||
  typeof output.metadata["missing_param"] === "string" ||
  choicesOf(output).length > 0
    ? undefined
    : "a question without candidates and without missing_param";

type Parameters = Record<string, Json>;

/** That parameters are looked at before anything is done with them. Effects answer a dry run. */
export const lookingAtParameters = (cases: readonly DomainCase[]): DomainCheck[] => [
  {
    about: "parameters",
    rule: "3.1",
    name: "parameters of the wrong shape get a failure with an explanation, not an error",
    async run(probe) {
      const { capabilities } = await probe.manifest();
      const tried = capabilities.flatMap((spec) =>
        spec.kind === "service" ? wrongOnes(spec, {}).map((wrong) => ({ spec, wrong })) : [],
      );
      if (tried.length === 0) return { not_checked: "no capability has a rule for its parameters" };
      return firstTaken(probe, tried);
    },
  },
  ...cases.map(
    ({ capability, parameters }): DomainCheck => ({
      about: "parameters",
      rule: "3.1",
      name: `${capability} refuses any wrong value, even if all the others are right`,
      async run(probe) {
        const { capabilities } = await probe.manifest();
        const spec = capabilities.find((each) => each.capability === capability);
        if (spec === undefined) return `the manifest has no ${capability}`;
        const tried = wrongOnes(spec, parameters).map((wrong) => ({ spec, wrong }));
        if (tried.length === 0) return { not_checked: "it has no rule for its parameters" };
        return firstTaken(probe, tried);
      },
    }),
  ),
];

/** The first parameters that were not refused in words. */
async function firstTaken(
  probe: Probe,
  tried: readonly { spec: Capability; wrong: Parameters }[],
): Promise<string | undefined> {
  const { domain } = await probe.manifest();
  for (const { spec, wrong } of tried) {
    const shown = `${spec.capability} ${JSON.stringify(wrong).slice(0, 200)}`;
    const request = probe.request(domain, spec.capability, wrong, {
      dry_run: spec.effect !== "read",
    });
    const output = outputOf(await probe.execute(request));
    if (typeof output === "string") return `${shown}: ${output}`;
    if (output.status === "success") return `${shown} was accepted`;
    if (output.explanation.trim() === "") return `${shown}: the explanation is empty`;
  }
  return undefined;
}

/** Beside texts and numbers that are plainly wrong, a value of each type. */
const ODD_VALUES: readonly Json[] = ["", "no such value", -1e9, 1.5, true, null, [], {}];

/** One fault at a time: a parameter that is missing, unknown, or has a value that its rule does not allow. */
function wrongOnes({ params_schema }: Capability, right: Parameters): Parameters[] {
  const { properties = {}, required = [], additionalProperties } = closedParams(params_schema);
  const missing = required.map((name) => {
    const { [name]: _, ...rest } = right;
    return rest;
  });
  const odd = Object.entries(properties).flatMap(([name, schema]) => {
    const value = oddFor(schema);
    return value === undefined ? [] : [{ ...right, [name]: value }];
  });
  const unknown = additionalProperties === false ? [{ ...right, no_such_parameter: 1 }] : [];
  return [...missing, ...odd, ...unknown];
}

function oddFor(schema: JsonSchema): Json | undefined {
  const checker = compileSchema(schema);
  return ODD_VALUES.find((value) => !checker.safeParse(value).success);
}
