import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Manifest } from "../contracts/manifest.ts";
import { counterOf } from "./cases.ts";
import type { CheckResult, DomainCheck, Verdict } from "./domain-check.ts";
import type { Answer, DomainCase, Probe } from "./domain-probe.ts";
import { outputOf, refused } from "./wire-answers.ts";

/** That a key makes an effect happen once. Carries the effect out: only cases that count it are checked. */
export function actingOnce(each: DomainCase): DomainCheck[] {
  const count = counterOf(each);
  return count === undefined ? [] : actingOnceIn(each, count);
}

/** The effects that no case counts: nobody can tell whether they happen once. */
export function notCounted(
  { capabilities }: Manifest,
  cases: readonly DomainCase[],
): CheckResult[] {
  const counted = new Set(
    cases.filter((each) => counterOf(each) !== undefined).map(({ capability }) => capability),
  );
  return capabilities
    .filter(({ effect, kind }) => effect !== "read" && kind === "service")
    .filter(({ capability }) => !counted.has(capability))
    .map(({ capability }) => ({
      about: "effects",
      name: `${capability} happens once for one key`,
      outcome: "not_checked",
      detail: "no case with counted_by says how often it has happened",
    }));
}

function actingOnceIn(
  { capability, parameters, other_parameters }: DomainCase,
  count: (probe: Probe) => Promise<number>,
): DomainCheck[] {
  const call = async (probe: Probe, parameters: DomainCase["parameters"], key: string) => {
    const { domain } = await probe.manifest();
    return probe.execute(probe.request(domain, capability, parameters), { "idempotency-key": key });
  };
  /** What is wrong with several answers to one key that should have acted once. */
  const sameAnswer = (answers: Answer[], before: number, after: number): string | undefined => {
    const outputs = answers.map(outputOf);
    const problem = outputs.find((output) => typeof output === "string");
    if (typeof problem === "string") return problem;
    if (!outputs.every((output) => isDeepStrictEqual(output, outputs[0])))
      return `the answers differ: ${answers.map(({ text }) => text.slice(0, 200)).join(" | ")}`;
    return after - before === 1 ? undefined : `it happened ${after - before} times`;
  };
  const check = (name: string, run: (probe: Probe) => Promise<Verdict>): DomainCheck => ({
    about: "effects",
    name: `${capability} ${name}`,
    run,
  });

  const checks = [
    check("happens once for one key, and the second answer says it is a replay", async (probe) => {
      const key = randomUUID();
      const before = await count(probe);
      const first = await call(probe, parameters, key);
      const second = await call(probe, parameters, key);
      const problem = sameAnswer([first, second], before, await count(probe));
      if (problem !== undefined) return problem;
      return second.headers.get("idempotency-replayed") === "true"
        ? undefined
        : "no header idempotency-replayed: true";
    }),
    check("happens once for twins that come together", async (probe) => {
      const key = randomUUID();
      const before = await count(probe);
      const twins = await Promise.all(
        Array.from({ length: 8 }, () => call(probe, parameters, key)),
      );
      return sameAnswer(twins, before, await count(probe));
    }),
    check("happens again for another key", async (probe) => {
      const before = await count(probe);
      await call(probe, parameters, randomUUID());
      await call(probe, parameters, randomUUID());
      const times = (await count(probe)) - before;
      return times === 2 ? undefined : `wanted twice, it happened ${times} times`;
    }),
  ];
  if (other_parameters === undefined) return checks;
  return [
    ...checks,
    check("refuses a key that was used for other parameters", async (probe) => {
      const key = randomUUID();
      await call(probe, parameters, key);
      const before = await count(probe);
      const problem = refused(await call(probe, other_parameters, key), 422);
      const after = await count(probe);
      return problem ?? (after === before ? undefined : "it happened nevertheless");
    }),
  ];
}
