import { parseContract } from "../contracts/errors.ts";
import { type PinnedTool, pinnedTool } from "./pinned-tools.ts";
import type { Reached } from "./tool-client.ts";
import { toolServer } from "./tool-server.ts";

/** A server's tools as they are now, to be looked at and kept. */
export async function readTools(
  reached: Reached,
): Promise<{ title: string; tools: Record<string, PinnedTool> }> {
  const server = toolServer(reached);
  const { tools, title } = await server.describe().finally(() => server.close());
  const pinned = tools.map(({ name, description = "", inputSchema, annotations }) => {
    const one = { description, inputSchema, ...(annotations && { annotations }) };
    return [name, parseContract(pinnedTool, one, name)] as const;
  });
  return { title, tools: Object.fromEntries(pinned) };
}
