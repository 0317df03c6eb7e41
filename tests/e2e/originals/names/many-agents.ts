import { type Named, row } from "./named.ts";

export const manyAgents: readonly Named[] = [
  row("transition", ["orchestrator_node"], ["capability research.develop_idea"]),
  row(
    "transition",
    ["route_after_methodologist"],
    ["test tests/e2e/originals/scenarios.test.ts: scenario 1"],
  ),
  row("state", ["user_input"], ["field turnRequest.input_text"]),
  row(
    "state",
    ["conversation_history", "messages"],
    ["field session.context"],
    "a compressed context instead of the transcript",
  ),
  row(
    "state",
    ["current_stage", "structuring", "validating", "done"],
    ["field session.pending", "field session.state.artifacts"],
    "the stage is the open question and the last version's feedback",
  ),
  row("state", ["structurer_output"], ["capability research.structure_question"]),
  row("state", ["methodologist_output"], ["capability research.check_rigor"]),
  row("state", ["hypothesis_versions"], ["field session.state.artifacts"]),
  row(
    "state",
    ["suggestions"],
    ["capability research.check_rigor"],
    "the later section's improvements, each with its suggestion",
  ),
  row(
    "agents",
    ["config/agents/<papel>.yaml"],
    [
      "file domains/research/agents/methodologist.yaml",
      "file domains/research/agents/structurer.yaml",
      "file domains/research/agents/facilitator.yaml",
    ],
    "an agent's file stands beside the manifest that names it",
  ),
  row(
    "agents",
    ["name", "role", "model", "prompt", "tags", "context_limit", "memory_window", "tools"],
    [
      "field agent.name",
      "field agent.role",
      "field agent.model",
      "field agent.prompt",
      "field agent.tags",
      "field agent.context_limit",
      "field agent.memory_window",
      "field agent.tools",
    ],
    "all but name, role and prompt have a default",
  ),
  row(
    "agents",
    [">=1"],
    [
      "test tests/e2e/originals/files.test.ts: a wrong field of it is named with its file, in Portuguese",
    ],
  ),
  row(
    "agents",
    ["temperature", "top_p", "summary_template"],
    ["field agent.temperature", "field agent.top_p", "field agent.summary_template"],
  ),
  row(
    "agents",
    ["Mensagens de erro em PT-BR com caminho do arquivo e campo inválido."],
    [
      "test tests/e2e/originals/files.test.ts: a wrong field of it is named with its file, in Portuguese",
    ],
  ),
  row(
    "agents",
    ["Falha aborta a execução antes de instanciar o grafo."],
    ["test shared/manifest-files/load-agent.test.ts: its faults are the manifest's"],
    "a domain with a fault does not join; the others work",
  ),
  row(
    "history",
    [
      "agent_memory",
      "event_id",
      "timestamp",
      "summary",
      "tokens_input",
      "tokens_output",
      "tokens_total",
    ],
    [
      "field agentEvent.event_id",
      "field agentEvent.timestamp",
      "field agentEvent.summary",
      "field agentEvent.tokens_input",
      "field agentEvent.tokens_output",
      "field agentEvent.tokens_total",
    ],
  ),
  row(
    "history",
    ["runtime/snapshots/<session_id>.json"],
    [
      "setting REGENTE_SNAPSHOTS",
      "test tests/e2e/originals/models.test.ts: a session's snapshot is a file of that form",
    ],
    "`<folder>/<user>/<session>.json`, for sessions of two users may have one name",
  ),
  row("reset", ["--reset-session <session_id>"], ["command reset-session"]),
  row(
    "reset",
    ["agent_memory"],
    ["test orchestrator/turn/agents.test.ts: remembers its last answers of the session"],
  ),
  row(
    "identifiers",
    ["cli-session-<uuid>", "thread_id"],
    ["field turnRequest.session_id"],
    "any name is a session",
  ),
  row("identifiers", ["evt-0001", "evt-0002"], ["field agentEvent.event_id"]),
  row(
    "orchestrator",
    ["vague", "semi_formed", "complete"],
    ["value maturity vague", "value maturity semi_formed", "value maturity complete"],
  ),
  row(
    "orchestrator",
    ["Detectei: {classification}"],
    ["test tests/e2e/originals/scenarios.test.ts: scenario 1"],
    "the classification is in the result and in the log of actions, and is not said",
  ),
  row(
    "methodologist",
    ["approved", "needs_refinement", "rejected"],
    ["value verdict approved", "value verdict needs_refinement", "value verdict rejected"],
  ),
  row(
    "methodologist",
    ['"aspect": "população" | "métricas" | "variáveis"'],
    ["value aspect population", "value aspect metrics", "value aspect variables"],
    "values are English, and said in the user's language",
  ),
  row(
    "methodologist",
    ["iteration < max", "força decisão"],
    ["test tests/e2e/research.test.ts: refined only when that is chosen"],
    "its own later section: refinement on demand, without a limit",
  ),
  row(
    "graph",
    ["checkpointer=MemorySaver()"],
    ["test orchestrator/turn/agents.test.ts: goes on after a restart without starting over"],
  ),
  row(
    "prompts",
    ["ORCHESTRATOR_CLASSIFICATION_PROMPT", "STRUCTURER_PROMPT"],
    [
      "file domains/research/agents/facilitator.yaml",
      "file domains/research/agents/structurer.yaml",
    ],
    "in words of their own, in both languages",
  ),
  row(
    "next",
    ["Entidade Tópico + Persistência (pausar/retomar)"],
    ["test tests/e2e/research.test.ts: a conversation goes where the person leads it"],
  ),
  row(
    "backlog",
    ["Pesquisador (busca bibliográfica)", "Escritor (compilar artigo)", "Crítico (revisão final)"],
    [],
    "its own backlog: a manifest and an agent's file each",
  ),
  row("backlog", ["RAG para knowledge base", "Vector DB"], ["setting SUPPORT_EMBEDDINGS_URL"]),
];
