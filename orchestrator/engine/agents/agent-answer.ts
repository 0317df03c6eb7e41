import type { z } from "zod";
import type { AgentDefinition } from "#shared/contracts/agent.ts";
import type { ArtifactVersion } from "#shared/contracts/artifact.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import type { Evidence } from "../grounding/evidence.ts";
import { type HeldSentence, heldAnswer, offersMore } from "../grounding/held-answer.ts";
import { evidenceOf, type Grounds, type Seen } from "./observations.ts";
import type { AgentTool, AnswerRules, ModelStep } from "./tools.ts";

const EMOJI = /\p{Extended_Pictographic}/u;
/** What is wrong with an answer's manner; undefined: nothing. An agent whose instructions speak of emojis may use them. */
function styleFault(message: string, instructions: string): string | undefined {
  if (EMOJI.test(message) && !/emoji/i.test(instructions)) return "no emojis";
  return offersMore(message) ? "no offers: say what is, and stop" : undefined;
}

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
  const voiceIn = sayIn("models", locale);
  // Who has nothing to look up in can only judge what it was given, and says so.
  if (definition.tools.length === 0) {
    const voice = run.depth === 0 ? voiceIn("voice.opinion", { name: definition.name }) : null;
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
  const voiceIn = sayIn("models", locale);
  const own = (definition.may_say ?? []).map((each) =>
    typeof each === "string" ? each : (inLocale(each, locale) ?? ""),
  );
  const written = versions.map(({ version, text, sources: from }) => ({
    voice: from.length > 0 ? voiceIn("voice.outside", { address: from.join(", ") }) : `V${version}`,
    text,
  }));
  return [...own.map((text) => ({ voice: null, text })), ...written];
}

const bind = (output: JsonObject, { definition, tools }: Answering, seen: readonly Seen[]) =>
  bindOutput(output, boundFields(definition.output_schema, tools), seen);

/** A field of an agent's answer that is one of its tools' to say. */
type BoundField = { field: string; tools: ReadonlySet<string>; verdicts: ReadonlySet<Json> };
/** A tool's answer, as far as it matters here. */
type Answered = { tool: string; ok: boolean; result: string };

/**
 * The fields of an agent's structure that its tools answer with as well, by the same name and a list of the same values:
 * verdicts. They are whoever gave them's, and no agent that sums them up can say another one.
 */
function boundFields(schema: JsonSchema | undefined, tools: readonly AgentTool[]): BoundField[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([field, { enum: values }]) => {
    if (values === undefined) return [];
    const givers = tools.flatMap(({ name, capability: { spec } }) => {
      const theirs = spec.agent?.output_schema ?? spec.result_schema;
      const shared =
        ownValue(theirs?.properties, field)?.enum?.filter((value) => values.includes(value)) ?? [];
      return shared.length === 0 ? [] : [{ name, shared }];
    });
    if (givers.length === 0) return [];
    const verdicts = new Set(givers.flatMap(({ shared }) => shared));
    return [{ field, tools: new Set(givers.map(({ name }) => name)), verdicts }];
  });
}

/** The newest answer that a field is bound to: where it stands, and its value. */
function verdictOf(
  { field, tools, verdicts }: BoundField,
  answers: readonly Answered[],
): { at: number; value: Json } | undefined {
  const at = answers.findLastIndex(({ tool, ok }) => ok && tools.has(tool));
  const result: unknown = at === -1 ? null : JSON.parse(answers[at]?.result ?? "null");
  const value = isJsonObject(result) ? (ownValue(result, field) as Json | undefined) : undefined;
  return value !== undefined && verdicts.has(value) ? { at, value } : undefined;
}

/** An agent's structure with the verdicts as they were given; `fault`: it has one that no one has given. */
function bindOutput(
  output: JsonObject,
  bound: readonly BoundField[],
  answers: readonly Answered[],
): { output: JsonObject; fault: string | undefined } {
  const filled = { ...output };
  let fault: string | undefined;
  for (const each of bound) {
    const given = verdictOf(each, answers);
    const said = ownValue(output, each.field);
    if (given !== undefined) filled[each.field] = given.value;
    else if (said !== undefined && each.verdicts.has(said))
      fault = `${each.field} is what ${[...each.tools].join(" or ")} says, and that was not asked`;
  }
  return { output: filled, fault };
}

/** A tool's answer as far as an agent's own answer may rest on it. */
type Rest = { ok: boolean; words: string; grounds: Grounds; args: readonly string[] };

type Saying = {
  message: string;
  task: string;
  rests: readonly Rest[];
  /** The answers that are told whatever the agent makes of them: by their place among `rests`. */
  verdicts: readonly number[];
  /** What else it may rest on: the operator's own sentences, the user's words. */
  beside: readonly Evidence[];
  locale: Locale;
};

export type WordedAnswer = {
  /** What was done, each in the words of who did it. */
  deeds: string[];
  /** What was found, and who says so. */
  told: HeldSentence[];
  /** What was found, as people read it. */
  text: string;
  /** Sentences that nothing holds; they are not told. */
  dropped: string[];
};

/** Of a tool's answer that is told in place of what an agent made of it, characters. */
const MOST_CHARS = 1000;

/**
 * What is told of an agent's answer: what it did, by receipts alone; verdicts, in the words of who gave them; what it
 * found, sentence by sentence as its evidence holds it; and where sentences fell, what the tools themselves had said.
 */
function sayAnswer(saying: Saying): WordedAnswer {
  const { message, task, rests, verdicts, beside, locale } = saying;
  const deeds = [...new Set(rests.flatMap(({ grounds }) => grounds.deeds))];
  const { evidence, of } = evidenceOf(rests, task, locale);
  const did = deeds.map((text) => ({ voice: null, text }));
  const held = heldAnswer(message, { evidence: [...evidence, ...beside, ...did], task, locale });
  const firstDeed = evidence.length + beside.length;
  const isVerdict = (at: number | undefined) => at !== undefined && verdicts.includes(at);
  const isToldBefore = (at: number) => at >= firstDeed || isVerdict(of[at]);
  const used = new Set([...held.used].map((each) => of[each]));
  const lines = held.lines
    .map((line) => line.filter(({ of: at }) => at === undefined || !isToldBefore(at)))
    .filter((line) => line.length > 0);
  const isMissing = held.dropped.length > 0;
  const wordsOf = (wanted: (at: number) => boolean): HeldSentence[][] =>
    rests.flatMap(({ ok, words, grounds }, at) =>
      ok &&
      wanted(at) &&
      grounds.deeds.length === 0 &&
      grounds.voice !== sayIn("models", locale)("voice.user")
        ? [[{ text: shortened(words), voice: grounds.voice }]]
        : [],
    );
  const shown = [
    ...wordsOf(isVerdict),
    ...lines,
    ...wordsOf((at) => isMissing && !used.has(at) && !isVerdict(at)),
  ];
  const text = [...new Set(shown.map(sayLine))].join("\n");
  return { deeds, told: shown.flat(), text, dropped: held.dropped };
}

/** A line with the names of who says what in it. */
export const sayLine = (line: readonly HeldSentence[]): string =>
  line
    .map(({ text, voice }, at) =>
      voice === null || voice === line[at - 1]?.voice ? text : `${voice}: ${text}`,
    )
    .join(" ");

const shortened = (text: string): string =>
  text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS).toWellFormed()}…`;
