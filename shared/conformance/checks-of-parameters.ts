import { compileSchema } from "../contracts/compile-schema.ts";
import type { Json } from "../contracts/json.ts";
import { closedParams, type JsonSchema } from "../contracts/json-schema.ts";
import type { Capability } from "../contracts/manifest.ts";
import type { DomainCheck } from "./domain-check.ts";
import type { DomainCase, Probe } from "./domain-probe.ts";
import { outputOf } from "./wire-answers.ts";

type Parameters = Record<string, Json>;

/** That parameters are looked at before anything is done with them. Effects answer a dry run. */
export const lookingAtParameters = (cases: readonly DomainCase[]): DomainCheck[] => [
  {
    about: "parameters",
    rule: "3.1",
    name: "parameters of the wrong shape are a failure in words, not an error",
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
      name: `${capability} refuses each wrong value among right ones`,
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
    if (output.status === "success") return `${shown} was taken`;
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
