// What the documents behind this system show of plans, manifests and agents' files, as they show it.

/** Orchestrator layer, 4: a plan of one step. */
export const onePlan = {
  execution_mode: "sequential",
  combine_mode: "last",
  max_concurrency: 4,
  steps: [
    {
      id: 1,
      domain: "finance",
      capability: "get_stock_price",
      params: { symbol_text: "Nordea" },
      depends_on: [],
      required: true,
      output_key: "primary",
    },
  ],
};

/** Orchestrator layer, 4: compose and notify, its steps without a domain. */
export const plainPlan = {
  execution_mode: "dag",
  combine_mode: "report",
  steps: [
    { id: 1, capability: "get_stock_price", params: { symbol: "PETR4.SA" }, depends_on: [] },
    {
      id: 2,
      capability: "send_telegram_message",
      params: { message: "${1.explanation}" },
      depends_on: [1],
      required: false,
    },
  ],
};

/** Orchestrator layer, contracts: the metadata of a capability. */
export const metadata = {
  intent_hints: {
    keywords: ["preço", "valor", "cotação"],
    examples: ["qual o preço da PETR4?"],
  },
  decomposition: {
    array_params: [{ param_name: "symbols", single_param_name: "symbol", max_concurrency: 4 }],
  },
  composition: {
    followup_roles: ["notifier"],
    enabled_if: { path: "parameters.notify", equals: true },
    param_map: { message: { from_parameters: ["_step_explanation"] } },
  },
  flow: { pre: [{ type: "resolve_symbol", param: "symbol", search_capability: "search_symbol" }] },
};

/** Orchestrator layer, contracts: what goals want to know. */
export const moversEntities = {
  direction: {
    type: "enum",
    values: ["GAINERS", "LOSERS", "BOTH"],
    required: true,
    default: "BOTH",
    capability_map: {
      GAINERS: "get_top_gainers",
      LOSERS: "get_top_losers",
      BOTH: ["get_top_gainers", "get_top_losers"],
    },
  },
  market_text: { type: "string", description: "Mercado como o usuário mencionou" },
};
export const quoteEntities = {
  symbol_text: {
    type: "string",
    required: true,
    description: "Nome/ticker como o usuário disse",
  },
};

/** Orchestrator layer, 5 and 7: what a domain answers. */
export const domainOutputs = [
  {
    status: "success",
    result: {
      price: 112.5,
      currency: "SEK",
      _market_context: { market: "SE", exchange: "OMX", timezone: "Europe/Stockholm" },
    },
    explanation: "Nordea (NDA-SE.ST) está em 112.50 SEK",
    confidence: 1.0,
    metadata: {},
  },
  {
    status: "success",
    result: {
      symbol: "NDA-SE.ST",
      price: 112.5,
      currency: "SEK",
      _market_context: { market: "SE", exchange: "OMX" },
    },
    explanation: "Nordea está em 112.50 SEK",
    confidence: 1.0,
    metadata: { risk_metrics: {} },
  },
  {
    status: "clarification",
    result: { candidates: [{ symbol: "NDA-SE.ST" }, { symbol: "NDA-FI.HE" }] },
    explanation: "Encontrei mais de um ticker para 'Nordea'. Qual deles?",
    confidence: 1.0,
    metadata: { resolution: "ambiguous_symbol" },
  },
];

/** Many agents, configuration: a file of an agent. */
export const methodologistYaml = `name: Metodologista
role: methodologist
model: gpt-4o-mini
prompt: |
  Você é o agente metodologista responsável por avaliar hipóteses...
tags:
  - core
  - validation
context_limit: 4096
memory_window: 5
tools:
  - ask_user
temperature: 0.2
`;

/** Many agents, history: a session's snapshot. */
export const snapshot = {
  session_id: "cli-session-123",
  updated_at: "2025-11-12T10:35:30.000Z",
  agents: {
    methodologist: [{ event_id: "evt-0003", summary: "...", tokens_total: 728 }],
  },
};

/** Runtime control, 1: what a model may say. */
export const modelAnswers = [
  { action: "CALL_TOOL", tool: "enrich_movie", args: { title: "inception" } },
  {
    action: "RESPOND",
    message: "Encontrei 2 filmes:\n1. Inception (2010)\n2. Inception (2014)\nQual?",
  },
];

/** Runtime control, 2: the eleven tools. */
export const memoryTools = {
  save: ["save_note", "save_movie", "save_tv_show", "save_video", "save_link"],
  enrich: ["enrich_movie", "enrich_tv_show", "enrich_video"],
  search: ["search_items"],
  delete: ["delete_memory", "delete_all_memories"],
};

