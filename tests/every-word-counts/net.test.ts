import { expect, it } from "vitest";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/safety-net.ts";
import { howMuch } from "../how-much.ts";
import { actingVariants, shipped } from "./shipped.ts";

// Every example of the shipped domains that changes something, and every follow-up that does, in every form that says
// not, if, when, to whom, or takes it back: a sample here, all 227,000 with `npm run test:long`.
const STEP = howMuch(1, 199);

/** None acts. */
const MOST_ACTING = 0;

it("nothing is changed by a request that says otherwise", { timeout: 7_200_000 }, () => {
  const { heard, acting } = actingVariants(STEP);
  expect(heard).toBeGreaterThan(1000);
  expect(acting.length / heard, acting.join("\n")).toBeLessThanOrEqual(MOST_ACTING);
});

const planOf = (text: string) => {
  const { catalogue, understanding } = shipped();
  return draftOf(text, understanding, catalogue);
};

it.each([
  ["save this film it's called Past Lives", "Past Lives"],
  ["salva esse filme, o filme se chama Aftersun", "Aftersun"],
  ["salva a série, ela se chama Dark", "Dark"],
  ["quero guardar o filme Bacurau pra assistir com a vó", "Bacurau"],
  ["save the movie Past Lives to watch with my sister", "Past Lives"],
  ["save the movie 28 Days Later", "28 Days Later"],
  ["save the movie Paddington 2 for the kids", "Paddington 2"],
  ["salva o filme Paddington 2 pras crianças", "Paddington 2"],
])("%s: the title is %s", (text, title) => {
  const draft = planOf(text);
  expect(draft).toMatchObject({ leads: "plan", plan: { steps: [{ params: { title } }] } });
});

it("a read, and what it gives sent on: the words for it are no message of their own", () =>
  expect(planOf("vê a petrobras e me manda o preço no telegram")).toMatchObject({
    leads: "plan",
    plan: {
      steps: [
        { capability: "get_stock_price", params: { symbol_text: "petrobras" } },
        { capability: "send_telegram_message" },
      ],
    },
  }));

it.each([
  ["envie via telegram o portão não fecha quando chove", "o portão não fecha quando chove"],
  [
    "would you send on telegram the dog doesn't eat if the bowl is in the sun",
    "the dog doesn't eat if the bowl is in the sun",
  ],
  [
    "tell telegram that everyone has paid except the neighbour upstairs",
    "everyone has paid except the neighbour upstairs",
  ],
  [
    "notifica no telegram: a torneira pinga sem parar quando a máquina liga",
    "a torneira pinga sem parar quando a máquina liga",
  ],
  [
    "anota pra mim a torneira pinga sem parar quando a máquina liga",
    "a torneira pinga sem parar quando a máquina liga",
  ],
  [
    "preciso anotar a vistoria de amanhã não tem horário certo",
    "a vistoria de amanhã não tem horário certo",
  ],
  ["monta um pdf com a bomba só liga se a caixa esvaziar", "a bomba só liga se a caixa esvaziar"],
  ["manda no telegram dizendo vou jantar fora", "vou jantar fora"],
  ["save the movie Catch Me If You Can", "Catch Me If You Can"],
  ["apaga a nota do dentista mas a lista de compras fica", "dentista"],
  ["tira breaking bad da lista mas o inception fica", "breaking bad"],
  ["remove inception but keep breaking bad", "inception"],
  ["delete the dentist note, scratch that, the shopping list", "shopping"],
  ["salva o filme Aftersun fechou", "Aftersun"],
  ["send 'remove me from the list if it rains' on telegram", "remove me from the list if it rains"],
  ["anota que a padaria fechou", "a padaria fechou"],
  ["me manda aqui no meu telegram: chave reserva no vaso azul", "chave reserva no vaso azul"],
  ["salva aí: todo domingo regar as plantas", "todo domingo regar as plantas"],
  [
    "eu queria que você anotasse aí pra mim que a senha do portão é 4410",
    "a senha do portão é 4410",
  ],
  ["apaga a lista de compras q ja fiz", "compras"],
  ["delete breaking bad but not inception", "breaking bad"],
  ["note down: feed the cat. Thanks ever so much, love.", "feed the cat"],
  ["send a telegram saying I arrived. Thank you so much!", "I arrived. Thank you so much!"],
  ["eita que calor... anota comprar gelo", "comprar gelo"],
  ["anota procê não esquecer: pagar o gás", "pagar o gás"],
  ["anota pra eu não esquecer: regar a horta", "regar a horta"],
  [
    "make a new pdf with everyone has paid except the neighbour upstairs",
    "everyone has paid except the neighbour upstairs",
  ],
])("%s: the text is kept whole", (text, payload) => {
  const draft = planOf(text);
  const params = draft?.leads === "plan" ? draft.plan.steps.map((step) => step.params) : [];
  expect(params.flatMap((each) => Object.values(each))).toContain(payload);
});

