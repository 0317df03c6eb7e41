import { type Named, row } from "./named.ts";

export const orchestratorLayer: readonly Named[] = [
  row(
    "1",
    ["main.py", "api/openai_server.py", "EntryRequest"],
    ["file orchestrator/main.ts", "route POST /v1/chat/completions"],
  ),
  row(
    "2",
    ["intent/adapter.py", "IntentOutput"],
    ["file orchestrator/understanding/understand.ts"],
  ),
  row("2", ["*_text", "entities_schema.values[]"], ["field manifest.goals.entities_schema"]),
  row(
    "2",
    ['ticker="NDA-SE.ST"', 'job_id="abc"', 'symbol="PETR4.SA"'],
    ["test orchestrator/understanding/with-model/understand-with-model.test.ts: an unknown key"],
  ),
  row(
    "3",
    [
      "planner/goal_resolver.py",
      "IntentOutput → ExecutionIntent",
      "entities_schema.capability_map",
    ],
    ["file orchestrator/planning/resolve-goal.ts"],
  ),
  row(
    "3",
    ["direction=GAINERS", "direction=LOSERS", "sem direction"],
    ["test tests/e2e/originals/files.test.ts: what the resolver makes of a goal"],
    "without a direction its own default BOTH counts; the first of the map is taken where there is no default",
  ),
  row(
    "4",
    ["planner/service.py", "TaskDecomposer", "planner/task_decomposer.py"],
    ["file orchestrator/planning/decompose.ts"],
  ),
  row(
    "4",
    ["FunctionCallingPlanner"],
    ["file orchestrator/planning/with-model/plan-with-model.ts"],
  ),
  row(
    "4",
    ["sequential", "parallel", "dag", "last", "report", "merge"],
    [
      "value executionMode sequential",
      "value executionMode parallel",
      "value executionMode dag",
      "value combineMode last",
      "value combineMode report",
      "value combineMode merge",
    ],
  ),
  row("5", ["execution/engine.py"], ["file orchestrator/engine/run-plan.ts"]),
  row(
    "5",
    ["success", "failure", "clarification"],
    [
      "value outputStatus success",
      "value outputStatus failure",
      "value outputStatus clarification",
    ],
  ),
  row(
    "6",
    ["orchestrator/orchestrator.py", "confidence < threshold (0.94)", "handler.execute(intent)"],
    [
      "file orchestrator/engine/route.ts",
      "file orchestrator/planning/gate.ts",
      "field manifest.confidence_gate",
    ],
    "a domain may say `exempt: true`, as `general` was; what changes something is held at 0.97",
  ),
  row(
    "7",
    ["domains/finance/handler.py", "SymbolResolver", 'SymbolResolver.resolve("NORDEA")'],
    [
      "file domains/finance/symbols/resolve-symbol.ts",
      "test domains/finance/symbols/resolve-symbol.test.ts: Nordea",
    ],
  ),
  row(
    "diagram",
    ["SkillGateway", "MCP", "StrategyCore"],
    ["file domains/finance/skills/skills.ts", "file domains/finance/strategy/risk-metrics.ts"],
  ),
  row("contracts", ["domains/finance/server.py"], ["file domains/finance/manifest.yaml"]),
  row(
    "contracts",
    ["enabled_if", '"path": "parameters.notify"', "param_map", "_step_explanation"],
    [
      "field manifest.capabilities.metadata.composition.enabled_if",
      "field manifest.capabilities.metadata.composition.param_map",
    ],
  ),
  row("limits", ["${ref}"], ["file orchestrator/engine/references.ts"]),
  row("limits", ["chamar outro domínio diretamente"], ["test tests/architecture.test.ts: imports"]),
  row(
    "anti-patterns",
    ['if intent.capability == "get_stock_price"', 'if intent.domain == "finance"'],
    ["test tests/architecture.test.ts: names no domain"],
  ),
  row(
    "anti-patterns",
    ["self.domain_registry.resolve_capability(intent.capability)"],
    ["file orchestrator/catalogue/catalogue.ts"],
  ),
  row(
    "a new domain",
    ["domains/new_domain/", "/health", "/manifest", "/execute"],
    [
      "command new-domain",
      "test shared/conformance/check-domain.test.ts: none of a good domain fails",
    ],
  ),
  row(
    "a new domain",
    ["capabilities[]", "goals[]", "entities_schema"],
    ["field manifest.capabilities", "field manifest.goals.entities_schema"],
  ),
  row("a new domain", ["domains.bootstrap.json"], ["file domains.bootstrap.json"]),
  row(
    "a new domain",
    ["intent/", "planner/", "execution/", "orchestrator/"],
    ["test tests/e2e/new-domain.test.ts: new-domain"],
    "a domain is added without a change of these",
  ),
  row(
    "files",
    ["shared/models.py", "shared/workflow_contracts.py"],
    ["file shared/contracts/plan.ts", "file shared/contracts/capability.ts"],
  ),
  row(
    "payloads",
    ["ExecutionPlan", "ExecutionStep", "DomainOutput", "GoalResolver"],
    [
      "field plan.steps",
      "file shared/contracts/plan.ts",
      "file shared/contracts/output.ts",
      "file orchestrator/planning/resolve-goal.ts",
    ],
  ),
];
