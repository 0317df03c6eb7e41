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
    ["devolve aí o que eu joguei fora", "restore_memories"],
    ["rescue the note I accidentally wiped", "restore_memories"],
    ["caça aí nas notas consulta", "search_items"],
    ["rummage through my notes for plumber", "search_items"],
    ["dá uma geral no que tá guardado", "list_all"],
    ["give me the full inventory of saved things", "list_all"],
    ["Solicito a listagem dos documentos disponíveis.", "list_documents"],
    ["what docs have you got of mine", "list_documents"],
    ["bring up Ata da reunião from my documents", "open_document"],
    ["converte pra pdf: poema do Lucas, o mar é azul", "generate_pdf"],
    ["I want a PDF reading Welcome to the Hendersons", "generate_pdf"],
    ["keep https://www.met.ie handy for me", "save_link"],
    ["film for the list, The Banshees of Inisherin", "save_movie"],
    ["o que a garantia cobre?", "search_faq"],
    ["any update on 1002, it's an order I placed last week", "get_order"],
    ["se não for abusar da sua boa vontade, põe Central do Brasil nos meus filmes", "save_movie"],
    ["vê se não me falha dessa vez: exclui a lista de compras", "delete_memory"],
    ["don't let me down this time: delete the dentist note", "delete_memory"],
    ["save the film Dune, scrap that, Heat", "save_movie"],
  ])("%s: %s", (text, capability) => expect(wouldDo(text)).toBe(capability));
});

describe("what is near it changes nothing", () => {
  it.each([
    "arquiva a nota do dentista",
    "note: flight at 6, sorry, at 7:40 from gate B",
    "anota: reunião terça, perdão, quarta",
    "make that a note but leave out the hello bit: hi there, the boiler service is on the 9th",
    "anota isso mas sem o oi: oi, o gás chega dia 9",
    "não devolve o que eu joguei fora",
    "should I rescue the note I wiped?",
    "don't convert to pdf: my poem",
    "se a Ana deixar, converte pra pdf: o poema",
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
