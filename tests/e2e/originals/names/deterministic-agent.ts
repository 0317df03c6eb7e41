import { type Named, row } from "./named.ts";

export const deterministicAgent: readonly Named[] = [
  row(
    "2",
    ["[DETER.]", "[COMPLEXO]", "PLANNER"],
    ["test orchestrator/turn/hybrid.test.ts: runs as one plan of allowed capabilities"],
  ),
  row("3.1", ["intent_actions", "intent_key"], ["field manifest.goals.goal"]),
  row("3.1", ["description"], ["field manifest.goals.description"]),
  row(
    "3.1",
    ["action_type", "deterministic", "reasoning", "hybrid"],
    ["field manifest.goals.action_type"],
  ),
  row(
    "3.1",
    ["function_endpoint", "/api/actions/web-search"],
    ["capability web.search_web"],
    "each domain has the one endpoint POST /execute, and a call names the capability",
  ),
  row("3.1", ["/api/actions/generate-pdf"], ["capability documents.generate_pdf"]),
  row(
    "3.1",
    ["/api/actions/llm-call"],
    ["capability language.summarize_text", "capability language.translate_text"],
    "a prompt is a capability of a manifest, and the orchestrator asks the model",
  ),
  row("3.1", ["summarize_url"], ["goal SUMMARIZE_PAGE"]),
  row(
    "3.1",
    ["required_params", "optional_params"],
    [
      "field manifest.capabilities.params_schema.required",
      "field manifest.capabilities.params_schema.properties",
    ],
  ),
  row(
    "3.1",
    ["prompt_template", "max_tokens"],
    [
      "field manifest.capabilities.prompt.template",
      "field manifest.capabilities.prompt.max_tokens",
    ],
  ),
  row("3.1", ["is_active"], ["file domains.bootstrap.json"], "what stands there is active"),
  row("3.2", ["task_runs"], ["route GET /v1/runs"]),
  row("3.2", ["conversation_id", "user_id"], ["field run.session_id", "field run.user_id"]),
  row(
    "3.2",
    ["pending | running | completed | failed"],
    ["value runStatus running", "value runStatus success", "value runStatus failure"],
    "a run begins at once; one that asks is waiting, and one of which a part failed is partial",
  ),
  row("3.2", ["plan", "steps"], ["field run.plan", "field run.steps"]),
  row("3.2", ["final_result"], ["field run.answer"]),
  row("3.2", ["tokens_used"], ["field run.model_calls.tokens_output"]),
  row("3.2", ["error_message"], ["field run.steps.output.explanation"]),
  row("3.2", ["created_at", "completed_at"], ["field run.created_at", "field run.updated_at"]),
  row(
    "3.3",
    ["conversation_context", "summary", "key_facts", "last_intent", "turn_count"],
    [
      "field session.context.summary",
      "field session.context.key_facts",
      "field session.context.last_intent",
      "field session.context.turn_count",
    ],
  ),
  row(
    "4.1",
    ["netlify/functions/router.js", "message"],
    [
      "route POST /v1/turns",
      "field turnRequest.input_text",
      "field turnRequest.session_id",
      "field turnRequest.user_id",
    ],
  ),
  row(
    "4.1",
    [
      "Classifique em UMA palavra-chave: web_search, generate_pdf, summarize_text, translate, analyze_and_report, general_chat.",
    ],
    ["test orchestrator/turn/model-tier.test.ts: is settled by the model and carried out"],
    "the model fills in a form with the likeliest goals, and only where the words alone leave it open",
  ),
  row(
    "4.2",
    ["extractParams()", "Extraia os parâmetros da mensagem como JSON."],
    [
      "test orchestrator/turn/model-tier.test.ts: is looked for by the model before the user is asked",
    ],
  ),
  row(
    "4.3",
    ["/api/actions/web-search.js", "https://api.tavily.com/search", "basic"],
    ["file domains/web/search/tavily.ts", "test domains/web/searching.test.ts: max_results: 5"],
  ),
  row(
    "4.3",
    ["answer", "sources", "title", "url", "snippet"],
    [
      "field turnResponse.answer",
      "field turnResponse.sources.title",
      "field turnResponse.sources.url",
    ],
  ),
  row(
    "4.3",
    ["raw_for_context"],
    ["test orchestrator/planning/decompose.test.ts: gets results whole"],
    "a step's whole result can be referred to: ${1.result.answer}",
  ),
  row(
    "4.3",
    ["/api/actions/generate-pdf.js", "content", "format", 'PDF "${title}" gerado com sucesso.'],
    ["capability documents.generate_pdf"],
    "it says the title and how long the file is kept; a PDF has one format",
  ),
  row(
    "4.3",
    ["generated-files", "pdfs/${Date.now()}-${title}.pdf", "file_url"],
    ["field turnResponse.files.url", "field turnResponse.files.name"],
  ),
  row(
    "4.4",
    ["Você é um planejador de tarefas.", "getCompressedContext"],
    [
      "file orchestrator/planning/with-model/plan-with-model.ts",
      "test orchestrator/turn/hybrid.test.ts: is repaired once, with what is wrong in words",
    ],
  ),
  row(
    "4.4",
    ["format_response", "step_${i}"],
    ["field plan.combine_mode", "field plan.steps.output_key"],
    "an answer is put together by tables: last, report, merge",
  ),
  row(
    "4.4",
    ['"type" (deterministic|reasoning)', '"action"', '"params"'],
    ["field plan.steps.capability", "field plan.steps.params"],
    "who carries a step out is in its manifest (kind), not in the plan",
  ),
  row(
    "4.5",
    ["Primeiros 5 turnos", "Resuma em 2-3 frases o contexto desta conversa"],
    [
      "test orchestrator/turn/reasoning.test.ts: becomes a summary after five turns",
      "test orchestrator/turn/reasoning.test.ts: is kept as facts without a model",
    ],
  ),
  row(
    "5",
    ["Nunca invente dados.", "{compressed_context}", "{step_results}"],
    [
      "field manifest.capabilities.prompt.context",
      "test orchestrator/turn/reasoning.test.ts: shows the parameters as data beside the instruction",
    ],
  ),
  row(
    "6",
    ["formatFinalResponse", "message", "sources", "files", "tokens_used"],
    [
      "field turnResponse.answer",
      "field turnResponse.sources",
      "field turnResponse.files",
      "field turnResponse.usage.tokens_output",
    ],
  ),
  row(
    "7",
    ["usage_metrics", "tokens_input", "tokens_output", "execution_time_ms"],
    [
      "field usageRow.tokens_input",
      "field usageRow.tokens_output",
      "field usageRow.duration_ms",
      "field usageRow.action_type",
    ],
  ),
  row("7", ["was_keyword_matched"], ["field usageRow.tier"], "the tier says who decided"),
  row(
    "7",
    ["usage_summary", "total_calls", "avg_tokens", "zero_token_calls", "avg_time_ms"],
    [
      "field usage.usage_summary.goal",
      "field usage.usage_summary.action_type",
      "field usage.usage_summary.total_calls",
      "field usage.usage_summary.avg_tokens",
      "field usage.usage_summary.zero_token_calls",
      "field usage.usage_summary.avg_time_ms",
    ],
  ),
  row("7", ["7 days"], ["route GET /v1/usage"], "`since` says from which day; 30 days without it"),
  row(
    "8",
    ["gerar imagem"],
    ["file docs/models.md"],
    "no kind of capability; a domain may make one",
  ),
  row(
    "8",
    ["Implementar cache de respostas para queries repetidas"],
    ["field manifest.capabilities.cache_ttl_s"],
  ),
  row(
    "8",
    ["A/B test de prompts"],
    ["field manifest.capabilities.prompt.trial", "field usage.by_version.version"],
  ),
  row("8", ["converter mais intents para determinísticas"], ["command promote"]),
  row(
    "9",
    ["Economia", "70-80%"],
    ["field usage.total.tokens_counterfactual"],
    "counted for each message instead of estimated",
  ),
  row(
    "10",
    ["background functions"],
    ["field turnRequest.metadata"],
    ["a request has one deadline (REGENTE_DEADLINE_MS); runs go on after a restart"].join(),
  ),
  row(
    "10",
    ["Hash da mensagem normalizada", "TTL de 24h"],
    ["test orchestrator/turn/model-tier.test.ts: is not asked about again, whoever says it"],
  ),
  row(
    "10",
    ["default para `general_chat`"],
    ["test orchestrator/turn/fallback.test.ts: comes to the goal for it where a model says so"],
    "it talks only where a model says that no other goal is meant",
  ),
  row(
    "10",
    ["retry uma vez"],
    [
      "field manifest.capabilities.retry.attempts",
      "test orchestrator/turn/hybrid.test.ts: is tried without a model first, and another way where that fails",
    ],
  ),
  row(
    "10",
    ["Supabase Auth JWT"],
    ["setting REGENTE_JWT_SECRET", "test tests/e2e/access.test.ts: a token opens as a key does"],
  ),
  row(
    "10",
    ["Rate limiting por user_id"],
    [
      "setting REGENTE_RATE_LIMIT",
      "test tests/e2e/access-limits.test.ts: one user is held to the rate",
    ],
  ),
  row(
    "3.1",
    ["Busca na web via Tavily", "Gera PDF a partir de conteúdo"],
    ["goal WEB_SEARCH", "goal GENERATE_PDF"],
  ),
  row(
    "3.1",
    ["Resume texto longo", "Traduz texto"],
    ["goal SUMMARIZE_TEXT", "goal TRANSLATE_TEXT"],
  ),
  row(
    "3.1",
    ["Conversa geral / pergunta aberta", "Pesquisa + análise + PDF"],
    ["goal GENERAL_CHAT", "goal ANALYZE_AND_REPORT"],
  ),
  row("3.2", ["idx_task_runs_conversation", "idx_task_runs_status"], ["route GET /v1/runs"]),
  row(
    "4.1",
    ["KEYWORD_PATTERNS", "matchKeywords", "classifyWithLLM", "getIntentAction", "callFunction"],
    [
      "file orchestrator/understanding/understand.ts",
      "file orchestrator/understanding/with-model/understand-with-model.ts",
      "file orchestrator/planning/resolve-goal.ts",
      "file orchestrator/engine/route.ts",
    ],
    "words of the manifests instead of patterns in the code",
  ),
  row(
    "4.3",
    ["TAVILY_API_KEY", "api_key", "search_depth", "include_answer", "include_raw_content"],
    ["setting TAVILY_API_KEY", "test domains/web/searching.test.ts: include_raw_content: false"],
    "the key goes in a header, where no log of bodies has it",
  ),
  row(
    "4.3",
    ["r.content?.substring(0, 200)"],
    ["test domains/web/searching.test.ts: keeps the first 200 characters of what a page says"],
  ),
  row(
    "4.4",
    ["executeHybridTask", "createTaskRun", "updateTaskStep"],
    [
      "file orchestrator/engine/run-plan.ts",
      "test orchestrator/turn/hybrid.test.ts: runs as one plan of allowed capabilities",
      "route GET /v1/runs/{id}",
    ],
  ),
  row(
    "4.5",
    ["updateCompressedContext", "extractKeyFact"],
    [
      "test orchestrator/turn/reasoning.test.ts: becomes a summary after five turns",
      "test orchestrator/turn/reasoning.test.ts: is kept as facts without a model",
    ],
  ),
  row(
    "6",
    ["collectSources", "collectFiles", "calculateTotalTokens"],
    ["field turnResponse.sources", "field turnResponse.files", "field turnResponse.usage"],
  ),
];
