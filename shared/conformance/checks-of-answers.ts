import { compileSchema } from "../contracts/compile-schema.ts";
import type { Json } from "../contracts/json.ts";
import { closedParams, type JsonSchema } from "../contracts/json-schema.ts";
import type { Capability } from "../contracts/manifest.ts";
import { type Locale, locales, otherLocales } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { isReason } from "../messages/messages.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { counterOf, type DomainCheck, type Verdict } from "./domain-check.ts";
import { choicesOf, type DomainCase, outputOf, type Probe } from "./domain-probe.ts";
import { said } from "./said.ts";

/** What a case's answer must be like, in each language. Effects answer a dry run: nothing happens. */
export function answering(each: DomainCase): DomainCheck[] {
  const { capability } = each;
  return [
    ...locales.map(
      (locale): DomainCheck => ({
        about: "answers",
        rule: "4.2",
        name: said("name.explains_itself_in_language", { capability, language: locale }),
        async run(probe) {
          const output = await askFor(probe, each, { locale });
          if (isReason(output)) return output;
          if (output.explanation.trim() === "") return said("seen.explanation_empty");
          for (const another of otherLocales(locale)) {
            const other = await askFor(probe, each, { locale: another });
            if (isReason(other) || other.explanation !== output.explanation) continue;
            if (!isOnlyValues(output, each.parameters))
              return said("seen.same_words", {
                one_language: locale,
                other_language: another,
                explanation: output.explanation.slice(0, 200),
              });
          }
          return undefined;
        },
      }),
    ),
    {
      about: "answers",
      rule: "4.3",
      name: said("name.answers_as_schema_says", { capability }),
      async run(probe) {
        const output = await askFor(probe, each, {});
        if (isReason(output)) return output;
        return (await brokenPromise(probe, each, output)) ?? unanswerable(output);
      },
    },
    {
      about: "deadlines",
      rule: "5.1",
      name: said("name.does_not_begin_after_deadline", { capability }),
      async run(probe) {
        const count = counterOf(each);
        const before = (await count?.(probe)) ?? 0;
        const output = await askFor(probe, each, { deadline_at: Date.now() - 1000 });
        if (isReason(output)) return output;
        if (output.status !== "failure") return said("seen.wanted_failure", { got: output.status });
        const times = (await count?.(probe)) ?? 0;
        return before === times ? undefined : said("seen.happened_before", { times, before });
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
  name: said("name.every_choice_offers_leads_on"),
  async run(probe): Promise<Verdict> {
    let asked = 0;
    for (const each of cases) {
      const output = await askFor(probe, each, {});
      const within = (why: Reason) => reason("at", { path: each.capability, why });
      if (isReason(output)) return within(output);
      if (output.status !== "clarification") {
        if (each.asks !== true) continue;
        return within(said("seen.wanted_question", { got: output.status }));
      }
      asked += 1;
      const problem = await deadEnd(probe, each, output);
      if (problem !== undefined) return within(problem);
    }
    return asked > 0 ? undefined : { not_checked: said("seen.no_case_asks") };
  },
});

/** More choices than a person would try. */
const MOST_CHOICES = 5;

/** The first choice that its own domain does not understand. */
async function deadEnd(
  probe: Probe,
  each: DomainCase,
  question: DomainOutput,
): Promise<Reason | undefined> {
  const choices = choicesOf(question);
  if (choices.length === 0 && each.asks === true) return said("seen.question_without_choices");
  for (const { label, ...chosen } of choices.slice(0, MOST_CHOICES)) {
    const choice = JSON.stringify(label ?? chosen);
    if (Object.keys(chosen).length === 0)
      return said("seen.choosing_gives_no_parameter", { choice });
    const parameters = { ...each.parameters, ...chosen } as DomainCase["parameters"];
    const output = await askFor(probe, { ...each, parameters }, {});
    if (isReason(output)) return said("seen.after_choosing", { choice, why: output });
    if (output.metadata["code"] === "INVALID_PARAMS")
      return said("seen.refuses_chosen", { choice, explanation: output.explanation });
    if (output.status === "clarification" && output.explanation === question.explanation)
      return said("seen.asks_again", { choice });
  }
  return undefined;
}

/** A read is done; an effect is only tried out. */
async function askFor(
  probe: Probe,
  { capability, parameters }: Pick<DomainCase, "capability" | "parameters">,
  context: { locale?: Locale; deadline_at?: number },
): Promise<DomainOutput | Reason> {
  const manifest = await probe.manifest();
  const spec = manifest.capabilities.find((each) => each.capability === capability);
  if (spec === undefined) return said("seen.not_in_manifest", { capability });
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
): Promise<Reason | undefined> {
  const { capabilities } = await probe.manifest();
  const spec = capabilities.find((each) => each.capability === capability);
  const promised = spec?.effect === "read" ? spec.result_schema : undefined;
  if (output.status !== "success" || promised === undefined) return undefined;
  const checked = compileSchema(promised).safeParse(output.result);
  return checked.success
    ? undefined
    : said("seen.against_result_schema", { why: checked.error.message });
}

/** A question needs choices, or says which parameter it wants. */
const unanswerable = (output: DomainOutput): Reason | undefined =>
  output.status !== "clarification" ||
  typeof output.metadata["missing_param"] === "string" ||
  choicesOf(output).length > 0
    ? undefined
    : said("seen.question_without_candidates");

type Parameters = Record<string, Json>;

/** That parameters are looked at before anything is done with them. Effects answer a dry run. */
export const lookingAtParameters = (cases: readonly DomainCase[]): DomainCheck[] => [
  {
    about: "parameters",
    rule: "3.1",
    name: said("name.parameters_wrong_shape_get_failure_explanation"),
    async run(probe) {
      const { capabilities } = await probe.manifest();
      const tried = capabilities.flatMap((spec) =>
        spec.kind === "service" ? wrongOnes(spec, {}).map((wrong) => ({ spec, wrong })) : [],
      );
      if (tried.length === 0) return { not_checked: said("seen.no_capability_has_rules") };
      return firstTaken(probe, tried);
    },
  },
  ...cases.map(
    ({ capability, parameters }): DomainCheck => ({
      about: "parameters",
      rule: "3.1",
      name: said("name.refuses_each_wrong_value_among_right", { capability }),
      async run(probe) {
        const { capabilities } = await probe.manifest();
        const spec = capabilities.find((each) => each.capability === capability);
        if (spec === undefined) return said("seen.not_in_manifest", { capability });
        const tried = wrongOnes(spec, parameters).map((wrong) => ({ spec, wrong }));
        if (tried.length === 0) return { not_checked: said("seen.has_no_rules") };
        return firstTaken(probe, tried);
      },
    }),
  ),
];

/** The first parameters that were not refused in words. */
async function firstTaken(
  probe: Probe,
  tried: readonly { spec: Capability; wrong: Parameters }[],
): Promise<Reason | undefined> {
  const { domain } = await probe.manifest();
  for (const { spec, wrong } of tried) {
    const call = `${spec.capability} ${JSON.stringify(wrong).slice(0, 200)}`;
    const request = probe.request(domain, spec.capability, wrong, {
      dry_run: spec.effect !== "read",
    });
    const output = outputOf(await probe.execute(request));
    if (isReason(output)) return reason("at", { path: call, why: output });
    if (output.status === "success") return said("seen.accepted", { call });
    if (output.explanation.trim() === "")
      return reason("at", { path: call, why: said("seen.explanation_empty") });
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
