import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answers, calls, startScriptedProvider } from "../scripted-provider.ts";
import { type System, startSystem } from "../system.ts";

// Many agents, its three scenarios: the people's lines and the agents' as they stand there, with a provider that says the
// agents' part. What is said otherwise here says why.

let system: System;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
beforeAll(async () => {
  [system, provider] = await Promise.all([startSystem(), startScriptedProvider()]);
  system.addManifest("research");
  await system.startOrchestrator(provider.env);
});
afterAll(async () => {
  await Promise.all([system.close(), provider.close()]);
});
beforeEach(() => expect(provider.left()).toBe(0));

type Maturity = "vague" | "semi_formed" | "complete";
const understood = (goal: string, entities: Record<string, string>) => ({
  goal: `research.${goal}`,
  entities: Object.entries(entities).map(([name, value]) => ({ name, value })),
  confidence: 0.97,
});
const structure = (observation: string, maturity: Maturity = "vague") =>
  calls("structure_question", { observation, maturity }, true);
const check = (hypothesis: string, maturity: Maturity) =>
  calls("check_rigor", { hypothesis, maturity }, true);
const ask = (question: string, ...options: string[]) =>
  calls(
    "ask_user",
    { question, ...(options.length > 0 && { options: JSON.stringify(options) }) },
    true,
  );
const structured = (structured_question: string) =>
  answers("Ficou assim.", {
    structured_question,
    elements: { context: "equipes", problem: "demora", contribution: "prática" },
  });
const CLEAR = { population: "", metrics: "", variables: "" };
const verdict = (status: "approved" | "needs_refinement", justification: string) =>
  answers(justification, {
    status,
    justification,
    improvements:
      status === "approved"
        ? []
        : [
            { aspect: "population", gap: "quem", suggestion: "Quem você quer estudar?" },
            { aspect: "metrics", gap: "como", suggestion: "Como medir velocidade?" },
          ],
    clarifications: CLEAR,
  });
const ended = (classification: Maturity) =>
  answers("A versão foi avaliada.", { classification, status: "approved" });
/** The versions of a session, and the verdict on each. */
const versionsOf = async (session: string) => {
  const told = await system.turn("mostra as versões da hipótese", session);
  return told.trace.steps[0]?.output?.result;
};

describe("scenario 1: a vague idea, and a refinement", () => {
  const IDEA = "Método incremental é mais rápido";
  const V1 = "Como método incremental impacta velocidade?";
  const V2 = "Método incremental reduz tempo em 30%, medido por sprints, em equipes 2-5 devs";

  it("ends with V2 approved, and its history V1 -> V2", async () => {
    // A statement asks for nothing: what it may be meant for is asked, and a word is enough.
    provider.willSay(understood("STRUCTURE_IDEA", { idea: IDEA }));
    expect((await system.turn(IDEA, "1")).pending?.kind).toBe("choose_goal");
    provider.willSay(
      structure(IDEA),
      structured(V1),
      check(V1, "vague"),
      verdict("needs_refinement", "falta população, métricas"),
      ask("Falta população, métricas. O que prefere?", "Refinar agora", "Mudar de direção"),
    );
    const offered = await system.turn("1", "1");
    expect(offered.pending?.kind).toBe("select");
    provider.willSay(
      structure(IDEA),
      structured(V2),
      check(V2, "complete"),
      verdict("approved", "População, variável e métrica estão definidas."),
      ended("vague"),
    );
    const told = await system.turn("refinar agora", "1");
    expect(told).toMatchObject({ status: "success" });
    expect(told.trace.steps[0]?.output?.result).toEqual({
      classification: "vague",
      status: "approved",
    });
    expect(await versionsOf("1")).toMatchObject({
      versions: [
        { version: 1, text: V1, feedback: { content: { status: "needs_refinement" } } },
        { version: 2, text: V2, feedback: { content: { status: "approved" } } },
      ],
    });
  });
});

describe("scenario 2: a hypothesis, straight to the methodologist", () => {
  it("is assessed as it was said", async () => {
    const hypothesis = "Método X reduz tempo em 30% em equipes de 2-5 devs";
    provider.willSay(understood("VALIDATE_HYPOTHESIS", { hypothesis }));
    expect((await system.turn(hypothesis, "2")).pending?.kind).toBe("choose_goal");
    provider.willSay(
      check(hypothesis, "complete"),
      verdict("approved", "Pode ser testada."),
      ended("complete"),
    );
    const told = await system.turn("1", "2");
    expect(told.answer).toBe("Metodologista (opinião de um modelo): Pode ser testada.");
    expect(told.trace.steps.map(({ capability }) => capability)).not.toContain(
      "structure_question",
    );
  });
});

describe("scenario 3: a conversation that goes where the person leads it", () => {
  it("asks, listens, offers, and refines when that is chosen", async () => {
    const said = (text: string) => system.turn(text, "3");
    provider.willSay(
      ask(
        "Interessante! Você quer VER o que já existe ou TESTAR uma hipótese?",
        "Ver o que já existe",
        "Testar uma hipótese",
      ),
    );
    const first = await said("Quero entender impacto de LLMs em produtividade");
    expect(first.answer).toContain("VER o que já existe ou TESTAR uma hipótese?");
    provider.willSay(ask("Legal! Me conta: o que é 'produtividade' pra você?"));
    expect((await said("Testar")).answer).toContain("o que é 'produtividade' pra você?");
    provider.willSay(
      ask(
        "Entendi. Posso chamar o Metodologista pra validar se isso é testável?",
        "Validar com o Metodologista",
      ),
    );
    expect((await said("Velocidade de desenvolvimento")).answer).toContain("isso é testável?");
    const hypothesis = "LLMs aumentam a velocidade de desenvolvimento";
    provider.willSay(
      check(hypothesis, "semi_formed"),
      verdict("needs_refinement", "Falta população e métricas"),
      ask(
        "Ele sugeriu especificar:\n1. Quem você quer estudar?\n2. Como medir velocidade?\nQuer refinar agora ou pesquisar literatura primeiro?",
        "Refinar agora",
        "Pesquisar literatura primeiro",
      ),
    );
    const offered = await said("Sim");
    expect(offered.answer).toContain("Quer refinar agora ou pesquisar literatura primeiro?");
    expect(offered.pending).toMatchObject({ kind: "select" });
    const v2 = "LLMs aumentam em 20% a velocidade, medida por sprint, em equipes de 5?";
    provider.willSay(
      structure(hypothesis, "semi_formed"),
      structured(v2),
      check(v2, "complete"),
      verdict("approved", "Pode ser testada."),
      ended("semi_formed"),
    );
    await said("Refinar");
    expect(await versionsOf("3")).toMatchObject({ versions: [{ text: hypothesis }, { text: v2 }] });
  });
});
