import { cpSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newDataFolder, pdfIn, startDocuments } from "./documents-domain.fixture.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let documents: ReturnType<typeof startDocuments>;
const call: ReturnType<typeof startDocuments>["call"] = (...given) => documents.call(...given);

/** What every test begins with. */
const kept = newDataFolder();
beforeAll(async () => {
  documents = startDocuments(kept);
  for (const title of ["Ata de março", "Ata de abril", "Contrato de aluguel"])
    await call("generate_pdf", { title, content: `sobre ${title}` });
});
beforeEach(() => {
  const folder = newDataFolder();
  cpSync(kept, folder, { recursive: true });
  documents = startDocuments(folder);
});

it("lists what is kept, newest first, with its place and until when", async () => {
  expect((await call("list_documents")).explanation).toBe(
    "3 documentos:\n1. Contrato de aluguel (até 20/12/2026)\n2. Ata de abril (até 20/12/2026)\n3. Ata de março (até 20/12/2026)",
  );
  expect(await call("list_documents", { limit: 1 }, { locale: "en" })).toMatchObject({
    result: { total: 3, documents: [{ id: 3 }] },
    explanation: "3 documents (showing 1):\n1. Contrato de aluguel (until 12/20/26)",
  });
});

it.each([
  [{ id: 2 }, "Ata de abril"],
  [{ title_text: "contrato" }, "Contrato de aluguel"],
  [{ title_text: "ATA de Março" }, "Ata de março"],
])("opens %j", async (which, title) => {
  const output = await call("open_document", which);
  expect(output.explanation).toBe(`Aqui está: ${title}. Fica guardado até 20/12/2026.`);
  expect((await pdfIn(output)).text).toContain(`sobre ${title}`);
});

it("asks which, where several are meant", async () => {
  expect(await call("open_document", { title_text: "ata" })).toMatchObject({
    status: "clarification",
    explanation: "Encontrei 2 documentos para “ata”. Qual?",
    result: {
      candidates: [
        { label: "Ata de abril (até 20/12/2026)", id: 2 },
        { label: "Ata de março (até 20/12/2026)", id: 1 },
      ],
    },
  });
  expect(await call("delete_document", {})).toMatchObject({
    status: "clarification",
    metadata: { missing_param: "title_text" },
  });
});

describe("no one opens, deletes or brings back what is another's:", () => {
  it.each(["open_document", "delete_document", "restore_document"])("%s", async (capability) => {
    await call("delete_document", { id: 3 });
    const id = capability === "restore_document" ? 3 : 1;
    expect(await call(capability, { id }, { user_id: "rui" })).toMatchObject({
      status: "failure",
      metadata: { code: "NOT_FOUND" },
    });
    expect((await call("list_documents", {}, { user_id: "rui" })).explanation).toBe(
      "Nenhum documento guardado.",
    );
    expect((await call("list_documents")).result).toMatchObject({ total: 2 });
  });
});

it("deletes one, and brings it back", async () => {
  expect((await call("delete_document", { title_text: "contrato" })).explanation).toBe(
    "Documento apagado: Contrato de aluguel",
  );
  expect((await call("open_document", { id: 3 })).status).toBe("failure");
  expect((await call("delete_document", { id: 3 })).status).toBe("failure");
  expect((await call("restore_document", { id: 3 })).explanation).toBe(
    "Documento restaurado: Contrato de aluguel",
  );
  expect((await call("restore_document", { id: 3 })).status).toBe("failure");
  expect((await call("open_document", { id: 3 })).status).toBe("success");
});

it("what has expired is gone for everybody, and erased with the next document", async () => {
  documents.clock.time += 30 * DAY_MS;
  expect((await call("list_documents")).explanation).toBe("Nenhum documento guardado.");
  for (const capability of ["open_document", "delete_document", "restore_document"])
    expect((await call(capability, { id: 1 })).status).toBe("failure");
  await call("generate_pdf", { content: "novo" });
  expect((await call("list_documents")).result).toMatchObject({ documents: [{ id: 4 }] });
});
