import { type Named, row } from "./named.ts";

export const declarativeAgent: readonly Named[] = [
  row(
    "1",
    ["q:knowledge", "ChromaDB (Vector DB)", "knowledge_service.py"],
    ["file domains/support/knowledge/open-knowledge.ts", "setting SUPPORT_EMBEDDINGS_MODEL"],
    "any server with the OpenAI embeddings API, and none is needed",
  ),
  row("1", ["Ollama API", "llm_service.py", "LLMService"], ["setting OPENAI_BASE_URL"]),
  row("2.1", ["AgentNode + Tools + Instructions"], ["file shared/manifest-files/load-agent.ts"]),
  row(
    "2.1",
    ["THINK", "ACT", "OBSERVE", "REASONING LOOP (ReAct Pattern)"],
    ["file orchestrator/engine/agents/run-agent.ts"],
  ),
  row("2.1", ["Final response + action log"], ["field agentAction.tool"]),
  row(
    "2.2; 4",
    [
      "ast_node.py",
      "parser.py",
      "agent_service.py",
      "component.py",
      "_parse_agent_statement()",
      "_execute_agent()",
    ],
    [
      "file shared/manifest-files/load-agent.ts",
      "file shared/manifest-files/tool-binding.ts",
      "file orchestrator/engine/agents/run-agent.ts",
    ],
  ),
  row(
    "3.1",
    ["AgentToolParamNode", "AgentToolNode", "AgentInstructionNode", "AgentExecuteNode"],
    ["field agent.tools", "field agent.prompt", "field agent.task"],
  ),
  row(
    "3.1",
    ["endpoint", "max_iterations", "timeout"],
    [
      "field agent.endpoint",
      "field agent.max_iterations",
      "field agent.timeout_ms",
      "setting REGENTE_MODEL_ENDPOINTS",
    ],
  ),
  row(
    "3.2",
    ["<q:agent> requires 'name' attribute"],
    ["test tests/e2e/originals/files.test.ts: has the bounds of the original"],
    'said as `<q:agent> needs name="..."`, with file and line',
  ),
  row(
    "3.3",
    ["ToolCall", "tool", "args", "result", "error", "duration_ms"],
    [
      "field agentAction.tool",
      "field agentAction.args",
      "field agentAction.result",
      "field agentAction.status",
      "field agentAction.duration_ms",
    ],
  ),
  row(
    "3.3",
    ["Agent timed out after {elapsed:.0f}ms"],
    ["test tests/e2e/model-bounds.test.ts: stops for want of time with what it has found"],
  ),
  row(
    "3.3",
    ["Max iterations ({max_iterations}) reached"],
    ["test tests/e2e/model-bounds.test.ts: stops at its limit of steps"],
  ),
  row(
    "3.3",
    ["Unknown tool: {tool_name}"],
    ["test orchestrator/turn/agents-that-misbehave.test.ts: gets one chance to put it right"],
  ),
  row(
    "3.3",
    ["LLM didn't produce valid action, treat as finish"],
    ["test tests/e2e/model-bounds.test.ts: stops where it breaks its grammar twice"],
    "words that no tool's answer carries are not told",
  ),
  row(
    "3.3",
    ["AVAILABLE TOOLS", "RESPONSE FORMAT", "Use tools one at a time"],
    [
      "file orchestrator/engine/agents/run-agent.ts",
      "test orchestrator/turn/agents.test.ts: calls what needs nothing of one another at once",
    ],
    "one closed form for every agent; up to three more calls that need nothing of the first one's answer",
  ),
  row(
    "3.3",
    ["Complete the user's task."],
    ["field agent.prompt"],
    "an agent has to say what it is for",
  ),
  row("3.3", ["{task}\\n\\nContext: {context}"], ["field agent.task"]),
  row(
    "3.3",
    ["Tool '{tool_name}' returned: {tool_result}", "Error: {tool_call.error}"],
    ["file orchestrator/engine/agents/observations.ts"],
  ),
  row(
    "3.3",
    ["- {name}({params_desc}): {desc}", " (required)"],
    ["file orchestrator/engine/agents/run-agent.ts"],
  ),
  row(
    "3.3",
    ["temperature=0.1"],
    ["field agent.temperature"],
    "as the agent says, else the provider's",
  ),
  row(
    "3.3",
    ["Tool {tool_name} executed (no body)"],
    ["test tests/e2e/originals/files.test.ts: a tool without a body is refused with its line"],
    "a tool that runs nothing is a fault, not an OK",
  ),
  row(
    "3.4",
    ["{node.name}_result"],
    ["test tests/e2e/originals/files.test.ts: the whole component of the support agent"],
  ),
  row(
    "5.1",
    ['llm.chat(messages=[...], model="phi3")'],
    [
      "test orchestrator/adapters/language-model/provider.test.ts: a model is asked for by its own name",
    ],
  ),
  row(
    "5.3",
    ["q:function", "q:query", "q:invoke", "q:llm", "q:data"],
    ["test tests/e2e/originals/files.test.ts: what tools may run"],
  ),
  row(
    "6",
    ["data/faq.md", "data/policies.md", "nomic-embed-text"],
    [
      "setting SUPPORT_KNOWLEDGE",
      "file domains/support/knowledge/en/faq.md",
      "file domains/support/knowledge/en/policies.md",
    ],
  ),
  row(
    "4",
    ["tests/test_agent_service.py", "tests/test_agent.py"],
    ["file orchestrator/turn/agents.test.ts", "file tests/e2e/support-agent.test.ts"],
  ),
  row(
    "4",
    ["examples/agent_*.q"],
    ["file domains/support/agents/support.xml"],
    "`.q` and `.xml` are both read",
  ),
  row("7", ["100% das APIs documentadas"], ["file docs/agents.md"]),
  row(
    "8",
    ["LLM não segue formato JSON"],
    ["test orchestrator/turn/agents-that-misbehave.test.ts: gets one chance to put it right"],
  ),
  row(
    "8",
    ["Retry com backoff + error handling"],
    ["field manifest.capabilities.retry.backoff_ms"],
  ),
  row(
    "9",
    ["Tool approval flow (confirmação do usuário)"],
    ["test tests/e2e/model-bounds.test.ts: asks before it does what leaves the house"],
  ),
  row(
    "9",
    ["Parallel tool execution"],
    ["test orchestrator/turn/agents.test.ts: calls what needs nothing of one another at once"],
  ),
  row("9", ["Tool caching"], ["test tests/e2e/model-bounds.test.ts: makes the same look once"]),
  row(
    "9",
    [
      "Agent-to-agent communication",
      "Hierarchical agents (supervisor + workers)",
      "Agent chaining (output → input)",
    ],
    [
      "test tests/e2e/research.test.ts: is structured, assessed, refined only when that is chosen",
      "test orchestrator/turn/agents-that-misbehave.test.ts: cannot call agents without end",
    ],
  ),
  row(
    "9",
    ["Agent memory (persistence entre requests)"],
    ["test orchestrator/turn/agents.test.ts: remembers its last answers of the session"],
  ),
  row(
    "3.3",
    ["Tool {tool_name} failed: {e}", "Agent execution failed: {e}"],
    [
      "field agentAction.status",
      "test tests/e2e/model-bounds.test.ts: stops where it breaks its grammar twice",
    ],
  ),
  row(
    "3.3",
    ["_return"],
    ["file shared/manifest-files/tool-binding.ts"],
    "what a q:return names is checked where the file is read",
  ),
  row(
    "1; 2.2",
    ["features/agents/docs/README.md", "features/agents/manifest.yaml"],
    ["file docs/agents.md", "file domains/support/manifest.yaml"],
  ),
  row(
    "3.3",
    ["AgentService", "AgentResult", "AgentError", "to_dict", "get_agent_service"],
    [
      "file orchestrator/engine/agents/run-agent.ts",
      "test tests/e2e/originals/models.test.ts: runs: both tools, the bound statement",
    ],
  ),
  row(
    "3.3",
    [
      "SYSTEM_PROMPT_TEMPLATE",
      "_build_tools_description",
      "_call_llm",
      "_extract_action",
      "_execute_tool",
    ],
    [
      "file orchestrator/engine/agents/run-agent.ts",
      "file orchestrator/engine/agents/tools.ts",
      "file orchestrator/engine/agents/run-agent.ts",
    ],
    "no JSON is looked for in words: the model fills in a closed form",
  ),
  row(
    "3.4",
    ["_resolve_databinding"],
    ["test shared/manifest-files/load-agent.test.ts: is not a <q:param> of this component"],
  ),
];
