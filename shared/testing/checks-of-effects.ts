import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Answer, DomainCase, DomainCheck, Probe } from "./domain-probe.ts";
import { outputOf, refused } from "./wire-answers.ts";

/** That a key makes an effect happen once. Carries the effect out: only cases that count it are checked. */
export function actingOnce(each: DomainCase): DomainCheck[] {
  const { capability, parameters, other_parameters, happened } = each;
  if (happened === undefined) return [];
  const call = async (probe: Probe, parameters: DomainCase["parameters"], key: string) => {
    const { domain } = await probe.manifest();
    return probe.execute(probe.request(domain, capability, parameters), { "idempotency-key": key });
  };
  /** What is wrong with several answers to one key that should have acted `times`. */
  const sameAnswer = (answers: Answer[], before: number, after: number): string | undefined => {
    const outputs = answers.map(outputOf);
    const problem = outputs.find((output) => typeof output === "string");
    if (typeof problem === "string") return problem;
    if (!outputs.every((output) => isDeepStrictEqual(output, outputs[0])))
      return `the answers differ: ${answers.map(({ text }) => text.slice(0, 200)).join(" | ")}`;
    return after - before === 1 ? undefined : `it happened ${after - before} times`;
  };

  const checks: DomainCheck[] = [
    {
      name: `${capability} happens once for one key, and the second answer says it is a replay`,
      async run(probe) {
        const key = randomUUID();
        const before = await happened();
        const first = await call(probe, parameters, key);
        const second = await call(probe, parameters, key);
        const problem = sameAnswer([first, second], before, await happened());
        if (problem !== undefined) return problem;
        return second.headers.get("idempotency-replayed") === "true"
          ? undefined
          : "no header idempotency-replayed: true";
      },
    },
    {
      name: `${capability} happens once for twins that come together`,
      async run(probe) {
        const key = randomUUID();
        const before = await happened();
        const twins = await Promise.all(
          Array.from({ length: 8 }, () => call(probe, parameters, key)),
        );
        return sameAnswer(twins, before, await happened());
      },
    },
    {
      name: `${capability} happens again for another key`,
      async run(probe) {
        const before = await happened();
        await call(probe, parameters, randomUUID());
        await call(probe, parameters, randomUUID());
        const times = (await happened()) - before;
        return times === 2 ? undefined : `wanted twice, it happened ${times} times`;
      },
    },
  ];
  if (other_parameters === undefined) return checks;
  return [
    ...checks,
    {
      name: `${capability} refuses a key that was used for other parameters`,
      async run(probe) {
        const key = randomUUID();
        await call(probe, parameters, key);
        const before = await happened();
        const problem = refused(await call(probe, other_parameters, key), 422);
        const after = await happened();
        return problem ?? (after === before ? undefined : "it happened nevertheless");
      },
    },
  ];
}
