import { z } from "zod";
import type { AgentAction } from "#shared/contracts/agent.ts";
import { type Effect, effects } from "#shared/contracts/capability.ts";
import { type Json, type JsonObject, withTexts } from "#shared/contracts/json.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { estimateTokens, type ModelMessage } from "../../ports/language-model.ts";
import type { Evidence, Voice } from "../grounding/evidence.ts";
import { readWords } from "../grounding/read-words.ts";
import type { AgentTool, ModelStep } from "./tools.ts";

/** What an agent leaves in its answer's metadata for the one that called it: what was done, and who says what. */
const toldByAgent = z.object({
  deeds: z.array(z.string()),
  told: z.array(z.object({ text: z.string(), voice: z.string().nullable() })),
});

/** What a tool's answer is worth as a ground for sentences. */
export type Grounds = {
  /** Who stands behind its words as a whole. */
  voice: Voice;
  /** What was done, in the words of who did it: only a step with an effect that went through has any. */
  deeds: string[];
  evidence: Evidence[];
};

/** The grounds that a call's answer gives. A deed is none: it is told by its receipt, never by a sentence about it. */
function groundsOf(
  { capability: { domain, spec, effect }, isUntrusted }: AgentTool,
  trace: StepTrace | undefined,
  locale: Locale,
): Grounds {
  const say = sayIn("models", locale);
  const words = visibleText(trace?.output?.explanation ?? "");
  const result = z
    .json()
    .catch(null)
    .parse(trace?.output?.result ?? null);
  const name = spec.agent?.name ?? (spec.description && inLocale(spec.description, locale));
  const opinion = say("voice.opinion", { name: name ?? spec.capability });
  const outside = isUntrusted
    ? say("voice.outside", { address: `${domain}.${spec.capability}` })
    : null;
  const grounds = (voice: Voice, shown: Json = result): Grounds => ({
    voice,
    deeds: [],
    evidence: words === "" ? [] : [{ voice, text: words, result: shown }],
  });
  if (spec.kind === "question") return grounds(say("voice.user"));
  if (spec.kind === "agent") {
    const told = toldByAgent.safeParse(trace?.output?.metadata);
    if (spec.agent?.tools.length === 0 || !told.success) return grounds(outside ?? opinion);
    const evidence = told.data.told.map(({ text, voice }) => ({ text, voice: outside ?? voice }));
    // Its structure is its own: a model has filled it in.
    const filled = { voice: outside ?? opinion, text: "", result };
    return { voice: outside, deeds: told.data.deeds, evidence: [...evidence, filled] };
  }
  if (spec.kind !== "service") return grounds(outside ?? opinion);
  if (effect !== "read" && trace?.status === "success")
    return { voice: null, deeds: words === "" ? [] : [words], evidence: [] };
  return grounds(outside);
}

/**
 * The evidence of several calls, in their order. What a tool only says again of what the agent itself had made up for
 * it ("Nothing found about ...") is no one's word, and is taken out.
 */
export function evidenceOf(
  calls: readonly { grounds: Grounds; args: readonly string[] }[],
  task: string,
  locale: Locale,
): { evidence: Evidence[]; of: number[] } {
  const known = new Set<string>();
  const learn = (text: string) => {
    for (const { text: word } of readWords(text, locale)) known.add(word);
  };
  learn(task);
  const evidence: Evidence[] = [];
  const of: number[] = [];
  for (const [at, { grounds, args }] of calls.entries()) {
    const invented = args.filter((arg) => {
      const content = readWords(arg, locale).filter(({ is }) => is === "content");
      // A name says nothing by itself.
      return content.length > 1 && content.some(({ text }) => !known.has(text));
    });
    for (const each of grounds.evidence) {
      evidence.push(invented.length === 0 ? each : withoutEcho(each, invented));
      of.push(at);
    }
    for (const { text, result = null } of grounds.evidence)
      learn(`${text} ${result === null ? "" : JSON.stringify(result)}`.slice(0, 8000));
  }
  return { evidence, of };
}

function withoutEcho({ voice, text, result = null }: Evidence, said: readonly string[]): Evidence {
  const cut = (words: string) =>
    said.reduce((left, each) => (each.trim() === "" ? left : left.replaceAll(each, "…")), words);
  return { voice, text: cut(text), result: withTexts(result, cut) };
}

