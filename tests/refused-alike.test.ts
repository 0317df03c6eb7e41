import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CheckResult } from "#shared/conformance/domain-check.ts";
import { checkOne } from "../cli/commands/check-domain.ts";
import { fakeTerminal } from "../cli/testing/fake-terminal.ts";
import {
  aFolder,
  aRegistry,
  aService,
  draft,
} from "../orchestrator/catalogue/registry/registry.fixture.ts";
import { oneJobAtATime } from "../orchestrator/quality/review/job-runner.ts";
import { openReview } from "../orchestrator/quality/review/open-review.ts";
import { lintFiles } from "../orchestrator/quality/tools/lint.ts";
import { followupClash } from "../orchestrator/understanding/followup-phrases.ts";
import { buildUnderstanding } from "../orchestrator/understanding/understand.ts";

// What an orchestrator would not take, its author is told by `lint` and `check-domain` before it is started.

type Hints = Record<string, unknown>;
/** A manifest with one goal that is asked for so, and these capabilities beside its own. */
const goal = (more: Hints, hints: Hints = {}) => ({ goals: [{ hints, ...more }] });
const capability = (more: Hints) => ({ capabilities: [more] });
const examples = (...en: string[]) => goal({}, { examples: { en } });
const templates = (...en: string[]) => goal({}, { templates: { en } });

/** By what is wrong; each stands beside all others in one bootstrap file. */
const BROKEN: Readonly<Record<string, Hints>> = {
  an_unknown_field: { efect: "read" },
  no_version: { version: "one" },
  a_goal_that_leads_nowhere: goal({ capability: "no_such" }),
  a_goal_declared_twice: { goals: [{}, {}] },
  a_list_that_is_not_there: goal({ entities_schema: { size: { list: "sizes" } } }),
  a_default_that_is_no_value: goal({
    entities_schema: { size: { type: "enum", values: ["S", "M"], default: "L" } },
  }),
  a_question_about_nothing: goal({ question: { en: "Do you want {size}?" } }),
  a_plan_without_its_type: goal({ plan: { may_use: ["no_such"] } }),
  a_watched_value_that_is_not_there: {
    ...goal({ watchable: [{ name: "size", path: "size", words: { en: ["size"] } }] }),
    ...capability({ result_schema: { type: "object", properties: {} } }),
  },
  a_watched_effect: {
    ...goal({ watchable: [{ name: "size", path: "size", words: { en: ["size"] } }] }),
    ...capability({ effect: "write" }),
  },
  a_schema_that_checks_nothing: capability({
    params_schema: { type: "object", properties: { size: { minimum: 1 } } },
  }),
  a_template_without_its_end: templates("show (the|a size"),
  a_template_of_an_unknown_rule: templates("<opening> the size"),
  a_template_of_an_unknown_value: templates("show the {size}"),
  an_example_that_marks_nothing: examples("show the [big](size) one"),
  an_example_that_is_denied: goal(
    {},
    { examples: { en: ["show the size"] }, negatives: { en: [{ text: "show the size" }] } },
  ),
  an_example_that_is_an_answer: examples("yes"),
  a_followup_of_one_word: capability({ metadata: { followup: { hints: { en: ["mail"] } } } }),
  an_undo_that_is_not_there: capability({ effect: "write", undo: { capability: "no_such" } }),
  an_undo_of_nothing: {
    capabilities: [
      {
        effect: "write",
        result_schema: { type: "object", properties: {} },
        undo: { capability: "put_back", params: { id: "${receipt.result.id}" } },
      },
      { capability: "put_back", effect: "write" },
    ],
  },
  a_search_that_is_not_there: capability({
    metadata: { flow: { pre: [{ type: "find", param: "id", search_capability: "no_such" }] } },
  }),
  a_count_that_is_no_read: capability({
    effect: "destructive",
    bulk: { counted_by: "no_such", total: "/total" },
  }),
  a_map_from_nowhere: capability({
    metadata: {
      composition: {
        followup_roles: ["notifier"],
        param_map: { text: { from_parameters: ["no_such"] } },
      },
    },
  }),
};

/** The draft of a domain with what is wrong in its place. */
function broken(domain: string, { goals, capabilities, ...more }: Hints): Hints {
  const whole = draft(domain);
  const onto = (own: readonly object[] = [], given: unknown) =>
    Array.isArray(given)
      ? given.map((each: object, at) => ({
          ...(at === 0 || own.length > at ? own[at] : own[0]),
          ...each,
        }))
      : own;
  return {
    ...whole,
    ...more,
    goals: onto(whole.goals, goals),
    capabilities: onto(whole.capabilities, capabilities),
  };
}

const manifests = new Map(
  Object.entries(BROKEN).map(([name, fault]) => [name, broken(name, fault)] as const),
);
manifests.set("nothing", broken("nothing", {}));

it("lint and check-domain refuse what an orchestrator refuses, and nothing of what it takes", async () => {
  const folder = aFolder();
  const entries = [...manifests].map(([name, manifest]) => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(manifest));
    return { name, manifest: join(folder, `${name}.json`) };
  });
  const quiet = { info() {}, warn() {}, error() {} };
  const review = openReview({
    ...{ policy: "warn", recorded: async () => [], aside: oneJobAtATime(), log: quiet },
    lints: false,
  });
  const { registry, file } = await aRegistry(entries, {
    prepare: (catalogue) => {
      buildUnderstanding(catalogue);
      return catalogue;
    },
    objectionTo: review.objectionTo,
    clashOf: followupClash,
  });
  await registry.ready;
  const { domains } = registry.status();
  const refused = domains.filter(({ problem }) => problem !== null).map(({ name }) => name);
  expect(refused).toEqual(Object.keys(BROKEN));

  const { findings, missing } = await lintFiles(undefined, { REGENTE_BOOTSTRAP: file });
  const errors = findings.filter(({ level }) => level === "error");
  const told = new Set([...missing, ...errors].map(({ domain }) => domain));
  expect([...manifests.keys()].filter((name) => told.has(name))).toEqual(refused);

  const checked: string[] = [];
  for (const [name, manifest] of manifests) {
    const { url } = await aService(manifest);
    const { terminal, shown } = fakeTerminal(false);
    const asked = { url, secret: undefined, cases: undefined, client: undefined };
    // What `regente check-domain --json` does; that the program does it, its own tests show.
    await checkOne({ ...asked, json: true, all: false }, terminal, new AbortController().signal);
    const { checks } = JSON.parse(shown.output) as { checks: CheckResult[] };
    const own = checks.filter(({ rule }) => rule === "1.2" || rule === "1.4");
    if (own.some(({ outcome }) => outcome === "failed")) checked.push(name);
  }
  expect(checked).toEqual(refused);
});
