import { z } from "zod";
import type { AgentAction } from "#shared/contracts/agent.ts";
import { type Effect, effects } from "#shared/contracts/capability.ts";
import type { Json, JsonObject } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { estimateTokens, type ModelMessage } from "../../ports/language-model.ts";
import { type Grounds, groundsOf } from "./agent-evidence.ts";
import type { ModelStep } from "./next-action.ts";
import type { AgentTool } from "./tools.ts";

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
