import type { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, fileSchema, sourceSchema } from "#shared/contracts/output.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { isTemplate, parseTemplate } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import { ONLY_TEXT, sayFailure } from "./failures.ts";
import { listedInOutput } from "./output.ts";

/**
 * One answer from many, by the plan's `combine_mode`.
 * Shape:  last: the last answer. report: a section per step. merge: results by output_key, or by id.
 *         What did not succeed is always told, beside what did. `metadata` has the sources and files of
 *         all steps, each once, and the `code` of the first failure. A run that waits is a clarification:
 *         the sections so far, and the question.
 * Cost:   one pass over the steps
 * Source: docs/plan-language.md, "Combining"
 */
export function combine(
  plan: ExecutionPlan,
  steps: readonly StepTrace[],
  locale: Locale,
): DomainOutput {
  const searches = searchSteps(plan);
  const answers = steps.filter(
    ({ id, status }) => status === "success" && !searches.has(String(id)),
  );
  const troubles = steps.filter(({ status }) => isTrouble(status));
  const question = steps.find(({ status }) => status === "waiting");
  const failed = steps.some(({ required, status }) => required && isTrouble(status));
  const isLost = answers.length === 0 || runStatus(plan, steps) === "failure";
  // The last answer says it all only when nothing that was needed is missing.
  const onlyLast = plan.combine_mode === "last" && !failed && question === undefined;
  const shown = onlyLast ? answers.slice(-1) : answers;
  const told = new Set([...shown, ...troubles]);
  const { sections, remarks } = noteOnce(
    sectionsOf(
      steps.filter((step) => told.has(step)),
      locale,
    ),
    steps,
  );
  if (question?.output) sections.push(question.output.explanation);
  sections.push(...remarks);
  // Once, and only to people: what goes on to another step is the text alone.
  const notes = new Set(shown.map(({ output }) => output?.metadata[ONLY_TEXT]));
  if (notes.has("text")) sections.push(sayIn("models", locale)("only_text"));
  else if (notes.has("talk")) sections.push(sayIn("models", locale)("only_talk"));
  return {
    status: question ? "clarification" : failed || isLost ? "failure" : "success",
    result: question?.output ? question.output.result : resultOf(plan, steps, shown),
    explanation: sections.filter((section) => section !== "").join("\n\n"),
    confidence: Math.min(1, ...shown.map(({ output }) => output?.confidence ?? 1)),
    metadata: metadataOf(steps, troubles),
  };
}

const isTrouble = (status: StepTrace["status"]): boolean =>
  status === "failure" || status === "unknown" || status === "skipped" || status === "cancelled";

/** A section for each step; the same trouble of several steps is told once. */
function sectionsOf(steps: readonly StepTrace[], locale: Locale): string[] {
  const said = new Set<string>();
  return steps.flatMap((step) => {
    const section = tell(step, locale);
    if (isTrouble(step.status) && said.has(section)) return [];
    said.add(section);
    return [section];
  });
}

/** What answers say of themselves at their end (`metadata.note`) stands once, below all of them. A lone answer keeps it. */
function noteOnce(sections: readonly string[], steps: readonly StepTrace[]) {
  if (sections.length < 2) return { sections: [...sections], remarks: [] };
  const known = steps.map(({ output }) => output?.metadata["note"]);
  const notes = [...new Set(known.filter((note) => typeof note === "string" && note !== ""))];
  const remarks = new Set<string>();
  const bare = sections.map((section) => {
    const note = notes.find((each) => typeof each === "string" && section.endsWith(each));
    if (typeof note !== "string") return section;
    remarks.add(note);
    return section.slice(0, -note.length).trimEnd();
  });
  return { sections: bare, remarks: [...remarks] };
}

const tell = (step: StepTrace, locale: Locale): string =>
  step.status === "success" ? (step.output?.explanation ?? "") : sayFailure(step, locale);

function resultOf(
  { combine_mode, steps: planned }: ExecutionPlan,
  steps: readonly StepTrace[],
  shown: readonly StepTrace[],
): unknown {
  switch (combine_mode) {
    case "last":
      return shown.at(-1)?.output?.result ?? null;
    case "report":
      return {
        sections: steps.map(({ id, domain, capability, status, output }) => ({
          id,
          domain,
          capability,
          status,
          result: output?.result ?? null,
        })),
      };
    case "merge": {
      const keys = new Map(planned.map(({ id, output_key }) => [String(id), output_key]));
      return Object.fromEntries(
        shown.map(({ id, output }) => [keys.get(String(id)) ?? String(id), output?.result ?? null]),
      );
    }
  }
}