it.each<[string, string[]]>([
  ["então, lembra que te falei do meu irmão? pois é, qual o risco da weg?", ["get_risk_metrics"]],
  [
    "Dear assistant, kindly share the current quotation of the Ericsson stock.",
    ["get_stock_price"],
  ],
  ["me passa, sem pdf e sem telegram, o histórico da nordea em 12 meses", ["get_price_history"]],
  ["abre o contrato, só não apaga ele depois", ["open_document"]],
  ["em vez de apagar, mostra tudo que tá salvo", ["list_all"]],
  ["gráfico da magalu, mas nada de pdf dessa vez", ["get_price_history"]],
  ["me vê o itaú, o resto deixa pra lá", ["get_stock_price"]],
  ["just the 3 worst losers in the US please", ["get_top_losers"]],
  ["no, go ahead, delete inception", ["delete_memory"]],
  ["quando tiver um tempinho apaga a lista de compras", ["delete_memory"]],
  ["price of Tesla, no pdf, no telegram, just tell me", ["get_stock_price"]],
  ["Never mind the chart, what's Ericsson's price?", ["get_stock_price"]],
  [
    "would you mind sending me Tesla's price on telegram?",
    ["get_stock_price", "send_telegram_message"],
  ],
  [
    "take a note: call Priya. Then show me the top gainers in Brazil.",
    ["save_note", "get_top_gainers"],
  ],
  ["já fui no dentista, pode apagar a nota", ["delete_memory"]],
  ["finished breaking bad last night, take it off my list", ["delete_memory"]],
  ["minha irmã indicou, coloca o filme bacurau na lista", ["save_movie"]],
  ["everyone's raving about it so save the show Slow Horses", ["save_tv_show"]],
  ["exclui o pdf do contrato pq o cara desistiu", ["delete_document"]],
  ["pode jogar fora o pdf da ata da reunião", ["delete_document"]],
  ["tô curiosa com a volvo, quanto tá?", ["get_stock_price"]],
  ["cotação da vale em pdf, é pro meu chefe", ["get_stock_price", "generate_pdf"]],
  ["se liga, exclui o pdf do contrato", ["delete_document"]],
  ["gurizada, apaga a nota do dentista", ["delete_memory"]],
  ["amigaaa salva o filme Aftersun", ["save_movie"]],
  ["queria que guardasse o link https://nodejs.org", ["save_link"]],
  ["preciso que o senhor me abra o contrato", ["open_document"]],
  ["faz-me o favor de abrir o contrato", ["open_document"]],
  ["how risky would you say Ericsson is?", ["get_risk_metrics"]],
  ["fecha o olho... brincando nada, quanto tá a weg?", ["get_stock_price"]],
  ["once you've got a minute, compare Volvo with Ericsson", ["compare_quotes"]],
  ["quero o histórico da weg, não o risco", ["get_price_history"]],
  ["abre a ata, ops, o contrato", ["open_document"]],
  ["abre o contrato mas não apaga não, hein", ["open_document"]],
  ["compara ITUB4 e BBDC4, pdf não precisa", ["compare_quotes"]],
  ["show me the risk of TSLA, no chart needed", ["get_risk_metrics"]],
  ["me dá no máximo 4 das que mais caíram no Brasil", ["get_top_losers"]],
  ["any chance I can see how Microsoft is trading?", ["get_stock_price"]],
  ["aren't you going to tell me what Tesla costs?", ["get_stock_price"]],
  ["exclui o contrato em pdf", ["delete_document"]],
  ["salva o filme Aquarius e a série Cangaço Novo", ["save_movie", "save_tv_show"]],
  ["apaga a nota do dentista e o pdf do contrato", ["delete_memory", "delete_document"]],
  ["salva esse link do concurso https://www.in.gov.br/concursos", ["save_link"]],
  ["a banca é mês que vem, salva o link https://scielo.br/", ["save_link"]],
  ["apaga a nota do dentista, já fui, nem doeu", ["delete_memory"]],
  ["me mostra também o risco da taesa", ["get_risk_metrics"]],
  ["evolução do preço da vale em 5 anos", ["get_price_history"]],
  [
    "não só compara Itaú e Bradesco como também me manda no telegram",
    ["compare_quotes", "send_telegram_message"],
  ],
  ["não só salva o filme Duna como também a série Dark", ["save_movie", "save_tv_show"]],
  ["posso dar uma olhada no preço do banco do brasil?", ["get_stock_price"]],
  ["Morning. It's Ted here, bit foggy out. What's my order 1002 up to? Cheerio.", ["get_order"]],
])("%s: is done", (text, capabilities) => {
  const draft = planOf(text);
  const steps = draft?.leads === "plan" ? draft.plan.steps : [];
  expect(steps.map(({ capability }) => capability)).toEqual(capabilities);
});

it.each([
  "já salvei o link do node ontem",
  "no mês passado você me mandou a cotação da Vale no telegram",
  "me manda no zap o preço da vale",
])("%s: is only told, or cannot be done, and nothing is run", (text) =>
  expect(planOf(text)?.leads).not.toBe("plan"),
);

