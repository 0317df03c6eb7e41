import { AGENT_WAITS, type AgentEvent } from "#shared/contracts/agent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import type { WordedAnswer } from "./agent-answer.ts";
import { type AgentEnd, type AgentRun, askedModel, type StopReason } from "./run-agent.ts";
import { fillNames } from "./tools.ts";

const MOST_SUMMARY_CHARS = 300;

const WHY: Record<Locale, (why: StopReason, name: string) => string> = {
  "pt-BR": (why, name) => {
    if (why === "max_iterations") return `${name} parou no limite de passos, antes de terminar.`;
    if (why === "timeout") return `${name} parou por falta de tempo, antes de terminar.`;
    if (why === "over_budget") return `${name} parou: o limite de uso do modelo foi atingido.`;
    if (why === "refused") return `${name} parou: o modelo se recusou a continuar.`;
    if (why === "not_allowed")
      return `${name} parou: o servidor de modelo que ele pede não está liberado aqui.`;
    return `${name} parou: o modelo não deu uma resposta que eu possa usar.`;
  },
  en: (why, name) => {
    if (why === "max_iterations") return `${name} stopped at its limit of steps, before the end.`;
    if (why === "timeout") return `${name} stopped for want of time, before the end.`;
    if (why === "over_budget") return `${name} stopped: the limit for the model has been reached.`;
    if (why === "refused") return `${name} stopped: the model refused to go on.`;
    if (why === "not_allowed")
      return `${name} stopped: the model's server that it asks for is not allowed here.`;
    return `${name} stopped: the model gave no answer that I can use.`;
  },
};
const FOUND: Record<Locale, string> = {
  "pt-BR": "Até aí encontrei:",
  en: "Found up to then:",
};
const NOTHING: Record<Locale, string> = {
  "pt-BR": "Não há nada a fazer.",
  en: "There is nothing to do.",
};
const IN_VAIN: Record<Locale, (name: string) => string> = {
  "pt-BR": (name) => `${name} não chegou a nenhum resultado.`,
  en: (name) => `${name} reached no result.`,
};
const UNSURE: Record<Locale, (tools: string) => string> = {
  "pt-BR": (tools) => `Não sei se isto chegou a acontecer: ${tools}.`,
  en: (tools) => `I do not know whether this happened: ${tools}.`,
};

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
  const unsure = end.unsure.length === 0 ? [] : [UNSURE[locale](end.unsure.join(", "))];
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
        return { ...told, status: "success", result: null, explanation: NOTHING[locale] };
      if (end.found.length > 0) {
        const result = output === undefined ? { answer: found } : null;
        return { ...told, status: "success", result, explanation: [found, ...unsure].join("\n") };
      }
      return {
        ...told,
        status: "failure",
        result: null,
        explanation: [IN_VAIN[locale](definition.name), ...end.failed, ...unsure].join("\n"),
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
      const why = WHY[locale](end.why, definition.name);
      const code = `AGENT_${end.why.toUpperCase()}`;
      // What promises a structure cannot give half of it.
      const isPartial = end.found.length > 0 && output === undefined;
      const until = end.found.length === 0 ? [] : [`${FOUND[locale]}\n${found}`];
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
