import { AGENT_WAITS, type AgentEvent } from "#shared/contracts/agent.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { isCodeOf, type Say, sayIn } from "#shared/messages/say.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import type { WordedAnswer } from "./agent-answer.ts";
import { type AgentEnd, type AgentRun, askedModel, type StopReason } from "./run-agent.ts";
import { fillNames } from "./tools.ts";

const MOST_SUMMARY_CHARS = 300;

/**
 * How an agent's step ended, as every step's answer.
 * Shape:  `result` is the answer's own structure, or `{answer}`; `metadata` has the log of its actions, how often it
 *         was asked and what that took. Stopped early it is a success only where tools had told something, and says why.
 *         However it ends, what the tools did is told where no words of its own follow them, and what may have happened
 */
export function agentOutput(
  end: AgentEnd,
  { definition, locale, output, model }: AgentRun,
  tookMs: number,
): DomainOutput {
  const { actions, iterations, usage } = end;
  const asked = askedModel(definition);
  const metadata = {
    agent: definition.role,
    model: model.nameOf(asked.size, asked.own),
    stopped: end.how === "stopped" ? end.why : end.how,
    iterations,
    actions,
    effects: end.effects,
    // For an agent that called this one: what was done, and who says what was found.
    ...(end.how === "answered" && {
      deeds: end.said.deeds,
      told: end.said.told.map(({ text, voice }) => ({ text: withoutLinks(text), voice })),
    }),
    action_count: actions.length,
    execution_time_ms: Math.round(tookMs),
    token_usage: {
      prompt: usage.tokens_input,
      completion: usage.tokens_output,
      total: usage.tokens_input + usage.tokens_output,
    },
  };
  const told = { confidence: 1, metadata };
  const say = sayIn("models", locale);
  const { name } = definition;
  const unsure = end.unsure.length === 0 ? [] : [say("unsure", { tools: end.unsure.join(", ") })];
  const found = end.found.join("\n");
  switch (end.how) {
    case "answered": {
      const answer = answerText(end.said);
      const result = output === undefined ? { answer } : end.output;
      const explanation = [answer, ...unsure].join("\n");
      return { ...told, status: "success", result, explanation };
    }
    case "nothing": {
      if (actions.length === 0)
        return { ...told, status: "success", result: null, explanation: say("nothing") };
      if (end.found.length > 0) {
        const result = output === undefined ? { answer: found } : null;
        return { ...told, status: "success", result, explanation: [found, ...unsure].join("\n") };
      }
      return {
        ...told,
        status: "failure",
        result: null,
        explanation: [say("in_vain", { name }), ...end.failed, ...unsure].join("\n"),
        metadata: { ...metadata, code: "AGENT_IN_VAIN" },
      };
    }
    case "waiting":
      return {
        ...told,
        status: "clarification",
        result: null,
        explanation: "",
        metadata: { ...metadata, code: AGENT_WAITS },
      };
    case "stopped": {
      const why = stoppedWords(end.why, name, say);
      const code = `AGENT_${end.why.toUpperCase()}`;
      // What promises a structure cannot give half of it.
      const isPartial = end.found.length > 0 && output === undefined;
      const until = end.found.length === 0 ? [] : [`${say("found")}\n${found}`];
      return {
        ...told,
        status: isPartial ? "success" : "failure",
        result: isPartial ? { answer: found } : null,
        explanation: [[why, ...until].join(" "), ...unsure].join("\n"),
        metadata: { ...metadata, code },
      };
    }
  }
}

/** Of a model's faults only some are told apart. */
function stoppedWords(why: StopReason, name: string, say: Say<"models">): string {
  const code = `stopped.${why}` as const;
  return say(isCodeOf("models", code) ? code : "stopped.unusable", { name });
}

/** What was done comes first. */
const answerText = ({ deeds, text }: WordedAnswer): string =>
  [...deeds, ...(text === "" ? [] : [text])].join("\n");

/** What an agent remembers of an answer; undefined where it gave none. */
export function rememberedOf(
  end: AgentEnd,
  { definition, task }: AgentRun,
): Omit<AgentEvent, "event_id" | "timestamp"> | undefined {
  if (end.how !== "answered") return undefined;
  const { tokens_input, tokens_output } = end.usage;
  const summary = fillNames(definition.summary_template ?? "{message}", {
    task: task.slice(0, MOST_SUMMARY_CHARS),
    message: answerText(end.said).slice(0, MOST_SUMMARY_CHARS),
  });
  return {
    summary: String(summary).slice(0, 1000),
    sources: end.sources,
    tokens_input,
    tokens_output,
    tokens_total: tokens_input + tokens_output,
  };
}
