import { expect, it } from "vitest";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/safety-net.ts";
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
  ["me indicaram a série Ruptura, deixa salva", "save_tv_show", { title: "Ruptura" }],
  ["a friend recommended the show Severance, save it", "save_tv_show", { title: "Severance" }],
  [
    "someone at work won't shut up about Slow Horses, save the series",
    "save_tv_show",
    { title: "Slow Horses" },
  ],
  [
    "want to watch Paddington 2 at some point, keep that film for me",
    "save_movie",
    { title: "Paddington 2" },
  ],
  ["antes não consegui salvar, salva agora: série The Bear", "save_tv_show", { title: "The Bear" }],
  [
    "save the film Never Let Me Go, i haven't watched it yet",
    "save_movie",
    { title: "Never Let Me Go" },
  ],
  [
    "tira o inception daí mas nao mexe no breaking bad, to na 3a temporada",
    "delete_memory",
    { query: "inception" },
  ],
  ["bin breaking bad but hands off inception", "delete_memory", { query: "breaking bad" }],
  [
    "don't bother with a pdf, a note will do: boiler man coming Wednesday",
    "save_note",
    { content: "boiler man coming Wednesday" },
  ],
  [
    "note to self - tell Rahul the password changed",
    "save_note",
    { content: "tell Rahul the password changed" },
  ],
])("%s: what is told beside it changes nothing of the request", (text, capability, params) =>
  expect(planOf(text)).toMatchObject({ leads: "plan", plan: { steps: [{ capability, params }] } }),
);

it("what is asked for behind a quoted text is done as well, and things that are named are not made", () => {
  const goalsOf = (text: string) => {
    const { intent } = shipped().understanding.understand(text, { lastFrame: null });
    return [intent, ...intent.also]
      .map(({ goal }) => goal)
      .concat(intent.followups.map(({ capability }) => capability));
  };
  expect(goalsOf('save a note "plumber owes me 20" and add the film Aftersun')).toEqual([
    "SAVE_NOTE",
    "SAVE_MOVIE",
  ]);
  expect(goalsOf("lista minhas notas e os meus pdfs")).toEqual(["LIST_ALL", "LIST_DOCUMENTS"]);
});

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
  "ontem esqueci de apagar a nota do dentista, hoje eu apago",
  "I forgot to delete the dentist note, I'll delete it",
  "delete the dentist note, on second thought he may reschedule",
  "apaga o inception, ainda não vi",
  "would you ever delete my notes?",
  "apaga a lista de compras mas não mexe no leite",
  "que péssima ideia apagar a lista de compras",
  "o advogado tá na linha, só apaga o contrato se ele mandar",
  "apagar pdf 12. mas não é agora, é só amanhã",
  "não me prepara um relatório sobre o preço do café, pelo amor",
  "I haven't decided whether to analyze the impact of remote work and write a report",
  "espera eu confirmar e só então manda só pra mim mesmo no telegram: a reunião esticou",
  "quero ver Retratos Fantasmas depois, salva o filme assim q der meio dia",
  "o que tá salvo de alemão e só registra como nota se eu confirmar",
  "winners and losers today, please and make a note of that only after I give the ok",
  "essa CSN é muito instável e faz uma nota disso amanha",
  "qual nota fala de aluguel mas não quero que vc me notifica no telegram",
  "tell me all the sites I saved, no need to let me know on my telegram",
  'manda no telegram: "Relatório aprovado" toda segunda de manhã',
  'manda no telegram o seguinte: "Relatório aprovado." ou não?',
  'send on telegram the following: "Report approved." every monday',
  'anota: "comprar leite" se chover',
  "nao precisa anotar nada nao viu, so tava pensando alto aqui",
])("%s: what is told holds the request, and nothing is changed", (text) =>
  expect(wouldAct(planOf(text), shipped().catalogue)).toBe(false),
);

it.each<[string, string, Record<string, unknown>]>([
  [
    "my nephew bought some and won't stop talking, what's spotify's share price now?",
    "get_stock_price",
    { symbol_text: "spotify" },
  ],
  [
    "the wife wants proof before she lets me invest a penny. how risky is Tesla?",
    "get_risk_metrics",
    { symbol_text: "Tesla" },
  ],
  [
    "comprei a cafeteira faz tempão e nada de chegar, vê aí o pedido 1003 pra mim",
    "get_order",
    { order_id: 1003 },
  ],
  ["my bus never came. price of amazon", "get_stock_price", { symbol_text: "amazon" }],
])("what is denied or set a time in talk holds no read behind it: %s", (text, capability, params) =>
  expect(planOf(text)).toMatchObject({ plan: { steps: [{ capability, params }] } }),
);

it.each([
  "amanhã às 9. me mostra o preço da vale",
  "se cair muito. me mostra o preço da vale",
  "before the market opens tomorrow, how risky is Tesla?",
  "não mostra o preço da vale",
])("%s: nothing is told at once", (text) => expect(planOf(text)?.leads).not.toBe("plan"));
