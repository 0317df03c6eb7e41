import { z } from "zod";
import type { Json } from "#shared/contracts/json.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import type { Evidence, Voice } from "../../grounding/evidence.ts";
import { readWords } from "../../grounding/read-words.ts";
import type { AgentTool } from "./tools.ts";

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
export function groundsOf(
  { capability: { domain, spec, effect }, isUntrusted }: AgentTool,
  trace: StepTrace | undefined,
  locale: Locale,
): Grounds {
  const say = voicesOf(locale);
  const words = visibleText(trace?.output?.explanation ?? "");
  const result = z
    .json()
    .catch(null)
    .parse(trace?.output?.result ?? null);
  const name = spec.agent?.name ?? (spec.description && inLocale(spec.description, locale));
  const opinion = say.opinion(name ?? spec.capability);
  const outside = isUntrusted ? say.outside(`${domain}.${spec.capability}`) : null;
  const grounds = (voice: Voice, shown: Json = result): Grounds => ({
    voice,
    deeds: [],
    evidence: words === "" ? [] : [{ voice, text: words, result: shown }],
  });
  if (spec.kind === "question") return grounds(say.user);
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
  const inside = (value: Json): Json => {
    if (typeof value === "string") return cut(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inside(child)]));
  };
  return { voice, text: cut(text), result: inside(result) };
}

type Voices = {
  /** A model that looked nothing up: it judges. */
  opinion: (name: string) => string;
  outside: (address: string) => string;
  user: string;
};

const voices: Record<Locale, Voices> = {
  "pt-BR": {
    opinion: (name) => `${name} (opinião de um modelo)`,
    outside: (address) => `Texto de fora (${address})`,
    user: "Como você disse",
  },
  en: {
    opinion: (name) => `${name} (opinion of a model)`,
    outside: (address) => `Text from outside (${address})`,
    user: "As you said",
  },
};

/** How people are told who stands behind what is no answer of a domain of ours. */
export const voicesOf = (locale: Locale): Voices => voices[locale];
