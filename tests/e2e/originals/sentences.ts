/**
 * Every sentence that the five documents behind this system give as an example, with what they say comes of it. Where
 * something else comes of it here, `because` says why.
 */
export type Sentence = {
  /** The document and its section. */
  from: string;
  /** The words; those before the last one are said first, in the same session. */
  say: readonly string[];
  /** Null: nothing is understood as a goal, or it is the core's own word. */
  goal: string | null;
  entities?: Record<string, unknown>;
  status: "success" | "partial" | "failure" | "clarification";
  steps?: readonly string[];
  answer?: RegExp;
  /** What the user is asked. */
  asked?: "select" | "fill" | "confirm" | "choose_goal";
  because?: string;
};

const NO_MODEL = /modelo de linguagem, e aqui não há nenhum/;

export const sentences: readonly Sentence[] = [
  // The deterministic agent: its router's patterns, in sentences.
  {
    from: "deterministic agent, 4.1: pesquis*",
    say: ["pesquisa sobre energia solar"],
    goal: "WEB_SEARCH",
    entities: { query: "energia solar" },
    status: "success",
    steps: ["search_web"],
  },
  {
    from: "deterministic agent, 4.1: busc*; 4.2: na internet",
    say: ["busca na internet energia solar"],
    goal: "WEB_SEARCH",
    entities: { query: "energia solar" },
    status: "success",
  },
  {
    from: "deterministic agent, 4.1: encontr*",
    say: ["encontre artigos sobre energia eólica"],
    goal: "WEB_SEARCH",
    entities: { query: "energia eólica" },
    status: "success",
  },
  {
    from: "deterministic agent, 4.1: procur*",
    say: ["procura na web por energia solar"],
    goal: "WEB_SEARCH",
    status: "success",
  },
  {
    from: "deterministic agent, 4.1: search",
    say: ["search for solar power"],
    goal: "WEB_SEARCH",
    entities: { query: "solar power" },
    status: "success",
  },
  {
    from: "deterministic agent, 4.1: procur* alone",
    say: ["procura sobre energia eólica"],
    goal: "WEB_SEARCH",
    entities: { query: "energia eólica" },
    status: "success",
  },
  {
    from: "deterministic agent, 4.1: gera pdf",
    say: ["gera pdf"],
    goal: "GENERATE_PDF",
    status: "clarification",
    asked: "fill",
    because: "its required parameters are content and title; a missing one is asked for",
  },
  {
    from: "deterministic agent, 4.1: cria pdf",
    say: ["cria um pdf com o texto olá"],
    goal: "GENERATE_PDF",
    entities: { content: "olá" },
    status: "success",
    steps: ["generate_pdf"],
  },
  {
    from: "deterministic agent, 3.1: translate (reasoning), without a model",
    say: ["traduz bom dia para inglês"],
    goal: "TRANSLATE_TEXT",
    entities: { text: "bom dia", target_language: "english" },
    status: "failure",
    answer: NO_MODEL,
    because: "no model is configured in this table; models.test.ts has the answer of one",
  },
  {
    from: "deterministic agent, 3.1: analyze_and_report (hybrid), without a model",
    say: ["gera um relatório sobre energia solar"],
    goal: "ANALYZE_AND_REPORT",
    entities: { topic_text: "energia solar" },
    status: "failure",
    answer: NO_MODEL,
    because: "no model is configured in this table",
  },
  ...[
    { say: "google solar power", entities: { query: "solar power" } },
    { say: "procura no google energia solar", entities: { query: "energia solar" } },
  ].map(({ say, entities }) => ({
    from: "deterministic agent, 4.1: google",
    say: [say],
    goal: "WEB_SEARCH",
    entities,
    status: "success" as const,
  })),
  {
    from: "deterministic agent, 4.1: gera documento",
    say: ["gera um documento com o texto olá a todos"],
    goal: "GENERATE_PDF",
    entities: { content: "olá a todos" },
    status: "success",
    steps: ["generate_pdf"],
  },
  {
    from: "deterministic agent, 4.1: cria documento",
    say: ["cria um documento com o texto olá a todos"],
    goal: "GENERATE_PDF",
    entities: { content: "olá a todos" },
    status: "success",
    steps: ["generate_pdf"],
  },
  {
    from: "deterministic agent, 4.1: internet",
    say: ["procura na internet por energia solar"],
    goal: "WEB_SEARCH",
    entities: { query: "energia solar" },
    status: "success",
  },
  ...[
    "cria um relatório sobre energia solar",
    "gera um report sobre energia solar",
    "create a report on solar power",
  ].map((say) => ({
    from: "deterministic agent, 4.1: cria relatório, report",
    say: [say],
    goal: "ANALYZE_AND_REPORT",
    entities: { topic_text: say.includes("solar power") ? "solar power" : "energia solar" },
    status: "failure" as const,
    because: "a report is researched and written, which needs a model; a PDF of words is none",
  })),
  ...(
    [
      ["translate good morning to spanish", "good morning", "spanish"],
      ["traduz good morning para português", "good morning", "portuguese"],
      ["traduz bom dia para o francês", "bom dia", "french"],
      ["traduz bom dia para o espanhol", "bom dia", "spanish"],
      ["translate good morning to french", "good morning", "french"],
      ["traduz em inglês: bom dia", "bom dia", "english"],
      ["translate bom dia to english", "bom dia", "english"],
    ] as const
  ).map(([say, text, target_language]) => ({
    from: "deterministic agent, 4.2: its languages",
    say: [say],
    goal: "TRANSLATE_TEXT",
    entities: { text, target_language },
    status: "failure" as const,
    because: "no model is configured in this table",
  })),
  {
    from: "deterministic agent, 3.1: summarize_text (reasoning), without a model",
    say: ["resume este texto: a reunião decidiu adiar a entrega para março"],
    goal: "SUMMARIZE_TEXT",
    entities: { text: "a reunião decidiu adiar a entrega para março" },
    status: "failure",
    answer: NO_MODEL,
    because: "no model is configured in this table",
  },
  ...[
    "resume a página https://exemplo.com.br/artigo",
    "summarize https://exemplo.com.br/artigo",
  ].map((say) => ({
    from: "deterministic agent, 3.1: summarize_url, without a model",
    say: [say],
    goal: "SUMMARIZE_PAGE",
    entities: { url: "https://exemplo.com.br/artigo" },
    status: "failure" as const,
    because: "no model is configured in this table; with one the page is read, then summarized",
  })),
  {
    from: "deterministic agent, 3.1: general_chat (reasoning), without a model",
    say: ["qual a capital da França?"],
    goal: null,
    status: "clarification",
    because: "only a model says that no other goal is meant",
  },
  // The record on runtime control.
  {
    from: "runtime control, complete flow, first half",
    say: ["salva inception"],
    goal: "SAVE_MOVIE",
    entities: { title: "inception" },
    status: "clarification",
    asked: "select",
    answer: /Encontrei 2 filmes.*1\. Inception \(2010\).*2\. Inception \(2014\)/s,
  },
  {
    from: "runtime control, complete flow, second half",
    say: ["salva inception", "1"],
    goal: "SAVE_MOVIE",
    status: "success",
    steps: ["save_movie"],
    answer: /^Inception \(2010\) salvo/,
    because: "the same words without the check mark: answers have no emojis, as its rules say",
  },
  ...(
    [
      [
        "salva o link https://exemplo.com/z planilha do orçamento 2026",
        "SAVE_LINK",
        { url: "https://exemplo.com/z", description: "planilha do orçamento 2026" },
        "save_link",
      ],
      [
        "salva https://vimeo.com/123 aula de yoga",
        "SAVE_VIDEO",
        { url: "https://vimeo.com/123", title: "aula de yoga" },
        "save_video",
      ],
    ] as const
  ).map(([say, goal, entities, step]) => ({
    from: "runtime control, 2: save_link(url, description?), save_video(url, title?)",
    say: [say],
    goal,
    entities,
    status: "success" as const,
    steps: [step],
  })),
  {
    from: "runtime control, validation 5: needs no model",
    say: ["lista tudo"],
    goal: "LIST_ALL",
    status: "success",
    steps: ["list_all"],
  },
  {
    from: "runtime control, context 1: deletes, and does not only describe it",
    say: ["anota: comprar pão", "deleta tudo", "sim"],
    goal: "DELETE_ALL",
    status: "success",
    steps: ["delete_all_memories"],
    answer: /^Apaguei 1 item/,
  },
  {
    from: "runtime control, 4: cancel clears what is open",
    say: ["salva inception", "cancela"],
    goal: null,
    status: "success",
    answer: /^(?!.*salvo)/,
  },
  {
    from: "runtime control, validation 4: no conversation",
    say: ["oi"],
    goal: null,
    status: "success",
    answer: /^Olá! Eu sou o Regente/,
  },
  {
    from: "runtime control, context 3: no small talk",
    say: ["oi tudo bem?"],
    goal: null,
    status: "success",
    answer: /^Olá! Eu sou o Regente/,
    because: "it says who it is and how to get help, the same each time and without a model",
  },
  // The orchestrator layer.
  {
    from: "orchestrator layer, 1 to 7: the main flow",
    say: ["qual o preço da Nordea?"],
    goal: "GET_QUOTE",
    entities: { symbol_text: "Nordea" },
    status: "success",
    steps: ["get_stock_price"],
    answer: /^Nordea \(NDA-SE\.ST\) está em SEK \d+,\d\d, .* não são cotações reais\)$/,
    because: "the amount is written as Brazilians write it, and says that it is a sample",
  },
  {
    from: "orchestrator layer, 2: an enum",
    say: ["maiores altas do Brasil"],
    goal: "TOP_MOVERS",
    entities: { direction: "GAINERS", market_text: "Brasil" },
    status: "success",
    steps: ["get_top_gainers"],
  },
  {
    from: "orchestrator layer, 3: direction=LOSERS",
    say: ["maiores baixas do Brasil"],
    goal: "TOP_MOVERS",
    entities: { direction: "LOSERS", market_text: "Brasil" },
    status: "success",
    steps: ["get_top_losers"],
  },
  {
    from: "orchestrator layer, contracts: BOTH is two capabilities",
    say: ["maiores altas e baixas do Brasil"],
    goal: "TOP_MOVERS",
    entities: { direction: "BOTH", market_text: "Brasil" },
    status: "success",
    steps: ["get_top_gainers", "get_top_losers"],
  },
  {
    from: "orchestrator layer, capability metadata: the example",
    say: ["qual o preço da PETR4?"],
    goal: "GET_QUOTE",
    entities: { symbol_text: "PETR4" },
    status: "success",
    steps: ["get_stock_price"],
  },
  {
    from: "orchestrator layer, 4: compose and notify",
    say: ["qual o preço da PETR4 e me avisa no telegram"],
    goal: "GET_QUOTE",
    status: "success",
    steps: ["get_stock_price", "send_telegram_message"],
  },
  {
    from: "orchestrator layer, 7: an ambiguous symbol",
    say: ["qual o preço da Volvo?"],
    goal: "GET_QUOTE",
    status: "clarification",
    asked: "select",
    answer: /Encontrei mais de um código para “Volvo”\. Qual deles\?/,
    because:
      "Nordea is ambiguous in one of its examples and NDA-SE.ST in the others; here it is the latter, and another name shows the question",
  },
  // Many agents; the rest of their conversations needs a model (models.test.ts, and research.test.ts).
  {
    from: "many agents, scenario 3",
    say: ["Quero entender impacto de LLMs em produtividade"],
    goal: "STRUCTURE_IDEA",
    status: "failure",
    answer: NO_MODEL,
    because: "no model is configured in this table",
  },
  {
    from: "many agents, scenario 1",
    say: ["Método incremental é mais rápido"],
    goal: null,
    status: "clarification",
    because: "a statement asks for nothing; with a model the goal it may belong to is offered",
  },
  {
    from: "many agents, scenario 2",
    say: ["Método X reduz tempo em 30% em equipes de 2-5 devs"],
    goal: "VALIDATE_HYPOTHESIS",
    status: "clarification",
    asked: "choose_goal",
    because: "a statement asks for nothing: it is asked whether that is meant",
  },
];