it.each([
  "apaga a nota do dentista nada",
  "what does Atlas Copco cost at the moment and if it goes up make it a pdf",
  "my sister is going to research, analyze and produce a pdf about wind energy",
  "the manual says: do some research, analyze it and make a report on urban mobility",
  "I decided not to analyze the impact of remote work and write a report",
  "so n guarda the walking dead",
  "a telegram message with see you tomorrow, please to my mum",
  "send a telegram message saying I'm on the train tomorrow at 7",
  "manda no telegram dizendo tô no ônibus amanhã às 7",
  "apaga os filmes que eu já vi",
  "deleta os links que eu já li",
  "save a note tonight at 8 saying call the vet",
  "você não vai apagar a nota do dentista?",
  "aren't you going to delete the dentist note?",
  "apaga a nota do dentista, o que acha?",
  "apagar a nota do dentista é arriscado?",
  "delete the dentist note or the shopping list",
  "apaga a nota do dentista mas antes me pergunta",
  "send hi on telegram but let me see it first",
  "salva a nota comprar pão, mas confirma comigo antes",
  "anota comprar pão, quer dizer, não anota",
  "sei lá, apaga a nota do dentista",
  "step one, delete the dentist note",
  "gincana, apaga a nota do dentista",
  "exemplo, apaga a nota do dentista",
  "meu irmão disse, apaga a nota do dentista",
  "or else, delete the dentist note",
  "teoricamente, apaga a nota do dentista",
  "apaga o contrato, ops, deixa",
  "short 50 AAPL",
  "apagar a nota do dentista? capaz",
  "tem como apagar a nota do dentista sem querer",
  "manda no telegram: cheguei, mas espera eu confirmar",
  "recupera o último item apagado não",
  "gera um pdf esquece deixa",
  "note down mom's zip code is 94110 for me if it rains",
  "anota esse vídeo aí https://youtu.be/kk1 toda segunda de manhã",
  "I want to structure an idea and tell Bob to send me via telegram",
  "faz um resumo e assim que a reunião acabar anota isso",
  "tira a nota do dentista daí, agora não, só de noite",
  "vc pode tudo só num remova tudo que guardei",
  "i dont want to announce on telegram: the draw is today",
  "wipe everything, though not the notes",
  "delete everything but the dentist note",
  "what's ericsson worth, and please don't keep a note of it",
  "quanto está a PETR4, e por favor não anota para mim",
  "telegram me the us movers, eh whatever, I'll look myself",
  "manda no telegram as maiores altas, deixa que eu mesmo vejo",
  "anota vistoria dia 14, quer dizer, dia 16",
  "anota uma coisa pra mim, querido",
  "um pdf dizendo feliz aniversário Ana, por favor, quer dizer, não",
  "guarda isso numa nota",
  "salva um filme pra mim ver depois",
  "salva uma série pra eu ver",
  "save a note tomorrow at 9 that says call the wholesaler",
  "anota a segunda",
  "anota tudo",
  "manda a terceira no telegram",
  "send the second one on telegram",
  "gostaria de baixar o pdf da prova, só não no formato pdf",
  "num emite um pdf com o recibo do aluguel",
  "google the meaning of resilience and later keep that as a note",
  "what does Atlas Copco cost at the moment and tomorrow at 9 put it in my notes",
  "restaura tudo que eu apaguei, exceto os links",
  "save the movie Heat if it has Al Pacino in it",
  "top gainers in the US, and telegram me that every friday",
  "me dá um resumo desse link https://exemplo.com/artigo",
  "refine the research question considering small companies only and tell Bob to export as pdf",
  "note down mom's zip code is 94110 for me, daily at 7",
  "manda no telegram cheguei se a Ana perguntar",
  "send me a telegram message saying happy birthday mum at midnight",
  "gera um pdf com as notas que não são minhas se a Ana concordar",
  "generate a pdf of my saved stuff every month",
  "apaga todas as notas mas a do dentista fica",
  "remove o pdf da programação, por favor esquece deixa",
  "delete the contract pdf, actually no, keep it",
  "um pdf dizendo feliz aniversário Ana, por favor, agora não, só de noite",
  "por qual ticker eu acho a Volvo e depois a gente vê se vc anota isso",
  "I used to take elite squad out of my movies",
  "to the family group, notify telegram: the night batch failed",
  "já fui no dentista",
  "as long as it isn't raining, note barbecue on saturday",
  "salva o filme Tropa de Elite, ou melhor não sei",
  "jamais, apaga a nota do dentista",
  "exemplo, apaga a nota do dentista",
  "gincana, anota comprar pão",
  "I'm not asking you to use telegram to say thanks for the help",
  "não tô pedindo pra apagar a nota do dentista",
  "never, delete the dentist note",
  "minha irmã disse pra colocar o filme bacurau na lista",
  "se o dentista desmarcar, joga fora a nota",
  "don't get rid of the dentist note, i still need it",
])("%s: nothing is changed", (text) => {
  expect(wouldAct(planOf(text), shipped().catalogue)).toBe(false);
});
