import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answers, calls, startScriptedProvider } from "./scripted-provider.ts";
import { type System, startSystem } from "./system.ts";

// Conversations that lead from an idea to a hypothesis, through real processes and a provider that says what is written
// here: through the native endpoint, and through the OpenAI client, whose session is the transcript.

let system: System;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let client: OpenAI;
beforeAll(async () => {
  [system, provider] = await Promise.all([startSystem(), startScriptedProvider()]);
  system.addManifest("research");
  await system.startOrchestrator(provider.env);
  client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(async () => {
  await Promise.all([system.close(), provider.close()]);
});
beforeEach(() => expect(provider.left()).toBe(0));

type Maturity = "vague" | "semi_formed" | "complete";
const structure = (observation: string, feedback?: string) =>
  calls(
    "structure_question",
    { observation, maturity: "vague", ...(feedback && { feedback }) },
    true,
  );
const check = (hypothesis: string, maturity: Maturity = "semi_formed") =>
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
    elements: { context: "Equipes de software", problem: "Demora", contribution: "Prática" },
  });
const verdict = (
  status: "approved" | "needs_refinement" | "rejected",
  justification: string,
  improvements: { aspect: string; gap: string; suggestion: string }[] = [],
) => answers(justification, { status, justification, improvements, clarifications: SAID });
const ended = (message: string, classification: Maturity, status: string) =>
  answers(message, { classification, status });

const V1 = "Como o método incremental afeta a velocidade das entregas?";
const V2 =
  "O método incremental reduz o tempo de entrega em 30%, medido por sprint, em equipes de 2 a 5 devs?";
const GAPS = [
  { aspect: "population", gap: "Quem?", suggestion: "Equipes de 2 a 5 devs" },
  { aspect: "metrics", gap: "Medido como?", suggestion: "Tempo por sprint" },
];
const SAID = { population: "equipes de 2 a 5 devs", metrics: "tempo por sprint", variables: "" };
const OFFER = ["Refinar agora", "Pesquisar a literatura primeiro", "Mudar de direção"];
const LACKS = "Falta a população e a métrica.";

/** A vague idea, as far as the options that are offered. */
const untilOffered = () =>
  provider.willSay(
    structure("o método incremental é mais rápido"),
    structured(V1),
    check(V1),
    verdict("needs_refinement", LACKS, GAPS),
    ask("O metodologista pede: quem você estuda, e como mede. O que prefere?", ...OFFER),
  );
/** The refinement that was chosen. */
const untilApproved = () =>
  provider.willSay(
    structure("o método incremental é mais rápido", LACKS),
    structured(V2),
    check(V2, "complete"),
    verdict("approved", "Pode ser testada como está."),
    ended("A V2 passou na avaliação.", "vague", "approved"),
  );

describe("a vague idea", () => {
  it("is structured, assessed, refined only when that is chosen, and has its versions", async () => {
    untilOffered();
    const offered = await system.turn(
      "estrutura a ideia de que o método incremental é mais rápido",
      "a",
    );
    expect(offered).toMatchObject({
      status: "clarification",
      pending: { kind: "select", options: OFFER.map((label) => ({ label })) },
      usage: { llm_calls: 5 },
    });
    // Nothing is refined by itself, and what there is can be seen while the question is open.
    expect((await system.turn("mostra as versões da hipótese", "a")).answer).toBe(
      `V1: ${V1}\nAvaliação: ${LACKS}`,
    );
    untilApproved();
    const told = await system.turn("refinar agora", "a");
    // The verdict is the methodologist's, in its words; what another agent makes of it is not told.
    expect(told.answer).toContain(
      "Metodologista (opinião de um modelo): Pode ser testada como está.",
    );
    expect(told.answer).not.toContain("V2 passou");
    expect(told.trace.steps[0]?.output?.result).toEqual({
      classification: "vague",
      status: "approved",
    });
    const shown = await system.turn("mostra as versões da hipótese", "a");
    expect(shown).toMatchObject({
      answer: `V1: ${V1}\nAvaliação: ${LACKS}\nV2: ${V2}\nAvaliação: Pode ser testada como está.`,
      usage: { llm_calls: 0 },
    });
    expect(shown.trace.steps[0]?.output?.result).toMatchObject({
      versions: [
        { version: 1, feedback: { content: { status: "needs_refinement", improvements: GAPS } } },
        { version: 2, feedback: { content: { status: "approved", clarifications: SAID } } },
      ],
    });
  });

  it("leads the same way where the transcript is the session, and one edited answer leads another way", async () => {
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [];
    const say = async (content: string) => {
      messages.push({ role: "user", content });
      const { choices } = await client.chat.completions.create({ model: "regente", messages });
      const told = choices[0]?.message.content ?? "";
      messages.push({ role: "assistant", content: told });
      return told;
    };
    untilOffered();
    expect(
      await say("me ajuda a estruturar a ideia de que o método incremental é mais rápido"),
    ).toContain("1. Refinar agora");
    const before = [...messages];
    untilApproved();
    expect(await say("1")).toContain("Pode ser testada como está.");
    expect(await say("mostra as versões da hipótese")).toContain(`V2: ${V2}`);

    messages.splice(0, Number.POSITIVE_INFINITY, ...before);
    provider.willSay(
      ended(
        "As versões ficam na conversa. Para a literatura, peça: pesquisa sobre o tema.",
        "vague",
        "needs_refinement",
      ),
    );
    expect(await say("pesquisar a literatura primeiro")).toContain("pesquisa sobre");
    const versions = await say("mostra as versões da hipótese");
    expect(versions).toContain(`V1: ${V1}`);
    expect(versions).not.toContain("V2");
  });
});

