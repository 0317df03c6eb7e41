import { ownValue } from "../contracts/json.ts";
import { compileSchema } from "../contracts/json-schema.ts";
import { type Locale, locales } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import type { DomainCase, DomainCheck, Probe } from "./domain-probe.ts";
import { outputOf } from "./wire-answers.ts";

/** What a case's answer must be like, in each language. Effects answer a dry run: nothing happens. */
export function answering(each: DomainCase): DomainCheck[] {
  const ask = (probe: Probe, locale: Locale, deadline_at?: number) =>
    askFor(probe, each, { locale, ...(deadline_at === undefined ? {} : { deadline_at }) });
  return [
    ...locales.map(
      (locale): DomainCheck => ({
        name: `${each.capability} explains itself in ${locale}`,
        async run(probe) {
          const output = await ask(probe, locale);
          if (typeof output === "string") return output;
          if (output.explanation.trim() === "") return "the explanation is empty";
          const other = await ask(probe, locale === "en" ? "pt-BR" : "en");
          if (typeof other !== "string" && other.explanation === output.explanation)
            return `the same words in both languages: ${output.explanation.slice(0, 200)}`;
          return undefined;
        },
      }),
    ),
    {
      name: `${each.capability} answers what its schema says`,
      async run(probe) {
        const output = await ask(probe, "en");
        if (typeof output === "string") return output;
        return (await brokenPromise(probe, each, output)) ?? unanswerable(output);
      },
    },
    {
      name: `${each.capability} does not begin after its deadline`,
      async run(probe) {
        const before = await each.happened?.();
        const output = await ask(probe, "en", Date.now() - 1000);
        if (typeof output === "string") return output;
        if (output.status !== "failure") return `wanted a failure, got ${output.status}`;
        const after = await each.happened?.();
        return before === after ? undefined : `it happened ${after} times, before it ${before}`;
      },
    },
  ];
}

async function askFor(
  probe: Probe,
  { capability, parameters }: DomainCase,
  context: { locale: Locale; deadline_at?: number },
): Promise<DomainOutput | string> {
  const manifest = await probe.manifest();
  const spec = manifest.capabilities.find((each) => each.capability === capability);
  if (spec === undefined) return `the manifest has no ${capability}`;
  const request = probe.request(manifest.domain, capability, parameters, context);
  request.context.dry_run = spec.effect !== "read";
  return outputOf(await probe.execute(request));
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
  return checked.success ? undefined : `against its result_schema: ${checked.error.message}`;
}

/** A question needs choices, or says which parameter it wants. */
function unanswerable({ status, result, metadata }: DomainOutput): string | undefined {
  if (status !== "clarification" || typeof ownValue(metadata, "missing_param") === "string")
    return undefined;
  const candidates = ownValue(result, "candidates");
  return Array.isArray(candidates) && candidates.length > 0
    ? undefined
    : "a question without candidates and without missing_param";
}
