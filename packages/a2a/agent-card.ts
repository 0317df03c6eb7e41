import type { AgentCard } from "@a2a-js/sdk";
import type { AgentDescription } from "../../orchestrator/ports/agent-protocol.ts";
import type { Locale } from "../../shared/contracts/names.ts";

const MODES = ["text/plain"];

const descriptions: Readonly<Record<Locale, string>> = {
  "pt-BR":
    "Um pedido em português ou inglês é entendido, planejado e executado; o que faltar é perguntado de volta.",
  en: "A request in Portuguese or English is understood, planned and carried out; what is missing is asked back.",
};

/** What this agent is to others of the Agent2Agent protocol. */
export const agentCard = ({
  url,
  version,
  locale,
  asksForKey,
  skills,
}: AgentDescription): AgentCard => ({
  name: "Regente",
  description: descriptions[locale],
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" }],
  provider: undefined,
  version,
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extensions: [],
    extendedAgentCard: false,
  },
  securitySchemes: asksForKey
    ? {
        key: {
          scheme: {
            $case: "httpAuthSecurityScheme",
            value: { description: "", scheme: "Bearer", bearerFormat: "" },
          },
        },
      }
    : {},
  securityRequirements: asksForKey ? [{ schemes: { key: { list: [] } } }] : [],
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
  skills: skills.map(({ domain, examples, ...told }) => ({
    ...told,
    tags: [domain],
    examples: [...examples],
    ...{ inputModes: MODES, outputModes: MODES, securityRequirements: [] },
  })),
  signatures: [],
});
