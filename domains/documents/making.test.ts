import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newDataFolder, pdfIn, startDocuments } from "./documents-domain.fixture.ts";

const { call } = startDocuments();
const make = (content: string, title?: string) =>
  call("generate_pdf", title === undefined ? { content } : { title, content });

/** One red point. */
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

it("makes a PDF that says what was given, accents and all, and tells until when it is kept", async () => {
  const output = await make(
    "Não há ação sem coração: É, à, ü, ç, ª, º, “aspas” — e R$ 1.234,56 €.",
    "Ata",
  );
  expect(output).toMatchObject({
    status: "success",
    explanation: "PDF pronto: Ata. Fica guardado até 20/12/2026.",
    result: { document: { id: 1, title: "Ata", expires_at: "2026-12-20T15:00:00.000Z" } },
  });
  const pdf = await pdfIn(output);
  expect(pdf).toMatchObject({ name: "Ata.pdf", media_type: "application/pdf" });
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.text).toContain(
    "Não há ação sem coração: É, à, ü, ç, ª, º, “aspas” — e R$ 1.234,56 €.",
  );
  expect(pdf.text).toMatch(/^Ata/);
  expect(pdf.text).toMatch(/20 de novembro de 2026.*página 1 de 1/s);
});

it("lays out what Markdown has", async () => {
  const { text } = await pdfIn(
    await make(
      [
        "# Relatório",
        "Um **forte**, um *leve*, ~~riscado~~ e `código` com [link](https://exemplo.com).",
        "- maçã",
        "- pão",
        "  - de queijo",
        "1. primeiro",
        "2. segundo",
        "",
        "| Ação | Preço |",
        "| :--- | ---: |",
        "| VALE3 | 62,80 |",
        "",
        "> citação",
        "",
        "```",
        "a < b && c",
        "```",
        "- [x] feito",
        "",
        "linha um",
        "linha dois",
        "",
        "---",
        "<b>texto</b> & fim",
      ].join("\n"),
    ),
  );
  for (const words of [
    "Relatório",
    "Um forte, um leve, riscado e código com link.",
    "maçã",
    "de queijo",
    "segundo",
    "VALE3",
    "62,80",
    "citação",
    "a < b && c",
    "feito",
    "& fim",
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/\*\*|~~|&amp;|&lt;|\| /);
});

it("shows pictures that come with the text, and fetches none", async () => {
  const with_one = await pdfIn(await make(`Antes ![ponto](${PICTURE}) depois`));
  const without = await pdfIn(await make("Antes depois"));
  expect(with_one.bytes.toString("latin1")).toContain("/Subtype /Image");
  expect(without.bytes.toString("latin1")).not.toContain("/Subtype /Image");
  for (const href of [
    "https://exemplo.com/a.png",
    "/etc/passwd",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
  ]) {
    const { text, bytes } = await pdfIn(await make(`Antes ![ponto](${href}) depois`));
    expect(text).toContain("[ponto]");
    expect(bytes.toString("latin1")).not.toContain("/Subtype /Image");
  }
});

it("shows the pictures among the files that it is given, below the text", async () => {
  const file = (name: string, media_type: string, url: string) => ({ name, media_type, url });
  const given = [
    file("a.png", "image/png", PICTURE),
    file("a.svg", "image/svg+xml", "data:image/svg+xml;base64,PHN2Zy8+"),
    file("b.png", "image/png", "https://exemplo.com/b.png"),
    file("c.png", "image/png", "data:image/png;base64,AAAA"),
  ];
  const { bytes, text } = await pdfIn(
    await call("generate_pdf", { content: "Antes", files: given }),
  );
  expect(bytes.toString("latin1").match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(0);
  expect(text).toContain("Antes");
  const none = await pdfIn(await call("generate_pdf", { content: "x", files: given.slice(1) }));
  expect(none.bytes.toString("latin1")).not.toContain("/Subtype /Image");
});

it("files that are none are refused", async () => {
  const output = await call("generate_pdf", { content: "x", files: [{ name: "a" }] });
  expect(output).toMatchObject({ status: "failure", metadata: { code: "INVALID_PARAMS" } });
});

it.each([
  ["# Minha ata\ntexto", "Minha ata"],
  ["\n\n- **item** um\n- dois", "item um"],
  ["![x](a.png)\n1. Vale ON (VALE3)", "Vale ON (VALE3)"],
  ["***", "Documento"],
  ["PDF pronto: 3 notas. Fica guardado até 29/12/2026.", "3 notas"],
  [
    "PDF pronto: PDF pronto: 3 notas. Fica guardado até 1/1/27. Fica guardado até 1/1/27.",
    "3 notas",
  ],
  ["Here it is: Minutes. It will be kept until 12/20/26.", "Minutes"],
  ["Maiores altas do Brasil:\n1. Uma", "Maiores altas do Brasil"],
  [
    "Vale ON (VALE3) está em R$ 62,80, queda de 2,33% no dia (dados de exemplo de 30/10/2026)",
    "Vale ON (VALE3) está em R$ 62,80, queda de 2,33% no dia",
  ],
  [
    "Uma frase bem comprida que passa do que cabe em um título e por isso acaba numa palavra inteira",
    "Uma frase bem comprida que passa do que cabe em um título e por isso acaba numa",
  ],
])("%j without a title is called %s", async (content, title) => {
  expect((await make(content)).result).toMatchObject({ document: { title } });
});

it("of what was told of another document it tells the name once", async () => {
  const { explanation } = await make("três notas", "3 notas");
  expect((await make(explanation)).explanation).toBe(explanation);
});

it("a title can be no path", async () => {
  expect((await pdfIn(await make("x", "../../etc/passwd\u202e."))).name).toBe("etc passwd.pdf");
});

it("turns over as many pages as it takes", async () => {
  const { pages } = await pdfIn(await make("Um parágrafo de texto.\n\n".repeat(300)));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.at(-1)).toContain(`página ${pages.length} de ${pages.length}`);
});

it("speaks English where it is spoken to in English", async () => {
  const output = await call("generate_pdf", { content: "Hello", title: "Note" }, { locale: "en" });
  expect(output.explanation).toBe("PDF ready: Note. It will be kept until 12/20/26.");
  expect((await pdfIn(output)).text).toMatch(/November 20, 2026.*page 1 of 1/s);
});

it("the same key makes one document", async () => {
  const documents = startDocuments();
  const first = await documents.call("generate_pdf", { content: "x" }, { key: "k" });
  expect(await documents.call("generate_pdf", { content: "x" }, { key: "k" })).toEqual(first);
  expect((await documents.call("list_documents")).result).toMatchObject({ total: 1 });
});

describe("makes none, and says why:", () => {
  it.each([" ", "\u200b"])("of %j", async (content) => {
    expect(await make(content)).toMatchObject({
      status: "failure",
      metadata: { code: "EMPTY_CONTENT" },
    });
  });

  it.each([
    [680, "success"],
    [720, "failure"],
  ])("that an answer could not carry: of a picture of %i KiB it is a %s", async (kib, status) => {
    // A head of 16 x 16 points, and bytes that no one looks at.
    const head = Buffer.from("ffd8ffc00011080010001003012200021101031101", "hex");
    const picture = Buffer.concat([head, randomBytes(kib * 1024)]).toString("base64");
    const url = `data:image/jpeg;base64,${picture}`;
    const files = [{ name: "a.jpg", media_type: "image/jpeg", url }];
    const made = await call("generate_pdf", { content: "x", files });
    expect(made).toMatchObject({
      status,
      ...(status === "failure" && { metadata: { code: "TOO_LARGE" } }),
    });
    expect(JSON.stringify(made).length).toBeLessThan(1024 * 1024);
  });

  it("of a picture that is broken", async () => {
    const bytes = Buffer.from(PICTURE.slice(PICTURE.indexOf(",") + 1), "base64").fill(0xee, 43, 50);
    const broken = await make(`![](data:image/png;base64,${bytes.toString("base64")})`);
    expect(broken).toMatchObject({ status: "failure", metadata: { code: "NOT_MADE" } });
    expect((await make("x")).status).toBe("success");
  });

  it("of a text that is made to be too much", async () => {
    const deep = await make(`${">".repeat(20_000)} x`);
    expect(deep).toMatchObject({ status: "failure", metadata: { code: "NOT_MADE" } });
    // And the next one is made.
    expect((await make("x")).status).toBe("success");
  });
});

it("what was made is there after a restart", async () => {
  const folder = newDataFolder();
  await startDocuments(folder).call("generate_pdf", { content: "x", title: "Ata" });
  expect((await startDocuments(folder).call("open_document", { id: 1 })).status).toBe("success");
});