it("a hypothesis goes straight to the methodologist, and is its own first version", async () => {
  const hypothesis = "o método X reduz o tempo em 30% em equipes de 2 a 5 devs";
  provider.willSay(
    check(hypothesis, "complete"),
    verdict("approved", "Define população, variável e métrica."),
    ended("A hipótese pode ser testada.", "complete", "approved"),
  );
  const told = await system.turn(`valida a hipótese: ${hypothesis}`, "b");
  expect(told).toMatchObject({
    status: "success",
    answer: "Metodologista (opinião de um modelo): Define população, variável e métrica.",
  });
  expect(told.trace.steps.map(({ capability }) => capability)).not.toContain("structure_question");
  expect((await system.turn("mostra as versões da hipótese", "b")).answer).toBe(
    `V1: ${hypothesis}\nAvaliação: Define população, variável e métrica.`,
  );
});

it("a claim that asks for nothing is asked about, the hypothesis first where the model says so", async () => {
  const hypothesis = "Método X reduz tempo em 30% em equipes de 2-5 devs";
  provider.willSay({
    goal: "research.VALIDATE_HYPOTHESIS",
    entities: [{ name: "hypothesis", value: hypothesis }],
    confidence: 0.97,
  });
  const asked = await system.turn(hypothesis, "e");
  expect(asked.pending).toMatchObject({
    kind: "choose_goal",
    options: [{ label: `Avaliar se uma hipótese pode ser testada (${hypothesis})` }],
  });
  provider.willSay(
    check(hypothesis, "complete"),
    verdict("rejected", "Não há como medir."),
    // It says the opposite of what it was told, in its words and in its structure.
    ended("O metodologista aprovou: a hipótese pode ser testada.", "complete", "approved"),
  );
  const told = await system.turn("1", "e");
  expect(told.answer).toBe("Metodologista (opinião de um modelo): Não há como medir.");
  expect(told.trace.steps[0]?.output?.result).toMatchObject({ status: "rejected" });
});

it("a conversation goes where the person leads it: a choice, their own words, a yes, and a refinement", async () => {
  const question = "LLMs aumentam a velocidade de desenvolvimento?";
  provider.willSay(
    ask(
      "Você quer ver o que já existe ou testar uma hipótese?",
      "Ver o que já existe",
      "Testar uma hipótese",
    ),
  );
  const first = await system.turn("Quero entender impacto de LLMs em produtividade", "c");
  expect(first.pending).toMatchObject({ kind: "select" });
  provider.willSay(ask("O que é produtividade para você?"));
  expect((await system.turn("Testar", "c")).pending).toMatchObject({ kind: "fill" });
  provider.willSay(ask("Posso pedir a avaliação do metodologista?", "Avaliar agora"));
  expect((await system.turn("Velocidade de desenvolvimento", "c")).pending).toMatchObject({
    kind: "select",
  });
  provider.willSay(
    check(question),
    verdict("needs_refinement", LACKS, GAPS),
    ask("Ele sugeriu especificar: 1. Quem você quer estudar? 2. Como medir velocidade?", ...OFFER),
  );
  const offered = await system.turn("Sim", "c");
  expect(offered.answer).toContain("Como medir velocidade?");
  await system.stop("orchestrator", "SIGKILL");
  await system.startOrchestrator(provider.env);
  provider.willSay(
    structure("LLMs e velocidade de desenvolvimento", LACKS),
    structured(V2),
    check(V2, "complete"),
    verdict("approved", "Pode ser testada."),
    ended("A V2 pode ser testada.", "vague", "approved"),
  );
  expect((await system.turn("Refinar", "c")).answer).toContain("Pode ser testada.");
  expect(provider.asked.at(-1)).toContain("Velocidade de desenvolvimento");
  expect((await system.turn("mostra as versões da hipótese", "c")).answer).toContain(`V2: ${V2}`);
  // Versions are one session's; and a further refinement is asked for in words.
  expect((await system.turn("mostra as versões da hipótese", "d")).answer).toBe(
    "Ainda não há nenhuma versão nesta conversa.",
  );
  provider.willSay(
    structure("foco em startups", "foco em startups"),
    structured("E em startups?"),
    check("E em startups?"),
    verdict("rejected", "Não dá para medir."),
    ended("A V3 não pode ser testada.", "semi_formed", "rejected"),
  );
  expect((await system.turn("refina a hipótese com foco em startups", "c")).answer).toContain(
    "Não dá para medir.",
  );
});

it("without a model what needs one says so, in one sentence, and versions are shown all the same", async () => {
  await system.stop("orchestrator");
  await system.startOrchestrator({ LLM_PROVIDER: "none" });
  const needed = "Isso depende de um modelo de linguagem, e aqui não há nenhum configurado.";
  for (const sentence of [
    "estrutura a ideia de que o método incremental é mais rápido",
    "valida a hipótese: o método X reduz o tempo em 30%",
    "refina a hipótese",
  ])
    expect(await system.turn(sentence, "none")).toMatchObject({
      status: "failure",
      answer: needed,
    });
  expect((await system.turn("mostra as versões da hipótese", "b")).answer).toMatch(/^V1: /);
});