/** Declarative agent, 6: the whole example. */
export const supportXml = `<?xml version="1.0" encoding="UTF-8"?>
<q:component name="SupportAgent">
    <q:param name="userQuestion" type="string" required="true" />

    <!-- Carregar knowledge base -->
    <q:knowledge name="faq" model="phi3" embedModel="nomic-embed-text">
        <q:source type="file" path="data/faq.md" />
        <q:source type="file" path="data/policies.md" />
    </q:knowledge>

    <!-- Agent de suporte -->
    <q:agent name="support" model="phi3" max_iterations="5">
        <q:instruction>
            You are a helpful customer support agent.
            Use the available tools to find information and help users.
            Be concise and friendly.
        </q:instruction>

        <!-- Tool: Buscar na FAQ -->
        <q:tool name="searchFAQ" description="Search FAQ and policies">
            <q:param name="query" type="string" required="true" />
            <q:function name="doSearch">
                <q:query name="results" datasource="knowledge:faq" mode="search">
                    SELECT content, relevance FROM chunks
                    WHERE content SIMILAR TO :query
                    LIMIT 3
                    <q:param name="query" value="{query}" />
                </q:query>
                <q:return value="{results}" />
            </q:function>
        </q:tool>

        <!-- Tool: Consultar pedido -->
        <q:tool name="getOrder" description="Get order details by ID">
            <q:param name="orderId" type="integer" required="true" />
            <q:function name="fetchOrder">
                <q:query name="order" datasource="db">
                    SELECT * FROM orders WHERE id = :orderId
                    <q:param name="orderId" value="{orderId}" type="integer" />
                </q:query>
                <q:return value="{order[0]}" />
            </q:function>
        </q:tool>

        <!-- Executar -->
        <q:execute task="{userQuestion}" />
    </q:agent>

    <!-- Exibir resultado -->
    <div class="chat-response">
        <p>{support}</p>

        <q:if condition="{support_result.actionCount > 0}">
            <details>
                <summary>Actions taken ({support_result.actionCount})</summary>
                <q:loop items="{support_result.actions}" var="action">
                    <p><strong>{action.tool}</strong>: {action.result}</p>
                </q:loop>
            </details>
        </q:if>
    </div>
</q:component>
`;

/** Declarative agent, 5.2: a tool of a knowledge base. */
export const searchDocsTool = `<q:tool name="searchDocs" description="Search knowledge base">
    <q:param name="query" type="string" required="true" />
    <q:function name="search">
        <q:query name="results" datasource="knowledge:docs" mode="search">
            SELECT content FROM chunks WHERE content SIMILAR TO :query
            <q:param name="query" value="{query}" />
        </q:query>
        <q:return value="{results}" />
    </q:function>
</q:tool>
`;

/** Declarative agent, 3.3: what the loop gives back. */
export const agentResultFields = [
  "success",
  "result",
  "error",
  "executionTime",
  "iterations",
  "actionCount",
  "actions",
  "tokenUsage",
];

/** Orchestrator layer, 2: what a sentence is understood as. */
export const intents = [
  {
    primary_domain: "finance",
    goal: "GET_QUOTE",
    entities: { symbol_text: "Nordea" },
    confidence: 0.95,
    original_query: "qual o preço da Nordea?",
  },
  {
    primary_domain: "finance",
    goal: "TOP_MOVERS",
    entities: { direction: "GAINERS", market_text: "Brasil" },
    confidence: 0.92,
    original_query: "maiores altas do Brasil",
  },
];

/** Orchestrator layer, 3 and 5: what is to be executed. */
export const executionIntents = [
  {
    domain: "finance",
    capability: "get_stock_price",
    parameters: { symbol_text: "Nordea" },
    confidence: 0.95,
    original_query: "qual o preço da Nordea?",
  },
];

/** Orchestrator layer, 1: what a channel hands on. */
export const entry = {
  session_id: "user-abc123",
  input_text: "qual o preço da Nordea?",
  metadata: {},
};

/** Deterministic agent, 3.1: the actions that are known beforehand, what each needs, and where it is now. */
export const intentActions = [
  { intent_key: "web_search", required_params: ["query"], now: ["web", "search_web"] },
  {
    intent_key: "generate_pdf",
    required_params: ["content", "title"],
    now: ["documents", "generate_pdf"],
    because: { title: "a PDF without one is named by its first words" },
  },
  { intent_key: "summarize_text", required_params: ["text"], now: ["language", "summarize_text"] },
  {
    intent_key: "translate",
    required_params: ["text", "target_language"],
    now: ["language", "translate_text"],
  },
  { intent_key: "general_chat", required_params: ["message"], now: ["language", "general_chat"] },
  // Its function is null: a plan of several steps, begun by a goal.
  { intent_key: "analyze_and_report", required_params: ["topic"], now: ["language", "topic_text"] },
] as const;

/** Deterministic agent, 4.4: a plan in the words of that document. */
export const planOfActions = {
  steps: [{ type: "deterministic", action: "web_search", params: { query: "energia solar" } }],
};

/** Runtime control, 2: the parameters of the tools that save, look up and search; `?` is optional. */
export const toolParams = {
  save_note: ["content"],
  save_movie: ["title", "year?", "tmdb_id?"],
  save_tv_show: ["title", "year?", "tmdb_id?"],
  save_video: ["url", "title?"],
  save_link: ["url", "description?"],
  enrich_movie: ["title", "year?"],
  search_items: ["query?", "limit?"],
};

/** Many agents: what its agents answer, and what grows in versions. */
export const structurerOutput = {
  structured_question: "Como método incremental impacta velocidade?",
  elements: { context: "...", problem: "...", contribution: "..." },
};
export const methodologistOutput = {
  status: "needs_refinement",
  justification: "...",
  improvements: [{ aspect: "população", gap: "...", suggestion: "..." }],
  clarifications: {},
};
export const hypothesisVersion = {
  version: 1,
  question: "Como método incremental impacta velocidade?",
  feedback: { status: "needs_refinement", improvements: [] },
};

/** Declarative agent, 3.3: what its model is told to say. */
export const reactAnswers = [
  { action: "tool_name", args: { param1: "value1" } },
  { action: "finish", result: "Your final response to the user" },
];

/** Declarative agent, 3.1: an agent that says as little as it may. */
export const leastAgent = { name: "least", max_iterations: 10, timeout: 60000 };
