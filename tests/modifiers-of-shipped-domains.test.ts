import { describe, expect, it } from "vitest";
import { type Draft, draftPlan } from "../orchestrator/planning/draft.ts";
import { shipped } from "./every-word-counts/shipped.ts";

// What stands around requests to the shipped domains: would something be done, and would anything be changed?

const { catalogue, understanding } = shipped();

function lead(text: string) {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const draft: Draft = draftPlan(intent, {}, catalogue);
  const steps = draft.leads === "plan" ? draft.plan.steps : [];
  return {
    intent,
    leads: draft.leads,
    goal: intent.goal,
    capabilities: steps.map(({ capability }) => capability),
    changes: steps.some(
      ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
    ),
    recipients: steps.flatMap(({ params }) => params["recipient"] ?? []),
    acts: draft.leads === "plan" || draft.leads === "gap" || draft.leads === "hybrid",
  };
}

describe("nothing is changed by what was negated, asked about, told, supposed or deferred", () => {
  it.each([
    "Message: manda no telegram: cheguei",
    "Text: manda no telegram: cheguei Sentiment:",
    "Please generate a title for: gera um pdf com o texto relatório anual",
    "Gere um título: gera um pdf com o texto relatório anual",
    "não apaga a nota do dentista",
    "never send a telegram saying I quit",
    "should I send a telegram saying I quit?",
    "if it rains save a note saying buy an umbrella",
    "if it rains, save a note saying buy an umbrella",
    "se chover salva uma nota dizendo levar guarda-chuva",
    "não deixe de não mandar no telegram: oi",
    "nada de apagar a nota do dentista",
    "deixa que eu apago a nota do dentista",
    "posso apagar a nota do dentista?",
    "devo apagar a nota do dentista?",
    "já apaguei a nota do dentista",
    "já mandei no telegram: oi",
    "agora não apaga a nota do dentista",
    "apaga a nota do dentista agora não",
    "apaga a nota do dentista ou não?",
    "não apaga só a primeira nota",
    "apaga a nota do dentista amanhã",
    "amanhã apaga a nota do dentista",
    "daqui a 10 minutos apaga a nota do dentista",
    "apaga a nota do dentista depois do almoço",
    "apaga a nota do dentista se chover",
    "delete the dentist note if it rains",
    "delete the dentist note tomorrow",
    "delete the dentist note every monday",
    "delete the dentist note unless I say otherwise",
    "ele pediu pra apagar a nota do dentista",
    "he asked me to delete the dentist note",
    "what if I delete the dentist note",
    "o que acontece se eu apagar a nota do dentista",
    "deleta tudo menos o matrix",
    "deleta todas as notas exceto a do dentista",
    "delete everything except the dentist note",
    "apaga a nota do dentista, esquece",
    "apaga a nota do dentista, foi o que a Ana disse",
    "everyday keep django unchained",
    "faz o que quiser, só não salva a nota aula de violão toda quarta",
    "mostra a minha lista e só cria um pdf se eu confirmar",
    "salva o filme Matrix, só mostra aqui",
    "send me and my brother the US top gainers on telegram",
    "apaga a nota do dentista, melhor não",
    "delete the dentist note, never mind",
    "talvez apaga a nota do dentista",
    "quem apagou a nota do dentista?",
    "apagou a nota do dentista",
    "deleted the dentist note",
    "I deleted the dentist note",
    "stop deleting notes",
    "para de apagar as notas",
    "please don't delete the dentist note",
    "evita apagar a nota do dentista",
    "num apaga a nota do dentista",
    "ñ apaga a nota do dentista",
    "n apaga a nota do dentista",
    "nem pense em apagar a nota do dentista",
    "jamais apague a nota do dentista",
    "no need to delete the dentist note",
    "não quero mais apagar o filme matrix",
    "não quero apagar a nota do dentista",
    "manda no telegram vou chegar atrasado amanhã",
    "me manda no telegram amanhã às 9h",
    "amanhã manda no telegram: oi",
    "manda no telegram amanhã: oi",
    "manda no telegram às 18h: oi",
    "tomorrow send a telegram saying hi",
    "não salva nada",
    "não manda nada no telegram",
    "deleta tudo não",
    "delete everything? no",
    "cancela, não apaga a nota",
    "salva o filme matrix amanhã",
    "todo dia gera um pdf com o texto oi",
    "eu ia apagar a nota do dentista",
    "estou pensando em apagar a nota do dentista",
    "como eu apago a nota do dentista?",
    "how do I delete the dentist note?",
    "minha mãe mandou apagar a nota do dentista",
    "quando eu chegar em casa apaga a nota do dentista",
    "assim que a petro fechar, manda no telegram: vendi",
    "só apaga a nota do dentista se eu pedir de novo",
    "delete the dentist note only when I say so",
    "apaga as notas que não são importantes",
  ])("%s", (text) => {
    const { leads, changes } = lead(text);
    expect(changes).toBe(false);
    expect(leads).not.toBe("gap");
  });
});

