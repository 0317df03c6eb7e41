import type { z } from "zod";
import type { AgentDefinition } from "#shared/contracts/agent.ts";
import type { ArtifactVersion } from "#shared/contracts/artifact.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { visibleText } from "#shared/plain-text/visible-text.ts";
import { styleFault } from "./answer-style.ts";
import { bindOutput, boundFields, verdictOf } from "./bound-output.ts";
import type { Evidence } from "./evidence.ts";
import type { AnswerRules, ModelStep } from "./next-action.ts";
import type { Seen } from "./observations.ts";
import { sayAnswer, type WordedAnswer } from "./say-answer.ts";
import type { AgentTool } from "./tools.ts";
import { voicesOf } from "./voices.ts";

/** What of an agent's run its answer is held against. */
export type Answering = {
  definition: AgentDefinition;
  task: string;
  tools: readonly AgentTool[];
  versions: readonly ArtifactVersion[];
  locale: Locale;
  depth: number;
  output: z.ZodType | undefined;
};

/** What is wrong with an answer that stands alone: the model is told once. */
export function answerRules(run: Answering, seen: () => readonly Seen[]): AnswerRules {
  const { prompt } = run.definition;
  const instructions = typeof prompt === "string" ? prompt : JSON.stringify(prompt);
  /** Nothing can be told in its place: no tool has told anything. Else the tools' own words are. */
  const groundlessIn = (message: string): string | undefined => {
    const { deeds, text, dropped } = say(message, run, seen());
    return text === "" && deeds.length === 0 ? groundless(dropped[0] ?? message) : undefined;
  };
  return {
    output: run.output,
    faultOf: (message) => styleFault(message, instructions) ?? groundlessIn(message),
    faultOfOutput: (output) => bind(output, run, seen()).fault,
  };
}

/** An answer as it is told, with its structure. */
export function answerOf(
  { message, output }: ModelStep,
  run: Answering,
  seen: readonly Seen[],
): { said: WordedAnswer; output: unknown } {
  const said = say(message ?? "", run, seen);
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return {
    said,
    output: isObject ? bind(output as JsonObject, run, seen).output : (output ?? null),
  };
}

const groundless = (sentence: string): string =>
  `no tool of yours has answered this: "${sentence.slice(0, 200)}". Say what a tool told, in its words, its numbers and its tense, or what you do not know or cannot do; what was done is told for you`;

function say(message: string, run: Answering, seen: readonly Seen[]): WordedAnswer {
  const { definition, locale, task, tools } = run;
  // As people will read it: signs that no one sees would part the words.
  const shown = visibleText(message);
  const voices = voicesOf(locale);
  // Who has nothing to look up in can only judge what it was given, and says so.
  if (definition.tools.length === 0) {
    const voice = run.depth === 0 ? voices.opinion(definition.name) : null;
    const text = voice === null ? shown : `${voice}: ${shown}`;
    return { deeds: [], told: [{ text: shown, voice }], text, dropped: [] };
  }
  const verdicts = boundFields(definition.output_schema, tools).flatMap(
    (bound) => verdictOf(bound, seen)?.at ?? [],
  );
  return sayAnswer({ message: shown, task, rests: seen, verdicts, beside: besideOf(run), locale });
}

/** What an answer may rest on that no tool has told. The task is none of it: "was it cancelled?" cancels nothing. */
function besideOf({ definition, locale, versions }: Answering): Evidence[] {
  const voices = voicesOf(locale);
  const own = (definition.may_say ?? []).map((each) =>
    typeof each === "string" ? each : (inLocale(each, locale) ?? ""),
  );
  const written = versions.map(({ version, text, sources: from }) => ({
    voice: from.length > 0 ? voices.outside(from.join(", ")) : `V${version}`,
    text,
  }));
  return [...own.map((text) => ({ voice: null, text })), ...written];
}

const bind = (output: JsonObject, { definition, tools }: Answering, seen: readonly Seen[]) =>
  bindOutput(output, boundFields(definition.output_schema, tools), seen);
