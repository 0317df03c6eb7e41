import { afterEach, describe, expect, it } from "vitest";
import { type LintFinding, lintReport } from "#shared/contracts/lint.ts";
import { type Manifest, type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import type { DiffPolicy } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { ManifestsRefused } from "../../catalogue/registry/in-force.ts";
import { type JobRunner, oneJobAtATime } from "./job-runner.ts";
import { doJob } from "./jobs.ts";
import { openReview, type Review, type ReviewDeps } from "./open-review.ts";

const template = (en: string[]) => ({ hints: { templates: { en } } });
const manifestOf = (domain: string, templates: string[], more: Partial<ManifestSource> = {}) =>
  manifestSchema.parse({
    manifest_version: "1",
    domain,
    version: "1.0.0",
    description: { en: domain },
    goals: [
      {
        goal: `ASK_${domain.toUpperCase()}`,
        description: { en: `Ask for the ${domain}` },
        capability: `get_${domain}`,
        ...template(templates),
      },
    ],
    capabilities: [{ capability: `get_${domain}`, effect: "read" }],
    ...more,
  });
const weather = manifestOf("weather", ["will it rain [today]"]);
const tides = manifestOf("tides", ["how high is the tide"]);
const greedyTides = manifestOf("tides", ["how high is the tide", "will it rain today"]);
const broken = manifestOf("tides", ["how high is the {tide}"], { version: "2.0.0" });

const NOTHING = buildCatalogue([]);
const catalogueOf = (...manifests: Manifest[]) => buildCatalogue(manifests);

/** Not in a process of its own, which lets everything else on the machine go before it. */
const here: JobRunner = async (job) => doJob(structuredClone(job));

let review: Review;
afterEach(() => review.close());

/** A review that looks at once, and the lines it writes, to wait on. */
function open(policy: DiffPolicy, recorded: string[] = [], more: Partial<ReviewDeps> = {}) {
  const lines: { fields: object; message: string }[] = [];
  let wake = () => {};
  const write = (fields: object, message: string) => {
    lines.push({ fields, message });
    wake();
  };
  review = openReview({
    policy,
    recorded: async () => recorded,
    aside: oneJobAtATime(here),
    log: { info: write, warn: write, error: write },
    settleMs: 0,
    ...more,
  });
  return {
    lines,
    /** Resolves with the next such line, or the one that is there already. */
    logged: async (start: string) => {
      for (;;) {
        const found = lines.find(({ message }) => message.startsWith(start));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
const rules = () => review.report().findings.map(({ rule }) => rule);

describe("a new manifest", () => {
  it("is held back by its errors, in a sentence, and the report keeps them", () => {
    open("warn");
    expect(review.objectionTo(broken)).toBe(
      'goals.0.hints.templates.en.0: The template cannot be used: {tide} is neither a list nor an entity. ("how high is the {tide}")',
    );
    expect(review.report().held_back).toMatchObject([
      { domain: "tides", version: "2.0.0", findings: [{ rule: "bad_template" }] },
    ]);
  });

  it("is not held back by warnings, and its errors are forgotten once it is mended", () => {
    open("warn");
    review.objectionTo(broken);
    expect(review.objectionTo(tides)).toBeUndefined();
    expect(review.report().held_back).toEqual([]);
  });
});

describe("the report", () => {
  it("has at once what a manifest shows by itself, and keeps its contract", () => {
    open("warn");
    review.onChange(catalogueOf(weather), NOTHING);
    const report = review.report();
    expect(lintReport.parse(report)).toEqual(report);
    expect(report).toMatchObject({ digest: catalogueOf(weather).digest, complete: false });
    expect(rules()).toContain("missing_language");
  });

  it("has later what shows only among all, of the catalogue that is in force by then", async () => {
    const { logged } = open("warn");
    const keyword = { keywords: { en: ["wet"] }, ...template(["is it wet"]).hints };
    const [goal] = weather.goals;
    const wet = (domain: string) =>
      manifestOf(domain, [], {
        goals: [
          {
            ...goal,
            description: { en: "Ask" },
            goal: `ASK_${domain}`,
            capability: `get_${domain}`,
            hints: keyword,
          },
        ],
      });
    review.onChange(catalogueOf(weather), NOTHING);
    review.onChange(catalogueOf(wet("river"), wet("lake")), catalogueOf(weather));
    await logged("the manifests could be better");
    expect(review.report().complete).toBe(true);
    expect(rules()).toContain("shadowed_keyword");
    expect(review.report().digest).toBe(catalogueOf(wet("river"), wet("lake")).digest);
  });
});

it("what shows only among all is left to the terminal where that is said; changes are told all the same", async () => {
  const jobs: string[] = [];
  const run = oneJobAtATime(here);
  const { logged } = open("warn", ["will it rain today"], {
    lints: false,
    aside: (job, signal) => {
      jobs.push(job.do);
      return run(job, signal);
    },
  });
  review.onChange(catalogueOf(weather, tides), NOTHING);
  await new Promise((next) => setTimeout(next, 5));
  review.onChange(catalogueOf(weather, greedyTides), catalogueOf(weather, tides));
  await logged("a change of the manifests");
  expect(jobs).toEqual(["compare"]);
  expect(review.report().complete).toBe(false);
});

it("what was found is kept, and a start with the same manifests does not look again", async () => {
  const files = new Map<string, LintFinding[]>();
  const kept = {
    read: async (digest: string) => files.get(digest),
    write: async (digest: string, findings: readonly LintFinding[]) => {
      files.set(digest, [...findings]);
    },
  };
  const first = open("warn", [], { kept });
  review.onChange(catalogueOf(weather), NOTHING);
  await first.logged("the manifests could be better");
  const { digest, findings } = review.report();
  expect(files.get(digest)).toEqual(findings);
  review.close();

  const aside = () => Promise.reject(new Error("looked again"));
  const second = open("warn", [], { kept, aside });
  review.onChange(catalogueOf(weather), NOTHING);
  await second.logged("the manifests could be better");
  expect(review.report()).toMatchObject({ digest, complete: true, findings });
});

describe("a change of the manifests", () => {
  const before = catalogueOf(weather, tides);
  const after = catalogueOf(weather, greedyTides);
  const said = ["will it rain today"];

  it("is told under warn, with the sentences that lead elsewhere", async () => {
    const { logged } = open("warn", said);
    review.onChange(before, NOTHING);
    await logged("the manifests could be better");
    expect(review.lastChange()).toBeNull();
    review.onChange(after, before);
    const { fields } = await logged("a change of the manifests");
    expect(fields).toMatchObject({ changes: 1 });
    expect(review.lastChange()?.changes).toMatchObject([
      { text: "will it rain today", source: "recorded", intended: false },
    ]);
  });

  it("is taken under warn and accept", async () => {
    for (const policy of ["warn", "accept"] as const) {
      open(policy, said);
      await expect(review.admit(after, before)).resolves.toBeUndefined();
    }
  });

  it("is held back under hold, naming the domain that is new and the sentence", async () => {
    open("hold", said);
    const refused = await review.admit(after, before).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ManifestsRefused);
    const reasons = (refused as ManifestsRefused).reasons;
    expect([...reasons.keys()]).toEqual(["tides"]);
    expect(reasons.get("tides")).toContain('"will it rain today"');
  });

  it("comes in under hold when nothing leads elsewhere, and at the start", async () => {
    open("hold", ["how high is the tide"]);
    const moved = manifestOf("tides", ["how high is the tide", "when is low tide"]);
    await review.admit(catalogueOf(weather, moved), before);
    await review.admit(after, NOTHING);
  });

  it("is not compared once the review is closed", async () => {
    open("hold", said);
    review.close();
    await expect(review.admit(after, before)).rejects.toThrow("closing");
  });
});