describe("it is asked about, and nothing is done", () => {
  it.each([
    "preço da petr4 e salva como nota na conta da Ana",
    "preço da petr4 e salva como nota chamada vale",
    "preço da petr4 e salva como nota no caderno",
    "> deleta a nota do dentista",
    "“deleta tudo”",
    "~~anota aí: comprar pão~~",
    "preço da vale e ~~manda no telegram~~",
    "not: save inception",
    "manda no telegram 'bebe água' de duas em duas horas",
    "preço da weg e me manda no telegram amanhã às 9h",
    "todo dia às 9 me manda as maiores altas",
    "se a petro cair me avisa no telegram o preço da vale",
    "não me diga o preço da vale",
    "don't show me the price of apple",
    "preço teto da BBAS3",
    "target price for AAPL",
    "premarket price of apple",
    "preço da vale só quando abrir o mercado",
    "me avisa no telegram quando a vale subir",
    "can you take it back",
    "salva o filme qual? aquele do cachorro",
  ])("%s", (text) => expect(lead(text).acts).toBe(false));
});

describe("what is for somebody goes to them by their name, and to nobody else", () => {
  it.each<[string, string, string?]>([
    ["manda no telegram pro meu pai: oi", "pai", "oi"],
    ["manda no telegram pra Ana: chego às 8", "Ana", "chego às 8"],
    ["manda pra Ana no telegram que chego às 8", "Ana", "chego às 8"],
    ["manda pra Ana que chego às 8", "Ana", "chego às 8"],
    ["avisa a Ana no telegram que vou atrasar", "Ana", "vou atrasar"],
    ["posta no grupo da família no telegram: jantar às 8", "família", "jantar às 8"],
    ["send a telegram to my dad saying hi", "dad", "hi"],
    ["send Ana a telegram saying I am late", "Ana", "I am late"],
    // Behind the closing quote the request goes on.
    ["send 'happy birthday' to Lucy on telegram", "Lucy", "happy birthday"],
    ['manda "oi" pra Ana no telegram', "Ana", "oi"],
    ["cotação da vale3 e manda no telegram do meu pai", "pai"],
    ["cotação da vale3 e manda no telegram do joão", "joão"],
    ["cotação da vale3 e manda no telegram pra Ana", "Ana"],
    ["preço da vale3 e manda pra Ana no telegram", "Ana"],
    ["preço da vale3 e manda pro meu pai", "pai"],
    ["preço da vale3 e manda no telegram da minha mãe", "mãe"],
    ["preço da vale3 e manda no telegram no grupo da família", "família"],
    ["price of apple and send it to Ana", "Ana"],
    ["price of apple and send it on telegram to my dad", "dad"],
  ])("%s", (text, name, message) => {
    const { recipients, intent } = lead(text);
    expect(recipients).toEqual([{ name }]);
    if (message !== undefined) expect(intent.entities).toEqual({ message });
  });

  it.each([
    "não manda no telegram pra Ana: oi",
    "manda oi no telegram do meu pai",
    "manda no telegram pra Ana amanhã: oi",
    "preço da vale3 e manda pra Ana amanhã",
    "don't send Ana a telegram saying hi",
    "should I send Ana a telegram saying hi?",
    "manda no telegram pra Ana e pro meu pai: oi",
  ])("%s: nothing is sent to anybody", (text) => expect(lead(text).changes).toBe(false));

  it("whom a text speaks of is sent nothing", () => {
    const { recipients, intent } = lead("manda no telegram: comprar presente pra Ana");
    expect(recipients).toEqual([]);
    expect(intent.entities).toEqual({ message: "comprar presente pra Ana" });
  });

  it("places are places in the text, and say whose they are", () => {
    const text = "preço da vale3 e manda pra Ana no telegram";
    const { modifiers } = lead(text).intent;
    expect(modifiers).toMatchObject([
      { kind: "addressee", text: "pra Ana", belongs_to: { to: "followup", at: 0 } },
    ]);
    expect(text.slice(modifiers?.[0]?.span.start, modifiers?.[0]?.span.end)).toBe("pra Ana");
  });
});

