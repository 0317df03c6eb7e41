import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Json, type JsonObject, ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { parseTemplate } from "../contracts/references.ts";
import {
  type CheckResult,
  counterOf,
  type DomainCheck,
  type RuleNumber,
  type Verdict,
} from "./domain-check.ts";
import {
  type Answer,
  CHECK_USER,
  type DomainCase,
  OTHER_USER,
  outputOf,
  type Probe,
  refused,
} from "./domain-probe.ts";

/**
 * That a key makes an effect happen once. Carries the effect out: only cases that count it are checked. What was made is
 * taken back where the capability says how.
 */
export function actingOnce(each: DomainCase): DomainCheck[] {
  const count = counterOf(each);
  return count === undefined ? [] : actingOnceIn(each, count);
}

/** The effects that no case counts: no one can tell whether they happen once. */
export function notCounted(
  { capabilities }: Manifest,
  cases: readonly DomainCase[],
): CheckResult[] {
  const own = cases
    .filter((each) => counterOf(each) !== undefined)
    .map(({ capability }) => capability);
  // What takes a counted one back is tried with it.
  const undoing = capabilities
    .filter(({ capability }) => own.includes(capability))
    .flatMap(({ undo }) => undo?.capability ?? []);
  const counted = new Set([...own, ...undoing]);
  return capabilities
    .filter(({ effect, kind }) => effect !== "read" && kind === "service")
    .filter(({ capability }) => !counted.has(capability))
    .map(({ capability }) => ({
      about: "effects",
      rule: "6.2",
      name: `${capability} takes effect only once for one key`,
      outcome: "not_checked",
      detail: "no case with counted_by says how often it has happened",
    }));
}

type Call = (
  parameters: DomainCase["parameters"],
  key: string,
  user_id?: string,
) => Promise<Answer>;
type Run = (probe: Probe, call: Call) => Promise<Verdict>;

function actingOnceIn(
  { capability, parameters, other_parameters, counted_by }: DomainCase,
  count: (probe: Probe, user_id?: string) => Promise<number>,
): DomainCheck[] {
  /** What is wrong with several answers to one key that should have acted once. */
  const sameAnswer = (answers: Answer[], before: number, after: number): string | undefined => {
    const outputs = answers.map(outputOf);
    const problem = outputs.find((output) => typeof output === "string");
    if (typeof problem === "string") return problem;
    if (!outputs.every((output) => isDeepStrictEqual(output, outputs[0])))
      return `the answers differ: ${answers.map(({ text }) => text.slice(0, 200)).join(" | ")}`;
    return after - before === 1 ? undefined : `it happened ${after - before} times`;
  };
  const check = (rule: RuleNumber, name: string, run: Run): DomainCheck => ({
    about: "effects",
    rule,
    name: `${capability} ${name}`,
    run: (probe) => andTakeBack(probe, capability, run),
  });
  const refusesKey = (
    name: string,
    again: (key: string, probe: Probe, call: Call) => Promise<Answer>,
  ): DomainCheck =>
    check("6.5", name, async (probe, call) => {
      const key = randomUUID();
      await call(parameters, key);
      const before = await count(probe);
      const problem = refused(await again(key, probe, call), 422);
      const after = await count(probe);
      return problem ?? (after === before ? undefined : "it happened nevertheless");
    });

  /** Mixed users are a fault where the author says that they are kept apart, and a question where nothing is said. */
  const mixed = (seen: string): Verdict =>
    counted_by?.shared === false
      ? seen
      : { not_checked: `${seen}: set shared in counted_by to true or false` };
  const keptApart = [
    check(
      "6.7",
      "creates data that is visible only to the user who called it",
      async (probe, call) => {
        const before = await count(probe, OTHER_USER);
        await call(parameters, randomUUID());
        const more = (await count(probe, OTHER_USER)) - before;
        return more === 0
          ? undefined
          : mixed(`one user sees what another has made (${more} more than before)`);
      },
    ),
    check("6.7", "keeps two users apart when both call it at once", async (probe, call) => {
      const users = [CHECK_USER, OTHER_USER];
      const counts = () => Promise.all(users.map((user) => count(probe, user)));
      const before = await counts();
      await Promise.all([...users, ...users].map((user) => call(parameters, randomUUID(), user)));
      const more = (await counts()).map((after, at) => after - (before[at] ?? 0));
      const each = counted_by?.once === true ? "one" : "two";
      return more.every((own) => own === (each === "one" ? 1 : 2))
        ? undefined
        : mixed(`two users made ${each} each, and they see ${more.join(" and ")} more`);
    }),
    check("6.7", "can be undone only by the user who called it", async (probe, call) => {
      const { domain, capabilities } = await probe.manifest();
      const undo = capabilities.find((each) => each.capability === capability)?.undo;
      if (undo === undefined) return { not_checked: "it names no undo" };
      const made = outputOf(await call(parameters, randomUUID()));
      if (typeof made === "string") return made;
      const before = await count(probe);
      const filled = receiptIn(undo.params, made);
      const theirs = probe.request(domain, undo.capability, filled, { user_id: OTHER_USER });
      await probe.execute(theirs, { "idempotency-key": randomUUID() });
      const after = await count(probe);
      return after === before
        ? undefined
        : mixed(
            `one user undid what another had done (there were ${before}, now there are ${after})`,
          );
    }),
  ];
  const checks = [
    check(
      "6.2",
      "takes effect only once for one key, and the second answer says it is a replay",
      async (probe, call) => {
        const key = randomUUID();
        const before = await count(probe);
        const first = await call(parameters, key);
        const second = await call(parameters, key);
        const problem = sameAnswer([first, second], before, await count(probe));
        if (problem !== undefined) return problem;
        return second.headers.get("idempotency-replayed") === "true"
          ? undefined
          : "no header idempotency-replayed: true";
      },
    ),
    check("6.3", "takes effect only once for simultaneous calls", async (probe, call) => {
      const key = randomUUID();
      const before = await count(probe);
      const twins = await Promise.all(Array.from({ length: 8 }, () => call(parameters, key)));
      return sameAnswer(twins, before, await count(probe));
    }),
    check("6.4", "takes effect again for another key", async (probe, call) => {
      // Where the same again is there already, something else has to be made.
      const again = counted_by?.once === true ? other_parameters : parameters;
      if (again === undefined) return { not_checked: "once: true needs other_parameters" };
      const before = await count(probe);
      await call(parameters, randomUUID());
      await call(again, randomUUID());
      const times = (await count(probe)) - before;
      return times === 2
        ? undefined
        : `it should have happened twice, but it happened ${times} times`;
    }),
    {
      about: "effects",
      rule: "6.6",
      name: `${capability} is undone by the capability it names`,
      async run(probe) {
        const { capabilities } = await probe.manifest();
        const spec = capabilities.find((each) => each.capability === capability);
        if (spec?.undo === undefined) return { not_checked: "it names no undo" };
        const before = await count(probe);
        const problem = await andTakeBack(probe, capability, async (_probe, call) => {
          await call(parameters, randomUUID());
          return undefined;
        });
        if (problem !== undefined) return problem;
        // What counts deeds instead of what is there counts taking back as one more.
        if (counted_by === undefined) return undefined;
        const after = await count(probe);
        return after === before
          ? undefined
          : `there were ${before} before, and there are ${after} now`;
      },
    } satisfies DomainCheck,
    refusesKey("refuses a key that another user used", async (key, probe) => {
      const { domain } = await probe.manifest();
      const theirs = probe.request(domain, capability, parameters, { user_id: OTHER_USER });
      return probe.execute(theirs, { "idempotency-key": key });
    }),
    ...(counted_by === undefined || counted_by.shared === true ? [] : keptApart),
  ];
  if (other_parameters === undefined) return checks;
  return [
    ...checks,
    refusesKey("refuses a key that was used for other parameters", (key, _, call) =>
      call(other_parameters, key),
    ),
  ];
}

