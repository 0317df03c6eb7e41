import { z } from "zod";
import type { AgentAction } from "#shared/contracts/agent.ts";
import type { Json, JsonObject } from "#shared/contracts/json.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { visibleText } from "../language/visible-text.ts";
import type { AgentTool } from "./tools.ts";

/** What came of a call, as the agent is shown it. */
export type Observation = {
  /** The iteration that asked for it, from 0. */
  at: number;
  ok: boolean;
  /** What people would read. */
  words: string;
  shown: JsonObject;
};

/** Of one answer, characters: some 1,300 tokens. */
const MOST_CHARS = 4000;

export function observationOf(
  tool: AgentTool,
  trace: StepTrace | undefined,
  at: number,
): Observation {
  const output = trace?.output;
  const words = visibleText(output?.explanation ?? "");
  const result = z.json().safeParse(output?.result ?? null);
  const untrusted = tool.isUntrusted;
  const answer = {
    explanation: cut(words),
    result: cut(result.success ? JSON.stringify(result.data) : "null"),
  };
  return {
    at,
    ok: trace?.status === "success" && words !== "",
    words,
    shown: {
      tool: tool.name,
      status: trace?.status ?? "not_run",
      ...(untrusted ? { untrusted: answer } : answer),
    },
  };
}

/** The observations of one turn as a message; `brief` where there is no room for more than that they were. */
export function showObservations(observations: readonly Observation[], brief: boolean): string {
  const shown = observations.map(({ shown: all }): Json => {
    if (!brief) return all;
    return {
      tool: all["tool"] ?? "",
      status: all["status"] ?? "",
      note: "left out for want of room",
    };
  });
  return JSON.stringify({ observed: shown });
}

/** The log's line of a call. */
export function actionOf(
  { name }: AgentTool,
  args: JsonObject,
  { words, shown }: Observation,
  trace: StepTrace | undefined,
): AgentAction {
  return {
    tool: name,
    args,
    status: String(shown["status"]),
    result: words,
    step_id: trace === undefined ? "" : String(trace.id),
    duration_ms: trace?.duration_ms ?? 0,
  };
}

const cut = (text: string): string =>
  text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS).toWellFormed()}… (cut)`;