describe("what is not wanted to follow does not; the request itself is done", () => {
  it.each([
    "preço da vale3 mas não manda no telegram",
    "preço da vale3, sem mandar no telegram",
    "preço da vale3 e não me manda no telegram",
    "price of apple but don't send it on telegram",
    "price of apple without sending it on telegram",
    "não manda no telegram, só me diz o preço da vale",
  ])("%s", (text) => {
    const { leads, capabilities, intent } = lead(text);
    expect(leads).toBe("plan");
    expect(capabilities).toEqual(["get_stock_price"]);
    expect(intent.modifiers).toMatchObject([{ kind: "polarity", belongs_to: { to: "left_out" } }]);
  });
});

describe("courtesy, corrections and what a text or a name holds stand in the way of nothing", () => {
  it.each<[string, string | undefined, string | undefined]>([
    ["preço da petr4, não, da vale3", "GET_QUOTE", "vale3"],
    ["preço da petr4, ops, da vale3", "GET_QUOTE", "vale3"],
    ["preço da petr4, digo, vale3", "GET_QUOTE", "vale3"],
    ["price of MSFT, no wait, AAPL", "GET_QUOTE", "AAPL"],
    ["price of MSFT, I mean AAPL", "GET_QUOTE", "AAPL"],
    ["você não me manda o preço da petr4?", undefined, undefined],
    ["não esquece de mandar no telegram: oi", "SEND_MESSAGE", undefined],
    ["don't forget to save a note: buy milk", "SAVE_NOTE", undefined],
    ["não deixa de anotar que o seguro vence dia 20", "SAVE_NOTE", undefined],
    ["why don't you send a telegram saying I'm home", "SEND_MESSAGE", undefined],
    ["would you mind sending a telegram saying I'm home", "SEND_MESSAGE", undefined],
    ["será que você pode mandar no telegram: oi", "SEND_MESSAGE", undefined],
    ["dá pra apagar a nota do dentista?", "DELETE_ITEM", undefined],
    ["tem como apagar a nota do dentista?", "DELETE_ITEM", undefined],
    ["pode apagar a nota do dentista?", "DELETE_ITEM", undefined],
    ["não, pode apagar a nota do dentista", "DELETE_ITEM", undefined],
    ["quando puder apaga a nota do dentista", "DELETE_ITEM", undefined],
    ["se der, apaga a nota do dentista", "DELETE_ITEM", undefined],
    ["if you can, delete the dentist note", "DELETE_ITEM", undefined],
    ["apaga a nota do dentista agora", "DELETE_ITEM", undefined],
    ["hoje apaga a nota do dentista", "DELETE_ITEM", undefined],
    ["apaga já a nota do dentista", "DELETE_ITEM", undefined],
    ["apaga a nota do dentista se não for incômodo", "DELETE_ITEM", undefined],
    ["apaga a nota do dentista, só se for agora", "DELETE_ITEM", undefined],
    ["apaga a nota do dentista sem falta", "DELETE_ITEM", undefined],
    ["não quero mais o filme matrix salvo", "DELETE_ITEM", undefined],
    ["apaguei sem querer, recupera aí", "RESTORE_ITEMS", undefined],
    ["anota reunião amanhã às 9", "SAVE_NOTE", undefined],
    ["anota aí: não esquecer o leite", "SAVE_NOTE", undefined],
    ["anota que não vou amanhã", "SAVE_NOTE", undefined],
    ["anota comprar pão se der tempo", "SAVE_NOTE", undefined],
    ["salva o filme Não Olhe Para Cima", "SAVE_MOVIE", undefined],
    ["salva a serie the office pfv obg", "SAVE_TV_SHOW", "the office"],
    ["guarda o link https://nodejs.org mas não abre ele", "SAVE_LINK", "https://nodejs.org"],
    ["manda no telegram dizendo 'cheguei', mas não anota isso", "SEND_MESSAGE", "cheguei"],
    ["me manda o preço da Apple no telegram, aliás, só mostra aqui", "GET_QUOTE", "Apple"],
    ["Gostaria de consultar a cotação da Apple", "GET_QUOTE", "Apple"],
    ["salva o filme Sexta-feira 13", "SAVE_MOVIE", undefined],
    ["save the movie Don't Look Up", "SAVE_MOVIE", undefined],
    ["salva o filme Se Beber, Não Case", "SAVE_MOVIE", undefined],
    ["manda no telegram: se chover eu não vou", "SEND_MESSAGE", undefined],
    ["avisa no telegram que amanhã não tem ensaio", "SEND_MESSAGE", undefined],
    ["send a telegram saying don't wait for me tomorrow", "SEND_MESSAGE", undefined],
    ["posso ver o preço da vale?", undefined, undefined],
    ["can I get the price of apple", undefined, undefined],
    ["preço da vale e da petr4 hoje", undefined, undefined],
    ["qual a melhor entre vale e petr4", undefined, undefined],
    ["quero entender impacto de LLMs em produtividade", undefined, undefined],
    ["resuma o texto abaixo: a reunião não aconteceu", "SUMMARIZE_TEXT", undefined],
    ["bom dia, tudo bem? me vê o preço da vale por favorzinho", undefined, undefined],
    ["poderia, por gentileza, me dizer o preço da vale", undefined, undefined],
  ])("%s", (text, goal, value) => {
    const { acts, intent } = lead(text);
    expect(acts).toBe(true);
    if (goal !== undefined) expect(intent.goal).toBe(goal);
    if (value !== undefined) expect(Object.values(intent.entities)).toEqual([value]);
  });
});

