import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Json, type JsonObject, ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { parseTemplate } from "../contracts/references.ts";
import { isReason } from "../messages/messages.ts";
import type { Reason } from "../messages/reason.ts";
import { counterOf, type DomainCheck, type Tried, type Verdict } from "./domain-check.ts";
import {
  type Answer,
  CHECK_USER,
  type DomainCase,
  OTHER_USER,
  outputOf,
  type Probe,
  refused,
} from "./domain-probe.ts";
import { type RuleNumber, said } from "./said.ts";

/**
 * That a key makes an effect happen once. Carries the effect out: only cases that count it are checked. What was made is
 * taken back where the capability says how.
 */
export function actingOnce(each: DomainCase): DomainCheck[] {
  const count = counterOf(each);
  return count === undefined ? [] : actingOnceIn(each, count);
}

/** The effects that no case counts: no one can tell whether they happen once. */
export function notCounted({ capabilities }: Manifest, cases: readonly DomainCase[]): Tried[] {
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
      check: {
        about: "effects",
        rule: "6.2",
        name: said("name.happens_once_one_key", { capability }),
      },
      verdict: { not_checked: said("seen.not_counted") },
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
  const sameAnswer = (answers: Answer[], before: number, after: number): Reason | undefined => {
    const outputs = answers.map(outputOf);
    const problem = outputs.find(isReason);
    if (problem !== undefined) return problem;
    if (!outputs.every((output) => isDeepStrictEqual(output, outputs[0])))
      return said("seen.answers_differ", {
        answers: answers.map(({ text }) => text.slice(0, 200)).join(" | "),
      });
    const times = after - before;
    return times === 1 ? undefined : said("seen.happened", { times });
  };
  const check = (rule: RuleNumber, name: Reason, run: Run): DomainCheck => ({
    about: "effects",
    rule,
    name,
    run: (probe) => andTakeBack(probe, capability, run),
  });
  const refusesKey = (
    name: Reason,
    again: (key: string, probe: Probe, call: Call) => Promise<Answer>,
  ): DomainCheck =>
    check("6.5", name, async (probe, call) => {
      const key = randomUUID();
      await call(parameters, key);
      const before = await count(probe);
      const problem = refused(await again(key, probe, call), 422);
      const after = await count(probe);
      return problem ?? (after === before ? undefined : said("seen.happened_nevertheless"));
    });

  /** Mixed users are a fault where the author says that they are kept apart, and a question where nothing is said. */
  const mixed = (why: Reason): Verdict =>
    counted_by?.shared === false ? why : { not_checked: said("seen.say_whether_shared", { why }) };
  const keptApart = [
    check("6.7", said("name.visible_only_own_user", { capability }), async (probe, call) => {
      const before = await count(probe, OTHER_USER);
      await call(parameters, randomUUID());
      const more = (await count(probe, OTHER_USER)) - before;
      return more === 0 ? undefined : mixed(said("seen.sees_others", { more }));
    }),
    check(
      "6.7",
      said("name.keeps_two_users_apart_when_both", { capability }),
      async (probe, call) => {
        const users = [CHECK_USER, OTHER_USER];
        const counts = () => Promise.all(users.map((user) => count(probe, user)));
        const before = await counts();
        await Promise.all([...users, ...users].map((user) => call(parameters, randomUUID(), user)));
        const [one = 0, other = 0] = (await counts()).map((after, at) => after - (before[at] ?? 0));
        const [each, code] =
          counted_by?.once === true
            ? ([1, "seen.see_more_than_one"] as const)
            : ([2, "seen.see_more_than_two"] as const);
        return one === each && other === each ? undefined : mixed(said(code, { one, other }));
      },
    ),
    check("6.7", said("name.can_only_be_undone_by_own", { capability }), async (probe, call) => {
      const { domain, capabilities } = await probe.manifest();
      const undo = capabilities.find((each) => each.capability === capability)?.undo;
      if (undo === undefined) return { not_checked: said("seen.names_no_undo") };
      const made = outputOf(await call(parameters, randomUUID()));
      if (isReason(made)) return made;
      const before = await count(probe);
      const filled = receiptIn(undo.params, made);
      const theirs = probe.request(domain, undo.capability, filled, { user_id: OTHER_USER });
      await probe.execute(theirs, { "idempotency-key": randomUUID() });
      const now = await count(probe);
      return now === before ? undefined : mixed(said("seen.undid_others", { before, now }));
    }),
  ];
  const checks = [
    check(
      "6.2",
      said("name.happens_once_one_key_and_second", { capability }),
      async (probe, call) => {
        const key = randomUUID();
        const before = await count(probe);
        const first = await call(parameters, key);
        const second = await call(parameters, key);
        const problem = sameAnswer([first, second], before, await count(probe));
        if (problem !== undefined) return problem;
        return second.headers.get("idempotency-replayed") === "true"
          ? undefined
          : said("seen.no_header", { header: "idempotency-replayed: true" });
      },
    ),
    check(
      "6.3",
      said("name.happens_once_simultaneous_calls", { capability }),
      async (probe, call) => {
        const key = randomUUID();
        const before = await count(probe);
        const twins = await Promise.all(Array.from({ length: 8 }, () => call(parameters, key)));
        return sameAnswer(twins, before, await count(probe));
      },
    ),
    check("6.4", said("name.happens_again_another_key", { capability }), async (probe, call) => {
      // Where the same again is there already, something else has to be made.
      const again = counted_by?.once === true ? other_parameters : parameters;
      if (again === undefined) return { not_checked: said("seen.once_needs_others") };
      const before = await count(probe);
      await call(parameters, randomUUID());
      await call(again, randomUUID());
      const times = (await count(probe)) - before;
      return times === 2 ? undefined : said("seen.wanted_twice", { times });
    }),
    {
      about: "effects",
      rule: "6.6",
      name: said("name.undone_by_capability_names", { capability }),
      async run(probe) {
        const { capabilities } = await probe.manifest();
        const spec = capabilities.find((each) => each.capability === capability);
        if (spec?.undo === undefined) return { not_checked: said("seen.names_no_undo") };
        const before = await count(probe);
        const problem = await andTakeBack(probe, capability, async (_probe, call) => {
          await call(parameters, randomUUID());
          return undefined;
        });
        if (problem !== undefined) return problem;
        // What counts deeds instead of what is there counts taking back as one more.
        if (counted_by === undefined) return undefined;
        const now = await count(probe);
        return now === before ? undefined : said("seen.before_and_now", { before, now });
      },
    } satisfies DomainCheck,
    refusesKey(said("name.refuses_key_another_user_used", { capability }), async (key, probe) => {
      const { domain } = await probe.manifest();
      const theirs = probe.request(domain, capability, parameters, { user_id: OTHER_USER });
      return probe.execute(theirs, { "idempotency-key": key });
    }),
    ...(counted_by === undefined || counted_by.shared === true ? [] : keptApart),
  ];
  if (other_parameters === undefined) return checks;
  return [
    ...checks,
    refusesKey(said("name.refuses_key_was_used_other_parameters", { capability }), (key, _, call) =>
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
): Promise<() => Promise<Tried[]>> {
  const counted = cases.flatMap((each) => {
    // What is counted from outside counts deeds, not what is there.
    const count = each.counted_by === undefined ? undefined : counterOf(each);
    return count === undefined ? [] : [{ ...each, count }];
  });
  const first = [...new Map(counted.map((each) => [each.capability, each])).values()];
  const before = await Promise.all(first.map(({ count }) => count(probe).catch(() => undefined)));
  return async () => {
    const { capabilities } = await probe.manifest();
    const told: Tried[] = [];
    for (const [at, { capability, count }] of first.entries()) {
      const was = before[at];
      const is = await count(probe).catch(() => undefined);
      if (was === undefined || is === undefined || is <= was) continue;
      const undo = capabilities.find((each) => each.capability === capability)?.undo?.capability;
      const why =
        undo === undefined ? said("seen.names_no_undo") : said("seen.did_not_undo_all", { undo });
      told.push({
        check: {
          about: "effects",
          rule: "6.6",
          name: said("name.leaves_no_trace_check", { capability }),
        },
        verdict: { not_checked: said("seen.left", { count: is - was, user: CHECK_USER, why }) },
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
    if (!isReason(output) && output.status === "success") receipts.set(key, { output, user_id });
    return answer;
  });
  if (undo === undefined) return verdict;
  for (const { output: receipt, user_id } of receipts.values()) {
    const filled = receiptIn(undo.params, receipt);
    const output = outputOf(await execute(undo.capability, filled, randomUUID(), user_id));
    if (isReason(output) || output.status !== "success") {
      const why = isReason(output) ? output : output.explanation;
      return verdict ?? said("seen.did_not_undo", { undo: undo.capability, why });
    }
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
