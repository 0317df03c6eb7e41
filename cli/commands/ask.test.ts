import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { openClient } from "../client.ts";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Says, type Stub, stubOrchestrator, turnOf } from "../testing/stub-orchestrator.ts";
import { ask as askOnce } from "./ask.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());

async function ask(says: Says, args: string[], input?: string) {
  stub = await stubOrchestrator(says);
  const { url } = stub;
  return runRegente(["ask", ...args, "--url", url], input === undefined ? {} : { input });
}

it("prints the answer, and nothing else where it is piped", async () => {
  const ran = await ask({ turn: () => turnOf() }, ["vai chover no Recife?"]);
  expect(ran).toEqual({ code: 0, out: "Vai chover no Recife.\n", err: "" });
  expect(stub?.heard).toEqual([{ input_text: "vai chover no Recife?" }]);
});

it.each([
  ["words without quotes", ["vai", "chover?"], undefined, "vai chover?"],
  ["words after --, whatever they begin with", ["--", "-5 graus?"], undefined, "-5 graus?"],
  ["a pipe", [], "vai chover?\n", "vai chover?"],
])("takes the request from %s", async (_where, args, input, heard) => {
  stub = await stubOrchestrator({ turn: () => turnOf() });
  await runRegente(["ask", "--url", stub.url, ...args], input === undefined ? {} : { input });
  expect(stub.heard).toEqual([{ input_text: heard }]);
});

it("goes on in a conversation", async () => {
  await ask({ turn: () => turnOf() }, ["2", "--session", "mine"]);
  expect(stub?.heard).toEqual([{ input_text: "2", session_id: "mine" }]);
});

it("shows a question with its numbered options, and that is no failure", async () => {
  const question = "Qual delas?\n1. Recife\n2. Olinda";
  const turn = turnOf({
    status: "clarification",
    answer: question,
    pending: {
      kind: "select",
      question: "Qual delas?",
      options: [
        { id: "1", label: "Recife" },
        { id: "2", label: "Olinda" },
      ],
    },
  });
  const ran = await ask({ turn: () => turn }, ["vai chover?"]);
  expect(ran).toMatchObject({ code: 0, out: `${question}\n` });
});

const which = {
  kind: "select" as const,
  question: "Qual delas?",
  options: [{ id: "1", label: "Recife" }],
};

it("waits for the answers to what it asks, at a terminal, until nothing is asked any more", async () => {
  const isFirst = (text: string | undefined) => text === "vai chover?";
  stub = await stubOrchestrator({
    turn: ({ input_text }) =>
      isFirst(input_text)
        ? turnOf({ status: "clarification", answer: "Qual delas?", pending: which })
        : turnOf(),
  });
  const { terminal, shown, type } = fakeTerminal(true);
  const question = { text: "vai chover?", session: undefined, json: false };
  const asked = askOnce(question, openClient(stub.url), terminal, new AbortController().signal);
  await vi.waitFor(() => expect(shown.output).toContain("›"), { timeout: 120_000 });
  type("1\r");
  expect(await asked).toBe(0);
  expect(shown.output).toContain("Vai chover no Recife.");
  expect(shown.output).not.toContain("para responder:");
  expect(stub.heard).toEqual([
    { input_text: "vai chover?" },
    { input_text: "1", session_id: "session_1" },
  ]);
});

it("leaves the question for later at an empty line, and says how to go on", async () => {
  const turn = turnOf({ status: "clarification", answer: "Qual delas?", pending: which });
  stub = await stubOrchestrator({ turn: () => turn });
  const { terminal, shown, type } = fakeTerminal(true);
  const question = { text: "vai chover?", session: undefined, json: false };
  const asked = askOnce(question, openClient(stub.url), terminal, new AbortController().signal);
  await vi.waitFor(() => expect(shown.output).toContain("›"), { timeout: 120_000 });
  type("\r");
  expect(await asked).toBe(0);
  expect(shown.output).toContain("--session session_1");
  expect(stub.heard).toHaveLength(1);
});

it("waits for a domain that is joining, and says for which", async () => {
  const weather = {
    ...{ name: "weather", url: "http://127.0.0.1:1", version: null, description: null },
    ...{ goals: [], capabilities: [], problem: null },
  };
  let looks = 0;
  const domains = () => {
    looks += 1;
    const state: "joining" | "up" = looks < 3 ? "joining" : "up";
    return { digest: "c", domains: [{ ...weather, state }] };
  };
  const ran = await ask({ turn: () => turnOf(), domains }, ["vai chover?"]);
  expect(ran).toMatchObject({ code: 0, out: "Vai chover no Recife.\n" });
  expect(ran.err).toBe("weather: ainda iniciando; o pedido vai esperar\n");
  expect(looks).toBe(3);
});