/**
 * What the counted cases have left in the domain when everything was tried, told for each; to be asked before the first
 * check, and called after the last.
 */
export async function leavings(
  probe: Probe,
  cases: readonly DomainCase[],
): Promise<() => Promise<CheckResult[]>> {
  const counted = cases.flatMap((each) => {
    // What is counted from outside counts deeds, not what is there.
    const count = each.counted_by === undefined ? undefined : counterOf(each);
    return count === undefined ? [] : [{ ...each, count }];
  });
  const first = [...new Map(counted.map((each) => [each.capability, each])).values()];
  const before = await Promise.all(first.map(({ count }) => count(probe).catch(() => undefined)));
  return async () => {
    const { capabilities } = await probe.manifest();
    const told: CheckResult[] = [];
    for (const [at, { capability, count }] of first.entries()) {
      const was = before[at];
      const is = await count(probe).catch(() => undefined);
      if (was === undefined || is === undefined || is <= was) continue;
      const undo = capabilities.find((each) => each.capability === capability)?.undo?.capability;
      const why = undo === undefined ? "it names no undo" : `${undo} did not undo it`;
      told.push({
        about: "effects",
        rule: "6.6",
        name: `${capability} leaves no trace of the check`,
        outcome: "not_checked",
        detail: `what this check made is still there (${is - was} for the user "${CHECK_USER}"): ${why}`,
      });
    }
    return told;
  };
}

/** Runs a check, and takes back what it made, once for each receipt, where the capability says how. */
async function andTakeBack(probe: Probe, capability: string, run: Run): Promise<Verdict> {
  const { domain, capabilities } = await probe.manifest();
  const undo = capabilities.find((each) => each.capability === capability)?.undo;
  const execute = (
    name: string,
    parameters: DomainCase["parameters"],
    key: string,
    user_id?: string,
  ) => {
    const request = probe.request(domain, name, parameters, { ...(user_id && { user_id }) });
    return probe.execute(request, { "idempotency-key": key });
  };
  const receipts = new Map<string, { output: DomainOutput; user_id: string | undefined }>();
  const verdict = await run(probe, async (parameters, key, user_id) => {
    const answer = await execute(capability, parameters, key, user_id);
    const output = outputOf(answer);
    if (typeof output !== "string" && output.status === "success")
      receipts.set(key, { output, user_id });
    return answer;
  });
  if (undo === undefined) return verdict;
  for (const { output: receipt, user_id } of receipts.values()) {
    const filled = receiptIn(undo.params, receipt);
    const output = outputOf(await execute(undo.capability, filled, randomUUID(), user_id));
    const problem = typeof output === "string" ? output : output.explanation;
    if (typeof output === "string" || output.status !== "success")
      return verdict ?? `${undo.capability} did not undo it: ${problem}`;
  }
  return verdict;
}

/** An undo's parameters with what the receipt says: `${receipt.result.id}` as a whole text. */
const receiptIn = (params: JsonObject, receipt: DomainOutput): JsonObject =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      const [only] = parseTemplate(value);
      if (only === undefined || typeof only === "string") return [name, value];
      const path = [only.field, ...only.path];
      return [name, path.reduce<unknown>(ownValue, receipt) as Json];
    }),
  );
