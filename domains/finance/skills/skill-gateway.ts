import { Client, type Transport } from "@modelcontextprotocol/client";
import { ownValue } from "#shared/contracts/json.ts";
import {
  type MarketData,
  ProviderUnavailableError,
  type SkillInput,
  type SkillName,
  type SkillOutput,
  skills,
} from "../data/market-data.ts";
import { CODE_KEY } from "./skill-server.ts";

/** The skills of an MCP server as market data. `close` ends the connection. */
export type SkillGateway = MarketData & { close(): Promise<void> };

/**
 * Speaks to the market-data skills through any MCP transport; what they answer is checked here again.
 * Errors: ProviderUnavailableError when a skill says so, cannot be reached or answers with another shape
 */
export async function connectSkills(transport: Transport): Promise<SkillGateway> {
  const client = new Client({ name: "regente-finance", version: "1.0.0" });
  await client.connect(transport);

  async function call<Name extends SkillName>(
    name: Name,
    input: SkillInput<Name>,
    signal: AbortSignal,
  ): Promise<SkillOutput<Name>> {
    signal.throwIfAborted();
    const unavailable = (what: string, cause?: unknown) =>
      new ProviderUnavailableError("skills", what, { cause });
    const answer = await client.callTool({ name, arguments: input }, { signal }).catch((cause) => {
      signal.throwIfAborted();
      throw unavailable(`no answer from ${name}`, cause);
    });
    if (answer.isError === true) {
      const [said] = answer.content;
      const code = ownValue(answer._meta, CODE_KEY);
      const text = said?.type === "text" ? said.text : "no reason given";
      throw unavailable(code === "PROVIDER_UNAVAILABLE" ? text : `${name} failed`, text);
    }
    const parsed = skills[name].output.safeParse(answer.structuredContent);
    if (!parsed.success) throw unavailable(`${name} answered against its schema`, parsed.error);
    return parsed.data as SkillOutput<Name>;
  }

  return {
    quote: (input, signal) => call("quote", input, signal),
    search: (input, signal) => call("search", input, signal),
    history: (input, signal) => call("history", input, signal),
    movers: (input, signal) => call("movers", input, signal),
    close: () => client.close(),
  };
}
