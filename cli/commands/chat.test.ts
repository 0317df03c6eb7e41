import { afterEach, describe, expect, it, vi } from "vitest";
import { openClient } from "../client.ts";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Says, type Stub, stubOrchestrator, turnOf } from "../testing/stub-orchestrator.ts";
import { chat } from "./chat.ts";

/** As long as a busy machine may need. */
const PATIENT = { timeout: 60_000 };

let stub: Stub | undefined;
afterEach(() => stub?.close());

const echo: Says = { turn: ({ input_text }) => turnOf({ answer: `eco: ${input_text}` }) };

describe("from a pipe", () => {
  it("answers line by line in one conversation, and shows no prompt", async () => {
    stub = await stubOrchestrator(echo);
    const ran = await runRegente(["chat", "--url", stub.url], { input: "oi\n\n  tudo bem?  \n" });
    expect(ran).toEqual({ code: 0, out: "eco: oi\n\neco: tudo bem?\n\n", err: "" });
    expect(stub.heard).toEqual([
      { input_text: "oi", follows_ticks: true },
      { input_text: "tudo bem?", follows_ticks: true, session_id: "session_1" },
    ]);
  });

  it("goes on in the conversation that --session names, until /new", async () => {
    stub = await stubOrchestrator(echo);
    await runRegente(["chat", "-s", "mine", "--url", stub.url], { input: "a\n/new\nb\n" });
    expect(stub.heard.map(({ session_id }) => session_id)).toEqual(["mine", undefined]);
  });

  it("prints one JSON object a line with --json", async () => {
    stub = await stubOrchestrator(echo);
    const { out } = await runRegente(["chat", "--json", "--url", stub.url], { input: "a\nb\n" });
    const answers = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { answer: string }).answer);
    expect(answers).toEqual(["eco: a", "eco: b"]);
  });

  it("ends with 1 when one of the requests failed, after all were made", async () => {
    stub = await stubOrchestrator({
      turn: ({ input_text }) => turnOf({ status: input_text === "a" ? "failure" : "success" }),
    });
    const ran = await runRegente(["chat", "--url", stub.url], { input: "a\nb\n" });
    expect(ran.code).toBe(1);
    expect(stub.heard).toHaveLength(2);
  });

  it("stops at /quit", async () => {
    stub = await stubOrchestrator(echo);
    await runRegente(["chat", "--url", stub.url], { input: "a\n/quit\nb\n" });
    expect(stub.heard).toHaveLength(1);
  });

  it("ends with 2 at once when nothing answers", async () => {
    const gone = await stubOrchestrator({});
    await gone.close();
    const ran = await runRegente(["chat", "--url", gone.url], { input: "a\nb\n" });
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err.match(/npm start/g)).toHaveLength(1);
  });
});

describe("at a terminal", () => {
  const open = async (says: Says) => {
    stub = await stubOrchestrator(says);
    const screen = fakeTerminal(true);
    const never = new AbortController().signal;
    const done = chat({ json: false }, openClient(stub.url), screen.terminal, never);
    const sees = (text: string | RegExp) =>
      vi.waitFor(() => expect(screen.shown.output).toMatch(text), PATIENT);
    return { ...screen, done, sees, heard: stub.heard };
  };

  it("welcomes, prompts, answers, and shows its commands", async () => {
    const { type, sees, done, shown } = await open(echo);
    await sees(/Conversando com o Regente em .*\n.*› /);
    type("oi\r");
    await sees("eco: oi\n");
    type("/help\r");
    await sees("/quit  sai");
    type("/quit\r");
    expect(await done).toBe(0);
    expect(shown.errors).not.toContain("oi");
  });

  it("brings the last request back with the arrow key", async () => {
    const { type, sees, done, heard } = await open(echo);
    type("oi\r");
    await sees("eco: oi\n");
    type("\u001b[A");
    type("\r");
    await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENT);
    type("/quit\r");
    await done;
    expect(heard[1]).toMatchObject({ input_text: "oi" });
  });

  it("gives up the request under way with Ctrl+C, and stays", async () => {
    const { type, sees, done, shown, heard } = await open({
      // A stream that never ends: the answer would never come.
      turn: () => turnOf(),
      hold: true,
    });
    type("oi\r");
    await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENT);
    type("\u0003");
    await vi.waitFor(() => expect(shown.errors).toContain("Pedido interrompido."), PATIENT);
    type("/help\r");
    await sees("/quit  sai");
    type("\u0004");
    expect(await done).toBe(0);
  });

  it("answers what was typed ahead, also when the terminal is gone by then", async () => {
    const { type, end, done, heard } = await open(echo);
    type("a\rb\r");
    end();
    expect(await done).toBe(0);
    expect(heard).toHaveLength(2);
  });

  it("stays when a request cannot be answered, and says why", async () => {
    const { type, done, shown } = await open({ raw: { status: 502, body: "" } });
    type("oi\r");
    await vi.waitFor(() => expect(shown.errors).toContain("HTTP 502"), PATIENT);
    type("/quit\r");
    expect(await done).toBe(1);
  });
});