function metadataOf(
  steps: readonly StepTrace[],
  troubles: readonly StepTrace[],
): Record<string, unknown> {
  const sources = collected(steps, "sources", sourceSchema);
  const files = collected(steps, "files", fileSchema);
  const code = troubles
    .map(({ output }) => output?.metadata["code"])
    .find((each) => each !== undefined);
  return {
    ...(sources.length > 0 && { sources }),
    ...(files.length > 0 && { files }),
    ...(code !== undefined && { code }),
  };
}

/** What the steps list under one key of their metadata, where it keeps its contract; each url once. */
function collected<T extends { url: string }>(
  steps: readonly StepTrace[],
  key: "sources" | "files",
  schema: z.ZodType<T>,
): T[] {
  const byUrl = new Map<string, T>();
  for (const one of steps.flatMap(({ output }) => listedInOutput(output, key, schema)))
    if (!byUrl.has(one.url)) byUrl.set(one.url, one);
  return [...byUrl.values()];
}

/**
 * How a run ended, from how its steps did; the steps are in the order of the plan.
 * Shape:  success when everything that was asked for succeeded: the required steps, and the optional ones that a person
 *         asked for. partial when only some of it did. failure when none did; what was only to serve the rest, a search or
 *         what comes before a step that is the point, makes no success by itself. `unknown` is not a success.
 */
export function runStatus(
  plan: ExecutionPlan,
  steps: readonly StepTrace[],
): "success" | "partial" | "failure" | "waiting" | "cancelled" {
  if (steps.some(({ status }) => status === "cancelled")) return "cancelled";
  if (steps.some(({ status }) => status === "waiting")) return "waiting";
  const serving = servingSteps(plan);
  const serves = ({ id, status }: StepTrace) => status !== "success" || serving.has(String(id));
  if (steps.every(serves)) return "failure";
  if (steps.every(({ status }) => status === "success")) return "success";
  const wanted = new Set(plan.steps.filter(isWanted).map(({ id }) => String(id)));
  const isMissing = ({ id, status }: StepTrace) => status !== "success" && wanted.has(String(id));
  return steps.some(isMissing) ? "partial" : "success";
}

type Step = ExecutionPlan["steps"][number];

const isWanted = ({ required, asked }: Step): boolean => required || asked !== undefined;

/** Searches, and what a step that is the point of the message comes after. */
function servingSteps(plan: ExecutionPlan): ReadonlySet<string> {
  const points = plan.steps.filter(({ asked }) => asked === "point");
  if (points.length === 0) return searchSteps(plan);
  const serving = new Set(searchSteps(plan));
  const byId = new Map(plan.steps.map((step) => [String(step.id), step]));
  const before = (step: Step): void => {
    for (const id of step.depends_on) {
      const needed = byId.get(String(id));
      if (needed === undefined || needed.asked === "point" || serving.has(String(id))) continue;
      serving.add(String(id));
      before(needed);
    }
  };
  for (const point of points) before(point);
  return serving;
}

/** Steps that only look something up for another one (`${id.hit...}`), by id: no one asked for their answer. */
function searchSteps(plan: ExecutionPlan): ReadonlySet<string> {
  const searches = searchesOf.get(plan) ?? findSearches(plan);
  searchesOf.set(plan, searches);
  return searches;
}

/** The same plan is carried out whenever the same words are said. */
const searchesOf = new WeakMap<ExecutionPlan, ReadonlySet<string>>();

function findSearches({ steps }: ExecutionPlan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { params } of steps)
    for (const key in params) {
      const value = params[key];
      if (typeof value !== "string" || !isTemplate(value)) continue;
      for (const piece of parseTemplate(value))
        if (typeof piece !== "string" && piece.field === "hit") names.add(piece.step);
    }
  if (names.size === 0) return names;
  const isSearch = ({ id, output_key }: ExecutionStep) =>
    names.has(String(id)) || (output_key !== undefined && names.has(output_key));
  return new Set(steps.filter(isSearch).map(({ id }) => String(id)));
}
