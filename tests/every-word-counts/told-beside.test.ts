import { expect, it } from "vitest";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/would-act.ts";
import { shipped } from "./shipped.ts";

const planOf = (text: string) => {
  const { catalogue, understanding } = shipped();
  return draftOf(text, understanding, catalogue);
};

it.each<[string, string, Record<string, string>]>([
  [
    "had my teeth done this morning, you can bin the dentist note",
    "delete_memory",
    { query: "dentist" },
  ],
  ["fell asleep twice during Inception lol delete it", "delete_memory", { query: "Inception" }],
  ["my husband spoiled breaking bad for me, delete it", "delete_memory", { query: "breaking bad" }],
  [
    "did the big shop already, delete the shopping list note",
    "delete_memory",
    { query: "shopping list" },
  ],
  [
    "the vet rang, note down: insulin twice a day for Milo",
    "save_note",
    { content: "insulin twice a day for Milo" },
  ],
  [
    "landlord never picks up... make a note: chase boiler repair",
    "save_note",
    { content: "chase boiler repair" },
  ],
  ["How nice to hear the rain. Save the movie Local Hero.", "save_movie", { title: "Local Hero" }],
  [
    "Quiet one tonight, nobody about. Save the movie Local Hero.",
    "save_movie",
    { title: "Local Hero" },
  ],
  ["my cousin swears by it, save the film Roma", "save_movie", { title: "Roma" }],
  ["Dave told me about The Bear, save that show", "save_tv_show", { title: "The Bear" }],
  [
    "my uncle lent me The Straight Story, add the film to my list",
    "save_movie",
    { title: "The Straight Story" },
  ],
  [
    'stuck behind a tractor, send "running late" on telegram',
    "send_telegram_message",
    { message: "running late" },
  ],
  [
    "the 8:15 didn't turn up, telegram message saying my train is cancelled",
    "send_telegram_message",
    { message: "my train is cancelled" },
  ],
  [
    "the printer finally works, make a pdf saying closed on Friday",
    "generate_pdf",
    { content: "closed on Friday" },
  ],
  ["open the contract while I find my glasses", "open_document", { title_text: "contract" }],
  ["dormi no meio de Inception, tira da lista", "delete_memory", { query: "Inception" }],
  ["aquele site do node nunca me serviu pra nada, apaga ele", "delete_memory", { query: "node" }],
  ["maratonei breaking bad no feriado, pode tirar", "delete_memory", { query: "breaking bad" }],
  [
    "essa ata da reunião ninguém lê mesmo, deleta o pdf da ata",
    "delete_document",
    { title_text: "ata" },
  ],
  ["uma cliente do salão adorou Pose, salva essa série", "save_tv_show", { title: "Pose" }],
  [
    "vi um trecho de O Auto da Compadecida no ônibus, salva esse filme aí",
    "save_movie",
    { title: "O Auto da Compadecida" },
  ],
  [
    "me indicaram a série Olhos que Condenam, salva ela aí",
    "save_tv_show",
    { title: "Olhos que Condenam" },
  ],
  ["caraca que final, salva a série Round 6", "save_tv_show", { title: "Round 6" }],
  [
    "o gato fugiu do veterinário de novo kkkk anota vacina do Mingau",
    "save_note",
    { content: "vacina do Mingau" },
  ],
  ["acabou o gás bem na hora do almoço, anota: pedir gás", "save_note", { content: "pedir gás" }],
  ["tudo certinho por aí? anota ensaio do coral", "save_note", { content: "ensaio do coral" }],
  ["abre o contrato enquanto procuro meus óculos", "open_document", { title_text: "contrato" }],
  [
    "meu tio não para de falar nisso kkkk salva o filme Bacurau",
    "save_movie",
    { title: "Bacurau" },
  ],
])("%s: what is told beside it changes nothing of the request", (text, capability, params) =>
  expect(planOf(text)).toMatchObject({ leads: "plan", plan: { steps: [{ capability, params }] } }),
);

it.each([
  "my husband says, delete breaking bad",
  "the nurse told me, delete the dentist note",
  'in the film he whispers, send "it\'s over" on telegram',
  "my sister asked whether to delete the dentist note",
  "had my teeth done, you could have deleted the dentist note",
  "quiet one tonight, nobody deletes the dentist note",
  "when the vet calls, note down: insulin twice a day",
  "only kidding. delete the dentist note",
  "not now. delete the dentist note",
  'tomorrow. send "home" on telegram',
  "I used to research, analyze and produce a pdf about wind energy",
  "o padre falou assim, apaga tudo que tem salvo",
  "no sonho eu gritava, apaga tudo que salvei",
  "ouvi alguém dizer por favor, anote ligar para o dentista",
  "minha filha odiou Inception, eu é que não vou apagar",
  "apaga a nota do dentista enquanto ele não remarcar",
  "abre o contrato e apaga ele enquanto eu não voltar",
  "sei lá, apaga a nota do dentista",
  "que péssima ideia apagar a lista de compras",
  "o advogado tá na linha, só apaga o contrato se ele mandar",
])("%s: what is told holds the request, and nothing is changed", (text) =>
  expect(wouldAct(planOf(text), shipped().catalogue)).toBe(false),
);
