import { describe, expect, it } from "vitest";
import { draftPlan } from "../../orchestrator/planning/draft.ts";
import { shipped } from "./shipped.ts";

// The same request in wordings that no example has: another verb for the same deed, a verb in two parts, a formal opening, and what
// is only said of a thing that an address names.

/** What would be carried out: the last step, which is the request's own. */
function wouldDo(text: string): string | undefined {
  const { catalogue, understanding } = shipped();
  const { intent } = understanding.understand(text, { lastFrame: null });
  const draft = draftPlan(intent, {}, catalogue);
  return draft.leads === "plan" ? draft.plan.steps.at(-1)?.capability : undefined;
}

describe("another wording of the same request is carried out", () => {
  it.each([
    ["arquiva esse link pra mim https://docs.python.org", "save_link"],
    ["arquive este vídeo https://youtu.be/jNQXAC9IVRw", "save_video"],
    ["elimine o PDF do contrato, por gentileza", "delete_document"],
    ["descarta a nota do dentista", "delete_memory"],
    ["manda a nota do dentista pro lixo", "delete_memory"],
    ["deixa registrado que a chave reserva ficou com a vizinha", "save_note"],
    ["rabisca aí: telefone do encanador 99888-7766", "save_note"],
    ["Solicito que registre que o cartão vence dia 9", "save_note"],
    ["Peço-lhe que guarde o filme Doze Homens e uma Sentença.", "save_movie"],
    ["descobre na internet quanto custa um passaporte", "search_web"],
    ["salva esse vídeo que o povo tá comentando https://youtu.be/dQw4w9WgXcQ", "save_video"],
    ["guarda https://nodejs.org pra eu ler no ônibus", "save_link"],
    ["file this link away https://www.rust-lang.org", "save_link"],
    ["put this video away https://youtu.be/jNQXAC9IVRw", "save_video"],
    ["kill the dentist note", "delete_memory"],
    ["bin the pdf of the contrato", "delete_document"],
    ["bang a note in: milk's off", "save_note"],
    ["quero a nota do dentista apagada", "delete_memory"],
    ["deixa esse site guardado: https://www.gov.br/receita", "save_link"],
    ["i want the dentist note gone", "delete_memory"],
    ["get this written down: bins go out on thursday", "save_note"],
    ["turn this into a pdf: lunch is in room 5", "generate_pdf"],
    ["you wouldn't mind deleting the dentist note, would you", "delete_memory"],
    ["write down: never leave the cat alone with the fish tank", "save_note"],
  ])("%s: %s", (text, capability) => expect(wouldDo(text)).toBe(capability));
});

describe("what is near it changes nothing", () => {
  it.each([
    "arquiva a nota do dentista",
    "não arquiva esse link https://docs.python.org",
    "se a Ana topar, arquiva esse link https://docs.python.org",
    "você arquivou esse link https://docs.python.org?",
    "não manda a nota do dentista pro lixo",
    "quem manda a nota do dentista pro lixo?",
    "não deixa anotado que a chave sumiu",
    "peço que não apague a nota do dentista",
    "salva esse vídeo que a Ana mandou se ela deixar https://youtu.be/jNQXAC9IVRw",
    "salva esse link para apagar a nota do dentista https://nodejs.org",
    "don't file this link away https://nodejs.org",
    "should i file this link away https://nodejs.org",
    "log out of my account",
    "put the phone away",
    "she wants the dentist note gone",
    "i want the dentist note gone tomorrow",
    "não quero a nota do dentista apagada",
    "quero a nota do dentista apagada de volta amanhã",
    "deixa a nota do dentista guardada",
    "never kill the dentist note",
    "you would not mind if i deleted the dentist note",
  ])("%s", (text) => expect(wouldDo(text)).toBeUndefined());
});