it("a follow-up may be asked for beside its request", () =>
  expect(lead("não só o preço da vale como também manda no telegram").capabilities).toContain(
    "send_telegram_message",
  ));

it("places of modifiers are places in the text, and say whom they belong to", () => {
  const text = "preço da weg e me manda no telegram amanhã às 9h";
  const { modifiers, followups } = lead(text).intent;
  expect(modifiers).toMatchObject([
    { kind: "time", value: "later", text: "amanhã às 9h", belongs_to: { to: "followup", at: 0 } },
  ]);
  const span = modifiers?.[0]?.span ?? { start: 0, end: 0 };
  expect(text.slice(span.start, span.end)).toBe("amanhã às 9h");
  expect(followups[0]?.doubts).toEqual([{ reason: "deferred", detail: "amanhã às 9h" }]);
});

it("words that nothing accounts for are told", () =>
  expect(lead("preço teto da BBAS3").intent.unread).toEqual([
    { text: "teto", span: { start: 6, end: 10 } },
  ]));

it("small words alone account for nothing, unless they are written as a name", () => {
  expect(lead("can you take it back").intent.read_whole).toBeUndefined();
  expect(lead("save the movie You Were Never Really Here").capabilities).toEqual(["save_movie"]);
});

describe("a follow-up that is negated is left out", () => {
  it.each([
    "preço da vale3 mas não manda no telegram",
    "preço da vale3 e não me manda no telegram",
    "preço da vale3, sem mandar no telegram",
    "preço da vale3, mas nem pense em mandar no telegram",
    "preço da vale3 mas não precisa mandar no telegram",
    "preço da vale3, não manda no telegram",
    "preço da vale3 só que não me avisa no telegram",
    "preço da vale3, nada de mandar no telegram",
    "price of apple but don't send it on telegram",
    "price of apple and don't send it on telegram",
    "price of apple without sending it on telegram",
    "price of apple, but do not send it to telegram",
    "price of apple, no need to send it on telegram",
  ])("%s", (text) => expect(lead(text).capabilities).toEqual(["get_stock_price"]));
});