/** What came of a call, as the agent is shown it. */
export type Observation = {
  /** The iteration that asked for it, from 0. */
  at: number;
  ok: boolean;
  /** The tool's name, and how its step ended. */
  tool: string;
  status: string;
  /** It changes the world. */
  isEffect: boolean;
  /** What it has done to the world; of an agent, what its own tools have. */
  did: readonly Effect[];
  /** What people would read. */
  words: string;
  /** Its result as JSON. */
  result: string;
  /** Both are text from outside. */
  untrusted: boolean;
  /** What an answer may say because of it. */
  grounds: Grounds;
  /** What the agent itself had put into the call. */
  args: readonly string[];
};

/** `again`: it is of a turn before. */
export type Seen = Observation & { again: boolean };

/** Of one text of an answer, characters: some 1,300 tokens. */
const MOST_CHARS = 4000;

export function observationOf(
  tool: AgentTool,
  args: JsonObject,
  trace: StepTrace | undefined,
  { at, locale }: { at: number; locale: Locale },
): Observation {
  const output = trace?.output;
  const words = visibleText(output?.explanation ?? "");
  const result = z.json().safeParse(output?.result ?? null);
  return {
    at,
    ok: trace?.status === "success" && words !== "",
    tool: tool.name,
    status: trace?.status ?? "not_run",
    isEffect: tool.capability.effect !== "read",
    did: didOf(tool, trace),
    words,
    result: result.success ? JSON.stringify(result.data) : "null",
    untrusted: tool.isUntrusted,
    grounds: groundsOf(tool, trace, locale),
    args: Object.values(args).map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))),
  };
}

function didOf(
  { capability: { effect, spec } }: AgentTool,
  trace: StepTrace | undefined,
): Effect[] {
  if (trace?.status !== "success") return [];
  if (spec.kind === "agent")
    return z.enum(effects).array().catch([]).parse(trace.output?.metadata["effects"]);
  return effect === "read" ? [] : [effect];
}

/**
 * The observations of one turn as a message, of each text `most` characters; 0: only that they were. What was answered
 * or done in a turn before is not new.
 */
function showObservations(observations: readonly Seen[], most = MOST_CHARS): string {
  const cut = (text: string): string =>
    text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… (cut)`;
  const observed = observations.map(({ tool, status, words, result, ...seen }): Json => {
    if (most === 0) return { tool, status, note: "left out for want of room" };
    const answer = { explanation: cut(words), result: cut(result) };
    return {
      tool,
      status,
      ...(seen.isEffect && seen.again && { note: "this was before, and is not done again" }),
      ...(seen.untrusted ? { untrusted: answer } : answer),
    };
  });
  return JSON.stringify({ observed });
}

/** The log's line of a call. */
export function actionOf(
  { name }: AgentTool,
  args: JsonObject,
  { words, status }: Observation,
  trace: StepTrace | undefined,
): AgentAction {
  return {
    tool: name,
    args,
    status,
    result: words,
    step_id: trace === undefined ? "" : String(trace.id),
    duration_ms: trace?.duration_ms ?? 0,
  };
}

/** Of the newest answers, where all of them are too much, characters of each text. */
const SHORTER = [2000, 1000, 500, 250];

/**
 * The task, and turn by turn what was said and what came of it. Where there is no room the oldest answers are left
 * out first, and the newest ones, which the next action needs, are shortened last.
 */
export function transcript(
  task: string,
  said: readonly ModelStep[],
  observations: readonly Seen[],
  untrusted: boolean,
  room: number,
): ModelMessage[] {
  const newest = said.length - 1;
  const shown = (from: number, most?: number): ModelMessage[] => [
    { role: "user", text: JSON.stringify({ [untrusted ? "untrusted_task" : "task"]: task }) },
    ...said.flatMap((form, at): ModelMessage[] => [
      { role: "assistant", text: JSON.stringify(form) },
      {
        role: "user",
        text: showObservations(
          observations.filter((each) => each.at === at),
          at < from ? 0 : most,
        ),
      },
    ]),
  ];
  const fits = (messages: readonly ModelMessage[]) =>
    tokensOf(messages.map(({ text }) => text)) <= room;
  for (let from = 0; from <= newest; from += 1) {
    const messages = shown(from);
    if (fits(messages)) return messages;
  }
  const shorter = SHORTER.map((most) => shown(newest, most));
  return shorter.find(fits) ?? shorter.at(-1) ?? shown(0);
}

/** Of several texts, roughly. */
export const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);
