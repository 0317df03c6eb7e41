import type { DoubtReason, ModifierKind, Tier } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { inWords } from "../../words.ts";

type Words = {
  about: string;
  sentences: string;
  hint: (most: number) => string;
  explain: string;
  compare: string;
  verdicts: Record<"runs" | "asks" | "held", string>;
  nothing: string;
  goal: string;
  decided: string;
  confidence: string;
  gate: string;
  exempt: string;
  runnerUp: string;
  values: string;
  doubts: string;
  unread: string;
  plan: string;
  asksFirst: string;
  expected: string;
  notYet: string;
  byModel: string;
  wouldAsk: string;
  why: string;
  tiers: Record<Tier, string>;
  doubtWords: Record<DoubtReason, string>;
  modifiers: Record<ModifierKind, string>;
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    about:
      "Mostra aonde cada frase levaria, com as mesmas funções que respondem. Nada roda e nenhum domínio é chamado.",
    sentences: "Frases, uma por linha",
    hint: (most) => `De 1 a ${most} frases`,
    explain: "Explicar",
    compare: "Comparar com outro manifesto",
    verdicts: { runs: "rodaria", asks: "perguntaria", held: "não faria nada" },
    nothing: "Nada foi entendido.",
    goal: "Objetivo",
    decided: "Decidido por",
    confidence: "Confiança",
    gate: "Portão",
    exempt: "sem limite",
    runnerUp: "Segundo colocado",
    values: "Valores",
    doubts: "Ressalvas",
    unread: "não lido",
    plan: "Plano",
    asksFirst: "pede um sim antes",
    expected: "Tempo esperado",
    notYet: "ainda não rodou",
    byModel: "um modelo diria",
    wouldAsk: "Perguntaria",
    why: "Evidências",
    tiers: {
      control: "palavra de controle",
      pending: "resposta a uma pergunta",
      template: "molde de frase",
      classifier: "exemplos",
      elliptical: "assunto anterior",
      model: "modelo de linguagem",
      given: "chamada pronta de um programa",
      none: "ninguém",
    },
    doubtWords: {
      negated: "negado",
      asked_about: "perguntado, não pedido",
      reported: "relatado",
      supposed: "suposto",
      conditional: "com condição",
      deferred: "para depois",
      recurring: "repetido",
      addressed: "para outra pessoa",
      corrected: "corrigido",
      excepted: "com exceção",
      limited: "com limite",
      ambiguous_scope: "alcance incerto",
      unread: "palavras não lidas",
      compound: "vários pedidos",
      strange: "frase estranha",
      spelling: "escrita duvidosa",
    },
    modifiers: {
      polarity: "negação",
      mood: "modo",
      condition: "condição",
      time: "tempo",
      recurrence: "repetição",
      addressee: "destinatário",
      correction: "correção",
      exception: "exceção",
      amount: "quantidade",
    },
  },
  en: {
    about:
      "Shows where each sentence would lead, by the same functions that answer. Nothing runs and no domain is called.",
    sentences: "Sentences, one a line",
    hint: (most) => `1 to ${most} sentences`,
    explain: "Explain",
    compare: "Compare with another manifest",
    verdicts: { runs: "would run", asks: "would ask", held: "would do nothing" },
    nothing: "Nothing was understood.",
    goal: "Goal",
    decided: "Decided by",
    confidence: "Confidence",
    gate: "Gate",
    exempt: "no limit",
    runnerUp: "Runner-up",
    values: "Values",
    doubts: "Doubts",
    unread: "unread",
    plan: "Plan",
    asksFirst: "asks for a yes first",
    expected: "Expected time",
    notYet: "has not run yet",
    byModel: "a model would say",
    wouldAsk: "Would ask",
    why: "Evidence",
    tiers: {
      control: "control word",
      pending: "answer to a question",
      template: "sentence template",
      classifier: "examples",
      elliptical: "what was said before",
      model: "language model",
      given: "ready-made call of a program",
      none: "no one",
    },
    doubtWords: {
      negated: "negated",
      asked_about: "asked about, not for",
      reported: "reported",
      supposed: "supposed",
      conditional: "conditional",
      deferred: "for later",
      recurring: "recurring",
      addressed: "for another person",
      corrected: "corrected",
      excepted: "with an exception",
      limited: "limited",
      ambiguous_scope: "unclear scope",
      unread: "unread words",
      compound: "several requests",
      strange: "strange sentence",
      spelling: "doubtful spelling",
    },
    modifiers: {
      polarity: "negation",
      mood: "mood",
      condition: "condition",
      time: "time",
      recurrence: "recurrence",
      addressee: "addressee",
      correction: "correction",
      exception: "exception",
      amount: "amount",
    },
  },
};

export const words = (): Words => inWords(WORDS);
