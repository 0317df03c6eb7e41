import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";

/**
 * A model's provider on loopback that speaks the OpenAI chat API: it says what it was given to say, in that order,
 * and keeps what it was asked. With nothing left to say it answers 500.
 */
export async function startScriptedProvider() {
  const left: object[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        asked.push(JSON.stringify(body));
        // A text is a stream, such as the summary of a conversation, which may come at any time: the script has forms.
        const isForm = (body as { stream?: unknown }).stream !== true;
        const next = isForm ? left.shift() : undefined;
        const answer =
          next === undefined
            ? chatCompletions.error(500, undefined)
            : chatCompletions.message(JSON.stringify(next), "end");
        response
          .writeHead(next === undefined ? 500 : 200, { "content-type": "application/json" })
          .end(JSON.stringify(answer));
      },
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    /** For the orchestrator. */
    env: {
      LLM_PROVIDER: "openai",
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      REGENTE_MODEL_FAST: "small-one",
      REGENTE_MODEL_SMART: "large-one",
    },
    /** What it will say next, each an object of the form that is asked for. */
    willSay: (...answers: object[]) => left.push(...answers),
    asked,
    left: () => left.length,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Args = Record<string, string>;
const written = (args: Args) => Object.entries(args).map(([name, value]) => ({ name, value }));

/** An agent's form that calls a tool; `structured` where its answer has a structure beside the words. */
export const calls = (tool: string, args: Args, structured = false) => ({
  action: "CALL_TOOL",
  tool,
  args: written(args),
  also: [],
  message: null,
  ...(structured && { output: null }),
});

/** An agent's form that answers. */
export const answers = (message: string, output?: object) => ({
  action: "RESPOND",
  tool: null,
  args: [],
  also: [],
  message,
  ...(output !== undefined && { output }),
});
