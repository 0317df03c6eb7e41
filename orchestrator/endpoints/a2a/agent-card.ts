import type { AgentCard } from "@a2a-js/sdk";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Allowed } from "../../planning/rights.ts";
import { goalOfTool, toolsFor } from "../mcp/tools.ts";

/** In each language. */
const MOST_EXAMPLES = 2;
const MODES = ["text/plain"];

const descriptions: Readonly<Record<Locale, string>> = {
  "pt-BR":
    "Um pedido em português ou inglês é entendido, planejado e executado; o que faltar é perguntado de volta.",
  en: "A request in Portuguese or English is understood, planned and carried out; what is missing is asked back.",
};

/** What this agent is to others of the Agent2Agent protocol: a skill for each goal that the caller may use. */
export function agentCard(
  allowed: Allowed,
  {
    origin,
    locale,
    version,
    asksForKey,
  }: { origin: string; locale: Locale; version: string; asksForKey: boolean },
): AgentCard {
  const skills = toolsFor(allowed, locale).flatMap(({ name, title, description }) => {
    const goal = goalOfTool(name, allowed);
    if (goal === undefined) return [];
    const examples = locales.flatMap((each) =>
      (goal.spec.hints.examples?.[each] ?? []).slice(0, MOST_EXAMPLES),
    );
    return [
      {
        ...{ id: name, name: title, description, tags: [goal.domain] },
        examples: examples.map((example) => parseExample(example).text),
        ...{ inputModes: MODES, outputModes: MODES, securityRequirements: [] },
      },
    ];
  });
  return {
    name: "Regente",
    description: descriptions[locale],
    supportedInterfaces: [
      {
        url: new URL("/a2a", origin).href,
        ...{ protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" },
      },
    ],
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
    skills,
    signatures: [],
  };
}