it("shows sources and files, with addresses that can be opened", async () => {
  const turn = turnOf({
    sources: [{ title: "INMET", url: "https://example.org/recife" }],
    files: [
      { name: "chuva.png", media_type: "image/png", url: "/v1/files/1" },
      {
        name: "chuva.svg",
        media_type: "image/svg+xml",
        url: `data:image/svg+xml,${"x".repeat(2048)}`,
      },
    ],
  });
  const { out } = await ask({ turn: () => turn }, ["chuva"]);
  expect(out).toBe(
    `Vai chover no Recife.\n\nFontes\n  INMET: https://example.org/recife\n\nArquivos\n  chuva.png: ${stub?.url}/v1/files/1\n  chuva.svg: 2 KB\n`,
  );
});

it("prints the whole turn with --json", async () => {
  const { out } = await ask({ turn: () => turnOf() }, ["chuva", "--json"]);
  expect(JSON.parse(out)).toEqual(turnOf());
});

it("waits for the turn at the end of a stream of events", async () => {
  const at = { run_id: "run_1", at: 0 };
  const { out, code } = await ask(
    {
      turn: () => [
        {
          ...at,
          type: "step_started",
          seq: 1,
          step_id: 1,
          domain: "weather",
          capability: "get_rain",
          attempt: 1,
        },
        { ...at, type: "reply", seq: 2, status: "success", answer: "Vai chover no Recife." },
        { type: "turn", turn: turnOf() },
      ],
    },
    ["chuva"],
  );
  expect({ out, code }).toEqual({ out: "Vai chover no Recife.\n", code: 0 });
});

it("lets no answer move the cursor, colour the screen or reverse the text", async () => {
  const answer = "a\u001b[2J\u001b]0;title\u0007b\u009b31mc\rd\u202ee\tf\n\u0000g";
  const { out } = await ask({ turn: () => turnOf({ answer }) }, ["chuva"]);
  expect(out).toBe("abcde\tf\ng\n");
});

it("ends with 1 when the request failed", async () => {
  const turn = turnOf({ status: "failure", answer: "Não consegui." });
  expect(await ask({ turn: () => turn }, ["chuva"])).toMatchObject({
    code: 1,
    out: "Não consegui.\n",
  });
});

it.each<[string, Says, number, RegExp]>([
  [
    "what the server refused, in the server's words",
    { turn: () => ({ error: { message: "Longo demais.", type: "x", param: null, code: null } }) },
    1,
    /^Longo demais\.$/,
  ],
  [
    "a failure in the middle of a stream",
    {
      turn: () => [
        { type: "error", error: { message: "Algo falhou.", type: "x", param: null, code: null } },
      ],
    },
    1,
    /^Algo falhou\.$/,
  ],
  ["a stream that ends too soon", { turn: () => [] }, 2, /^A conexão caiu antes de a resposta/],
  ["another program at that address", { raw: { status: 502, body: "<h1>Bad" } }, 2, /HTTP 502/],
  ["JSON that is not ours", { raw: { status: 200, body: '{"answer":1}' } }, 2, /session_id/],
])("tells %s", async (_what, says, code, message) => {
  const ran = await ask(says, ["chuva"]);
  expect(ran).toMatchObject({ code, out: "" });
  expect(ran.err.trim()).toMatch(message);
});

it("says how to start Regente when nothing answers, and ends with 2", async () => {
  stub = await stubOrchestrator({});
  await stub.close();
  const { url } = stub;
  stub = undefined;
  expect(await runRegente(["ask", "chuva", "--url", url])).toEqual({
    code: 2,
    out: "",
    err: `O Regente não está respondendo em ${url}. Inicie com "npm start", ou indique outro endereço com --url.\n`,
  });
});

it.each([
  ["no words at all", ["ask"], /regente ask "/],
  [
    "an option that does not exist",
    ["ask", "chuva", "--sesion", "x"],
    /A opção --sesion não existe\. Você quis dizer --session\?\nVeja: npx regente ask --help/,
  ],
  ["an address that is none", ["ask", "chuva", "--url", "localhost:8080"], /não é um endereço/],
  ["a command that does not exist", ["sing"], /O comando sing não existe\./],
  ["an option without its value", ["ask", "chuva", "--session"], /--session precisa de um valor/],
  ["too few words", ["runs", "show"], /Falta ID\./],
  [
    "a value that is none of those",
    ["runs", "list", "--status", "good"],
    /não aceita "good", só running/,
  ],
  [
    "a slip in its name",
    ["expalin", "chuva"],
    /O comando expalin não existe\. Você quis dizer explain\?/,
  ],
  ["no command", [], /USO/],
])("ends with 2 and the way to use it, given %s", async (_what, args, message) => {
  const ran = await runRegente(args);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(message);
});

it("says its version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await runRegente(["--version"])).toMatchObject({
    code: 0,
    out: `regente ${version}\n`,
    err: "",
  });
});

it("finds Regente by the same HOST and PORT that npm start reads", async () => {
  stub = await stubOrchestrator({ turn: () => turnOf() });
  const { port } = new URL(stub.url);
  const ran = await runRegente(["ask", "chuva"], { env: { HOST: "0.0.0.0", PORT: port } });
  expect(ran.code).toBe(0);
});
