import type { Locale } from "#shared/contracts/names.ts";

/** What contracts call by a code - who decided, who planned, what speaks for a decision - as people read it. */
const PT: Readonly<Record<string, string>> = {
  control: "palavra de controle",
  pending: "pergunta aberta",
  template: "molde de frase",
  classifier: "classificador",
  elliptical: "frase abreviada",
  model: "modelo",
  given: "programa",
  none: "ninguém",
  deterministic: "determinístico",
  reasoning: "raciocínio",
  hybrid: "híbrido",
  agent: "agente",
  understanding: "entendimento",
  plan: "plano",
  summary: "resumo",
  goal: "objetivo",
  entity: "entidade",
  nearest_example: "exemplo mais próximo",
  runner_up: "segundo colocado",
  compound: "mais de um pedido",
  strange_action: "ação estranha",
  cache: "decisão guardada",
  meaning: "sentido",
  shown: "mostrado antes",
  last_goal: "último objetivo",
  rights: "direitos",
  answer: "resposta",
};

/** A code in the reader's language; one that is not known stays as it is. */
export const codeName: Readonly<Record<Locale, (code: string) => string>> = {
  en: (code) => code,
  "pt-BR": (code) => (Object.hasOwn(PT, code) ? (PT[code] ?? code) : code),
};
