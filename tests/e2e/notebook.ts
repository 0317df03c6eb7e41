import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import type { JsonLog } from "../../orchestrator/adapters/log/json-log.ts";
import { readConfig } from "../../orchestrator/config/config.ts";
import { startOrchestrator } from "../../orchestrator/start/start-orchestrator.ts";

const words = (name: string) => ({
  type: "object" as const,
  properties: { [name]: { type: "string" as const } },
  required: [name],
});
const goal = (name: string, capability: string, pt: string, en: string, entity?: string) => ({
  goal: name,
  description: { "pt-BR": pt, en },
  capability,
  hints: { templates: { "pt-BR": [pt], en: [en] } },
  entities_schema: entity === undefined ? {} : { [entity]: { required: true } },
});

const notebookManifest: ManifestSource = {
  manifest_version: "1",
  domain: "notebook",
  version: "1.0.0",
  description: { "pt-BR": "Um caderno", en: "A notebook" },
  goals: [
    goal("WRITE_LINE", "write_line", "anote {line_text}", "note down {line_text}", "line_text"),
    goal("FIND_LINE", "find_line", "procure {word_text}", "look up {word_text}", "word_text"),
    goal("WIPE", "wipe", "apague o caderno", "wipe the notebook"),
    goal("WAIT", "wait_for", "espere {word_text}", "wait for {word_text}", "word_text"),
    goal("BREAK", "break_down", "quebre", "break down"),
  ],
  capabilities: [
    {
      capability: "write_line",
      effect: "write",
      repeat: "keyed",
      params_schema: words("line_text"),
      description: { "pt-BR": "Anotar", en: "Note down" },
    },
    {
      capability: "find_line",
      effect: "read",
      params_schema: words("word_text"),
      result_schema: {
        type: "object",
        properties: { word: { type: "string" }, lines: { type: "integer" } },
      },
      description: { "pt-BR": "Procurar no caderno", en: "Look in the notebook" },
    },
    {
      capability: "wipe",
      effect: "destructive",
      repeat: "keyed",
      confirm: "always",
      params_schema: { type: "object" },
    },
    {
      capability: "wait_for",
      effect: "read",
      params_schema: words("word_text"),
      timeout_ms: 20_000,
    },
    { capability: "break_down", effect: "read", params_schema: { type: "object" } },
  ],
};

/** What the notebook could do only with a key that it was not given. */
const NEEDS_KEY = "tesouro";
const noKey = failure({ code: "NOT_CONFIGURED", explanation: "Falta NOTEBOOK_KEY." });

const towerManifest: ManifestSource = {
  manifest_version: "1",
  domain: "tower",
  version: "1.0.0",
  description: { "pt-BR": "Um relógio de torre", en: "A tower clock" },
  goals: [goal("TELL_HOUR", "tell_hour", "toque o sino", "ring the bell")],
  capabilities: [{ capability: "tell_hour", effect: "read", params_schema: { type: "object" } }],
};

/** An orchestrator over a notebook that shows what was done to it, all on loopback in this process. */
export async function startNotebook(
  env: Record<string, string> = {},
  log: JsonLog = pino({ level: "silent" }),
) {
  const folder = await mkdtemp(join(tmpdir(), "regente-notebook-"));
  /** Every effect, in the order it happened. */
  const done: string[] = [];
  /** How often the notebook was read. */
  const reads: string[] = [];
  let waiting = Promise.withResolvers<void>();
  const notebook = defineDomain(
    notebookManifest,
    {
      async write_line({ line_text }, { locale }) {
        if (line_text === NEEDS_KEY) return noKey;
        done.push(String(line_text));
        const said = locale === "en" ? "Noted: " : "Anotado: ";
        return success({
          explanation: `${said}${String(line_text)}.`,
          result: { lines: done.length },
        });
      },
      async find_line({ word_text }, { locale }) {
        const word = String(word_text);
        if (word === NEEDS_KEY) return noKey;
        reads.push(word);
        const en = locale === "en";
        if (word === "marta")
          return ask({
            explanation: en ? "Which Marta?" : "Qual Marta?",
            candidates: ["Marta Rocha", "Marta Silva"].map((label) => ({
              label,
              word_text: label,
            })),
          });
        return success({
          result: { word, lines: 2 },
          explanation: en ? `Two lines with ${word}.` : `Duas linhas com ${word}.`,
          metadata:
            word === "fontes"
              ? {
                  sources: [
                    { title: "Atlas [1]", url: "https://example.org/a(b)?q=1 2" },
                    { title: "Mau", url: "javascript:alert(1)" },
                  ],
                  files: [
                    {
                      // No text that can be written as UTF-8.
                      name: "linhas \ud83d.txt",
                      media_type: "text/plain",
                      url: `data:text/plain;base64,${btoa("duas linhas")}`,
                    },
                  ],
                }
              : {},
        });
      },
      async wipe() {
        done.push("wipe");
        return success({ explanation: "Caderno apagado." });
      },
      async wait_for(_params, { signal }) {
        waiting.resolve();
        await new Promise((aborted) => signal.addEventListener("abort", aborted));
        return failure({ code: "STOPPED", explanation: "Parei de esperar." });
      },
      async break_down() {
        return failure({ code: "BROKEN", explanation: "O caderno está rasgado." });
      },
    },
    { log: silentLog },
  );
  const tower = defineDomain(
    towerManifest,
    { tell_hour: async () => success({ explanation: "Blém, blém, blém.", result: { hour: 3 } }) },
    { log: silentLog },
  );
  const served = await Promise.all([notebook.serve({ port: 0 }), tower.serve({ port: 0 })]);
  const domains = ["notebook", "tower"].map((name, at) => ({ name, url: served[at]?.url }));
  const bootstrap = join(folder, "domains.bootstrap.json");
  await writeFile(bootstrap, JSON.stringify({ domains }));
  const config = readConfig({
    PORT: "0",
    REGENTE_DATA: folder,
    REGENTE_BOOTSTRAP: bootstrap,
    // What holds for every endpoint is tried on all there can be.
    REGENTE_A2A: "true",
    ...env,
  });
  const open = async () => {
    const orchestrator = await startOrchestrator({ ...config, port }, log);
    while (!(await fetch(`${orchestrator.url}/ready`)).ok)
      await new Promise((next) => setTimeout(next, 10));
    return orchestrator;
  };
  let port = 0;
  let orchestrator = await open();
  port = Number(new URL(orchestrator.url).port);
  const { url } = orchestrator;
  return {
    url,
    folder,
    done,
    reads,
    /** Resolves when a step waits that only ends when it is told to stop. */
    async isWaiting() {
      await waiting.promise;
      waiting = Promise.withResolvers();
    },
    async restart() {
      await orchestrator.close(0);
      orchestrator = await open();
    },
    /** A request as any program sends it. */
    async ask(path: string, body?: unknown, headers: Record<string, string> = {}, method = "POST") {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined && method === "POST" ? "GET" : method,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
    },
    async close() {
      await orchestrator.close(0);
      await Promise.all(served.map((each) => each.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Notebook = Awaited<ReturnType<typeof startNotebook>>;
