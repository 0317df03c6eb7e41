import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

const text = { type: "string" as const };
const takesTitle = (more: object = {}) => ({
  type: "object" as const,
  properties: { title_text: text, shelf: text, ...more },
  required: ["title_text"],
});
const goal = (name: string, capability: string, pt: string, en: string) => ({
  goal: name,
  description: { "pt-BR": pt, en },
  capability,
  hints: { templates: { "pt-BR": [`${pt} {title_text}`, pt], en: [`${en} {title_text}`, en] } },
  entities_schema: {
    title_text: {
      required: true,
      question: { "pt-BR": "Qual livro?", en: "Which book?" },
    },
  },
});

const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "archive",
  version: "1.0.0",
  description: { "pt-BR": "Cuida de um arquivo", en: "Keeps an archive" },
  goals: [
    goal("READ", "read_book", "leia", "read"),
    goal("LEND", "lend_book", "empreste", "lend"),
    goal("DRAW", "draw_book", "desenhe", "draw"),
    goal("TEAR", "tear_book", "rasgue", "tear"),
  ],
  capabilities: [
    { capability: "read_book", effect: "read", params_schema: takesTitle() },
    { capability: "lend_book", effect: "write", repeat: "keyed", params_schema: takesTitle() },
    { capability: "draw_book", effect: "read", params_schema: takesTitle() },
    {
      capability: "tear_book",
      effect: "destructive",
      repeat: "keyed",
      params_schema: takesTitle(),
      result_schema: { type: "object", properties: { torn: text }, required: ["torn"] },
      undo: { capability: "mend_book", params: { title_text: "${receipt.result.torn}" } },
    },
    { capability: "mend_book", effect: "write", repeat: "keyed", params_schema: takesTitle() },
  ],
};

/** The smallest picture that there is. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const PDF = Buffer.from("%PDF-1.4\n%%EOF\n");
const fileOf = (name: string, media_type: string, bytes: Buffer) => ({
  name,
  media_type,
  url: `data:${media_type};base64,${bytes.toString("base64")}`,
});
const files: Record<string, object[]> = {
  gráfico: [
    fileOf("gráfico 1.png", "image/png", PNG),
    fileOf("gráfico 1.svg", "image/svg+xml", Buffer.from("<svg/>")),
  ],
  tratado: [fileOf("chart.png", "image/png", PNG)],
  relatório: [fileOf("relatório.pdf", "application/pdf", PDF)],
  rabisco: [fileOf("rabisco.png", "image/png", Buffer.from("no picture"))],
  tudo: [fileOf("a.png", "image/png", PNG), fileOf("b.pdf", "application/pdf", PDF)],
};

/** Longer than channels show, and alike where they begin. */
export const LONG_LABELS = [
  "Atas da reunião com o conselho, janeiro",
  "Atas da reunião com o conselho, fevereiro",
];

/** A domain that answers, asks, takes its time and makes files; `done` has what it did. */
export function archiveDomain() {
  const done: string[] = [];
  const gates = new Map<string, { arrived: () => void; open: Promise<void> }>();
  const domain: Domain = defineDomain(
    manifest,
    {
      async read_book({ title_text }, { locale }) {
        const title = String(title_text);
        const gate = gates.get(title);
        gate?.arrived();
        await gate?.open;
        done.push(`read ${title}`);
        if (title === "tomo")
          return success({
            result: null,
            explanation: `**Início** ${"palavra ".repeat(1100)}fim`,
            metadata: {
              sources: [
                { title: "O acervo", url: "https://acervo.example/tomo" },
                { title: "Um arquivo", url: "file:///etc/passwd" },
              ],
            },
          });
        return success({
          result: null,
          explanation: locale === "pt-BR" ? `Li **${title}**.` : `I read **${title}**.`,
        });
      },
      async lend_book({ title_text, shelf }) {
        if (title_text === "dom" && shelf === undefined)
          return ask({
            explanation: "Qual deles?",
            candidates: [
              { label: "Dom Casmurro", shelf: "machado" },
              { label: "Dom Quixote", shelf: "cervantes" },
            ],
          });
        if (title_text === "atas" && shelf === undefined)
          return ask({
            explanation: "Qual delas?",
            candidates: LONG_LABELS.map((label, at) => ({ label, shelf: String(at) })),
          });
        const gate = gates.get(String(title_text));
        gate?.arrived();
        await gate?.open;
        done.push(`lend ${title_text}${shelf === undefined ? "" : ` ${shelf}`}`);
        return success({ result: null, explanation: `Emprestei ${title_text}.` });
      },
      async draw_book({ title_text }) {
        const made = files[String(title_text)];
        if (made === undefined) return failure({ code: "NO_PEN", explanation: "Não tenho lápis." });
        const words = title_text === "tratado" ? "palavra ".repeat(200) : "Aqui está.";
        return success({ result: null, explanation: words, metadata: { files: made } });
      },
      async tear_book({ title_text }) {
        done.push(`tear ${title_text}`);
        const torn = String(title_text);
        return success({ result: { torn }, explanation: `Rasguei ${torn}.` });
      },
      async mend_book({ title_text }) {
        done.push(`mend ${title_text}`);
        return success({ result: null, explanation: `Remendei ${title_text}.` });
      },
    },
    { log: silentLog },
  );
  /** Holds a reading or a loan of this title back until it is let go. */
  const hold = (title: string) => {
    const arrived = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    gates.set(title, { arrived: arrived.resolve, open: open.promise });
    return { arrived: arrived.promise, letGo: open.resolve };
  };
  return { domain, done, hold };
}
