import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { MadeFromMcp } from "../contracts/bootstrap.ts";
import { isJsonObject, jsonFault } from "../contracts/json.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { ask, failure, success } from "../domain-kit/answers.ts";
import type { Call, Handler } from "../domain-kit/call.ts";
import { type Domain, type DomainOptions, defineDomain } from "../domain-kit/define-domain.ts";
import { sayIn } from "../messages/say.ts";
import { visibleText } from "../plain-text/clean-text.ts";
import { readDocument } from "./document.ts";
import { madeManifest } from "./made-manifest.ts";
import { withOverlay } from "./overlay.ts";
import { ANSWER_PARAM, type OpenedTool, toolsOf } from "./pinned-tools.ts";
import { sayAnswer } from "./say-answer.ts";
import { credentialsOf, type Making, seenOf } from "./settings.ts";
import { type ToolAnswered, toolServer } from "./tool-server.ts";

/** An ordinary domain, made from the pinned tools of an MCP server. */
export function openMcpDomain(making: Making<MadeFromMcp>, options: DomainOptions = {}): Domain {
  const { name, folder, from, env } = making;
  const read = (file: string) => readDocument(file, readFileSync(resolve(folder, file), "utf8"));
  const document = withOverlay(read(from.tools), read(from.overlay));
  const tools = toolsOf(document, from.trusts_overlay);
  const server = toolServer({
    mcp: from.mcp,
    credentials: credentialsOf(from, env),
    env: seenOf(from, env),
  });
  const handlers = tools.map((tool): [string, Handler] => [
    tool.capability,
    async ({ [ANSWER_PARAM]: answer, ...given }, call) => {
      const { locale } = call;
      const signal = AbortSignal.any([call.signal, AbortSignal.timeout(waitOf(call))]);
      const said = typeof answer === "string" ? answer : undefined;
      const answered = await server.call(tool, { arguments: given, answer: said, locale, signal });
      return outputOf(answered, tool, said !== undefined, call);
    },
  ]);
  const info = isJsonObject(document) ? document["info"] : undefined;
  const domain = defineDomain(
    madeManifest(name, info, tools),
    Object.fromEntries(handlers),
    options,
  );
  return {
    ...domain,
    async serve(serveOptions) {
      const served = await domain.serve(serveOptions);
      const close = async () => {
        await served.close();
        await server.close();
      };
      return { ...served, close };
    },
  };
}

/** How long a server is waited for, milliseconds: whoever calls can still hear that it did not answer. */
const waitOf = ({ remainingMs }: Pick<Call, "remainingMs">): number =>
  Math.max(1, Math.floor(remainingMs() - Math.min(500, remainingMs() / 10)));

function outputOf(
  answered: ToolAnswered,
  { effect, notes, onlyReads }: OpenedTool,
  isAnswer: boolean,
  { locale, context }: Pick<Call, "locale" | "context">,
): DomainOutput {
  const say = sayIn("made-domains", locale);
  switch (answered.how) {
    case "answered": {
      const { text, result } = contentOf(answered.result);
      if (answered.result.isError === true)
        return failure({ code: "TOOL_FAILED", explanation: text ?? say("tool.failed") });
      const told = notes.told.text ?? notes.told.line ?? notes.told.items;
      const telling = { locale, timeZone: context.timezone, isRead: effect === "read" };
      const explanation =
        told === undefined && text !== undefined ? text : sayAnswer(result, notes.told, telling);
      return success({ result, explanation });
    }
    case "asked": {
      // One question at a time; a second one cannot be told from the first when the call comes again.
      if (isAnswer)
        return failure({ code: "ASKS_TOO_MUCH", explanation: say("tool.asks_too_much") });
      const { text, choices } = answered.question;
      const explanation = visibleText(text) || say("tool.asks");
      if (choices.length === 0) return ask({ explanation, missing_param: ANSWER_PARAM });
      const candidates = choices.map(({ label, value }) => ({
        label: visibleText(label) || value,
        [ANSWER_PARAM]: value,
      }));
      return ask({ explanation, candidates });
    }
    case "changed":
      return failure({ code: "TOOL_CHANGED", explanation: say("tool.changed") });
    case "not_called":
      return failure({ code: "SERVICE_FAILED", explanation: say("tool.not_called") });
    case "not_reachable":
      if (effect === "read")
        return failure({ code: "SERVICE_FAILED", explanation: say("tool.not_reachable") });
      return onlyReads
        ? failure({ code: "SERVICE_FAILED", explanation: say("tool.only_reads") })
        : failure({ code: "OUTCOME_UNKNOWN", explanation: say("tool.unknown") });
  }
}

const MOST_TEXT = 20_000;
const MOST_DATA = 1024 * 1024;

/** A tool's result as JSON, and as text where that was written for people; both as large as they may be. */
function contentOf({ content, structuredContent }: CallToolResult): {
  text: string | undefined;
  result: unknown;
} {
  const texts = content.flatMap((each) => (each.type === "text" ? [each.text] : []));
  const told = visibleText(texts.join("\n").slice(0, MOST_TEXT));
  const data = dataIn(texts);
  const text = told === "" || data !== undefined ? undefined : told;
  const isUsable = structuredContent !== undefined && jsonFault(structuredContent) === undefined;
  return { text, result: isUsable ? structuredContent : (data ?? { text: told }) };
}

/** What texts of a tool say to programs: one object or list, or one in each text. undefined: they are for people. */
function dataIn(texts: readonly string[]): unknown {
  const whole = objectIn(texts.join("\n"));
  if (whole !== undefined || texts.length < 2) return whole;
  const each = texts.map(objectIn);
  return each.includes(undefined) ? undefined : each;
}

function objectIn(text: string): object | undefined {
  if (text.length > MOST_DATA || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isData = typeof value === "object" && value !== null && jsonFault(value) === undefined;
    return isData ? value : undefined;
  } catch {
    return undefined;
  }
}
