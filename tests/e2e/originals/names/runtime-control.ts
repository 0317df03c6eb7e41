import { type Named, row } from "./named.ts";

export const runtimeControl: readonly Named[] = [
  row(
    "1",
    ["AgentLLMResponse", "CALL_TOOL", "RESPOND", "NOOP"],
    ["file orchestrator/engine/agents/tools.ts"],
  ),
  row(
    "1",
    ["validateAgentResponse()", "action=CALL_TOOL", "action=NOOP", "message=null"],
    ["test orchestrator/turn/agents-that-misbehave.test.ts: gets one chance to put it right"],
  ),
  row("2", ["save_note(content)"], ["capability memory.save_note"]),
  row("2", ["save_movie(title, year?, tmdb_id?)"], ["capability memory.save_movie"]),
  row(
    "2",
    ["save_tv_show(title: string, year?: number, tmdb_id?: number)"],
    ["capability memory.save_tv_show"],
  ),
  row("2", ["save_video(url: string, title?: string)"], ["capability memory.save_video"]),
  row("2", ["save_link(url: string, description?: string)"], ["capability memory.save_link"]),
  row("migration", ["enrich_movie(title, year?)"], ["capability memory.enrich_movie"]),
  row(
    "migration",
    ["search_items(query?, limit?)", "search_items()"],
    ["capability memory.search_items"],
  ),
  row(
    "2; migration",
    [
      "save_memory(type, content)",
      "save_memory(type='movie')",
      "save_memory(type='note')",
      "search_memory(query)",
      "enrich_content(type, data)",
      "list_memories()",
      "respond(message)",
      "respond()",
    ],
    [],
    "the tools that the record does away with: no capability has their names",
  ),
  row(
    "3",
    ["CHAT_SYSTEM_PROMPT", "OFFER_SAVE_NOTE_PROMPT", "INTENT_ROUTER_PROMPT"],
    [],
    "done away with there, and never there here",
  ),
  row(
    "3",
    ["AGENT_SYSTEM_PROMPT", "STRICT_JSON_PROMPT"],
    ["file orchestrator/engine/agents/run-agent.ts"],
  ),
  row(
    "context 2",
    ["quer que eu salve?"],
    ["test tests/e2e/originals/originals.test.ts: no answer offers what was not asked for"],
  ),
  row(
    "context 3; 3",
    ["sem conversação, sem ofertas, sem emojis"],
    ["test tests/e2e/originals/originals.test.ts: no answer offers what was not asked for"],
  ),
  row("4", ["delete_all", "handleDeleteAll()"], ["goal DELETE_ALL"]),
  row("4", ["list_all", "handleListAll()"], ["goal LIST_ALL"]),
  row(
    "4",
    ["cancel", "handleCancel()"],
    ["test tests/e2e/originals/originals.test.ts: an example sentence has the outcome"],
  ),
  row(
    "before and after",
    ["GENERIC_CONFIRMATION"],
    ["capability memory.delete_all_memories"],
    "it says how many were deleted, and what brings them back",
  ),
  row("after", ["delete_all_memories"], ["capability memory.delete_all_memories"]),
  row("after", ["askUserToChoose"], ["field turnResponse.pending.options"]),
  row(
    "complete flow",
    ["{action: 'save', entities: {content: 'inception'}}"],
    ["goal SAVE_MOVIE"],
    "the words alone lead to the goal, and its domain looks the film up",
  ),
  row("complete flow", ["pendingAction", "selection=0"], ["field turnResponse.pending"]),
  row(
    "complete flow",
    ["✅ Inception (2010) salvo"],
    ["test tests/e2e/originals/originals.test.ts: the choice is the film of that year and number"],
    "the same words without the check mark",
  ),
  row(
    "validation 2",
    ["LLM nunca retorna JSON inválido (ou retry funciona)"],
    ["test orchestrator/turn/agents-that-misbehave.test.ts: gets one chance to put it right"],
  ),
  row(
    "validation 3",
    ["`save_movie()` sempre cria item tipo 'movie', nunca 'note'"],
    ["test tests/e2e/originals/originals.test.ts: a film is kept as a film"],
  ),
  row(
    "metrics",
    ["<100ms"],
    ["file bench/README.md"],
    "measured by the benchmark: tests assert no times",
  ),
  row(
    "context 4",
    ["Por que a LLM decidiu X ao invés de Y?"],
    ["command explain", "route POST /v1/explain"],
  ),
  row(
    "after",
    ["intentClassifier.classify(message)", "executeTool", "ToolName"],
    [
      "file orchestrator/understanding/understand.ts",
      "file orchestrator/engine/route.ts",
      "field agent.tools",
    ],
  ),
  row(
    "references",
    ["004-state-machine.md", "005-ai-agnostic.md", "REFACTORING-v0.3.0.md", "INSTRUCTIONS.MD"],
    [],
    "papers of that project which it only points to",
  ),
];