describe("a follow-up that is deferred, conditional or asked about is not done", () => {
  it.each([
    "preço da vale3 e me manda no telegram amanhã",
    "preço da vale3 e manda no telegram todo dia",
    "preço da vale3 e manda no telegram se subir",
    "preço da vale3 e amanhã me manda no telegram",
    "preço da vale3 e manda no telegram às 18h",
    "preço da vale3 e será que devo mandar no telegram?",
    "what is ericsson worth, and please don't keep a note of it",
    "price of apple and should I telegram it?",
    "preço da vale3 e quando fechar me manda no telegram",
    "preço da vale3 e me manda no telegram daqui a uma hora",
    "amanhã preço da vale3 e me manda no telegram",
    "se der errado preço da vale3 e manda no telegram",
    "preço da vale3 e manda no telegram, não, deixa",
    "preço da vale3 e toda sexta me manda no telegram",
    "preço da vale3 e talvez me manda no telegram",
    "price of apple and send it on telegram tomorrow",
    "price of apple and send it on telegram every day",
    "price of apple and send it on telegram if it rises",
    "price of apple and tomorrow send it on telegram",
    "price of apple and send it on telegram at 6pm",
    "price of apple and should I send it on telegram?",
    "tomorrow price of apple and send it on telegram",
    "price of apple and send it to telegram, never mind",
    "price of apple and maybe send it on telegram",
  ])("%s", (text) => expect(lead(text).changes).toBe(false));
});

describe("courtesy around a follow-up changes nothing", () => {
  it.each([
    "preço da vale3 e me manda no telegram",
    "preço da vale3 e não esquece de mandar no telegram",
    "preço da vale3 e se puder me manda no telegram",
    "preço da vale3 e me manda no telegram agora",
    "preço da vale3 e manda no telegram, por favor",
    "preço da vale3 e me avisa no telegram quando puder",
    "price of apple and send it on telegram",
    "price of apple and send it on telegram now",
    "price of apple and send it on telegram if you can",
    "price of apple and don't forget to send it on telegram",
  ])("%s", (text) => expect(lead(text).capabilities).toContain("send_telegram_message"));
});

describe("the same words inside a text or a name go through", () => {
  it.each([
    "anota que se chover eu não vou",
    "anota não esquecer o guarda-chuva amanhã",
    "anota aí: todo dia tomar remédio",
    "salva uma nota: quando a Ana chegar, ligar",
    "manda no telegram: nunca mais volto",
    "avisa no telegram que não vai ter jantar",
    "diz no telegram que talvez eu atrase",
    'manda "não vou amanhã" no telegram',
    "salva o filme Nunca Fui Beijada",
    "salva a série Todo Dia a Mesma Noite",
    "guarda o filme Se Eu Fosse Você",
    "anota comprar tudo menos leite",
    "anota pagar a luz na sexta",
    "lembra que o João pediu pra ligar",
    "gera um pdf com o texto se chover não saio",
    "anota devo 50 reais pro Pedro",
    "save a note: if it rains bring an umbrella",
    "note that I should call mom tomorrow",
    "send a telegram saying never give up",
    "save the movie Never Let Me Go",
    "save the movie Before Sunrise",
    "save the movie What If",
    "write on telegram: maybe later",
    "remember that Anna asked me to call",
    "jot down buy everything except milk",
    "post on telegram that nobody is home",
    "make a pdf saying do not enter",
    "anota reunião com a Ana toda segunda às 9",
  ])("%s", (text) => expect(lead(text).changes).toBe(true));
});
