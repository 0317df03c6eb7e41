import type { Locale } from "../../contracts/names.ts";
import { fold } from "../../plain-text/fold.ts";

/** What services are about, in English, and how it is called in Portuguese. One word each, or a name of two. */
const NOUNS = `
account conta; address endereço; album álbum; alert alerta; amount valor; answer resposta; application candidatura;
appointment consulta; area área; article artigo; author autor; balance saldo; bill conta; board quadro; body texto;
book livro; booking reserva; branch filial; brand marca; budget orçamento; bus ônibus; calendar agenda; call chamada;
campaign campanha; car carro; card cartão; cart carrinho; case caso; category categoria; channel canal; chart gráfico;
chat conversa; city cidade; class aula; client cliente; code código; color cor; column coluna; comment comentário;
company empresa; contact contato; contract contrato; country país; coupon cupom; course curso; currency moeda;
customer cliente; data dados; date data; day dia; deal negócio; delivery entrega; department departamento;
description descrição; destination destino; device aparelho; discount desconto; document documento; doctor médico;
driver motorista; due prazo; email e-mail; employee funcionário; error erro; event evento; exam exame; expense despesa;
file arquivo; film filme; fine multa; flight voo; folder pasta; food comida; forecast previsão; form formulário;
friend amigo; from origem; game jogo; group grupo; history histórico; holiday feriado; hotel hotel; hour hora;
house casa; image imagem; index índice; ingredient ingrediente; interest juros; inventory estoque; invoice fatura;
issue problema; item item; job vaga; key chave; kind tipo; label etiqueta; language idioma; lead contato;
lesson aula; level nível; library biblioteca; link link; list lista; loan empréstimo; location lugar; market mercado;
match partida; meal refeição; meeting reunião; member membro; menu cardápio; message mensagem; milestone marco;
minute minuto; mission missão; model modelo; month mês; movie filme; name nome; news notícia; note nota;
notification aviso; number número; offer oferta; order pedido; organization organização; origin origem; owner dono;
page página; parcel encomenda; patient paciente; payment pagamento; pdf PDF; person pessoa; pet bicho; phone telefone;
photo foto; picture imagem; place lugar; plan plano; player jogador; playlist playlist; policy política; post post;
price preço; priority prioridade; product produto; profile perfil; project projeto; promotion promoção; property imóvel;
query busca; question pergunta; quote cotação; rate taxa; rating nota; reason motivo; receipt recibo; recipe receita;
recipient destinatário; record registro; refund reembolso; region região; reminder lembrete; report relatório;
repository repositório; request pedido; reservation reserva; restaurant restaurante; result resultado; return devolução;
review avaliação; risk risco; role papel; room quarto; route rota; rule regra; sale venda; salary salário; schedule horário;
school escola; score placar; season temporada; seat assento; section seção; sender remetente; series série; service serviço;
session sessão; setting ajuste; shift turno; shipment envio; shop loja; size tamanho; song música; source fonte;
sprint sprint; star estrela; state estado; station estação; statistic estatística; status situação; stock ação; store loja;
street rua; student aluno; subject assunto; subscription assinatura; summary resumo; supplier fornecedor; symbol papel;
table mesa; tag etiqueta; task tarefa; tax imposto; teacher professor; team time; temperature temperatura; text texto;
ticket chamado; time hora; title título; to destino; token token; topic tema; track faixa; train trem; transaction transação;
transfer transferência; translation tradução; trip viagem; type tipo; url endereço; user usuário; vacation férias;
value valor; vehicle veículo; version versão; video vídeo; vote voto; wallet carteira; warehouse depósito; weather tempo;
incident incidente; trash lixeira; collaboration colaboração; webhook webhook; workspace espaço; thread conversa;
reply resposta; reaction reação; attachment anexo; bucket balde; server servidor; domain domínio; backup backup;
log log; metric métrica; dashboard painel; monitor monitor; alarm alarme; cluster cluster; volume volume;
snapshot cópia; network rede; credit crédito; charge cobrança; payout repasse; dispute contestação; inbox caixa;
outbox saída; deletion exclusão; website site; week semana; word palavra; year ano; zip CEP; volatility volatilidade;
company_info empresa; mover destaque;
trend tendência; overview resumo; memory memória; watchlist lista; faq dúvida; support atendimento; web internet
`;

const inPortuguese: ReadonlyMap<string, string> = new Map(
  NOUNS.split(";").flatMap((entry) => {
    const [english = "", ...portuguese] = entry.trim().split(/\s+/);
    return portuguese.length === 0 ? [] : [[english, portuguese.join(" ")] as const];
  }),
);

const inEnglish: ReadonlyMap<string, string> = new Map(
  [...inPortuguese].map(([english, portuguese]) => [fold(portuguese), english]),
);

/** A word that is known as the name of a thing. */
export const isNoun = (word: string): boolean => inPortuguese.has(singular(word));

/** A word of a description in English, where it is a known one in Portuguese: `livros` as `book`. */
export const englishOf = (word: string): string => {
  const known = [...new Set([word, word.replace(/oes$/, "ao"), word.replace(/s$/, "")])];
  return known.map((each) => inEnglish.get(fold(each))).find((each) => each !== undefined) ?? word;
};

/** `books` as `book`, as far as a rule says. */
export function singular(word: string): string {
  if (/(ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const plurals: Readonly<Record<Locale, readonly (readonly [end: string, plural: string])[]>> = {
  en: [
    ...["a", "e", "o", "u"].map((vowel) => [`${vowel}y`, `${vowel}ys`] as const),
    ["y", "ies"],
    ["ch", "ches"],
    ["sh", "shes"],
    ["x", "xes"],
    ["s", "ses"],
    ["", "s"],
  ],
  "pt-BR": [
    ["ão", "ões"],
    ["al", "ais"],
    ["el", "éis"],
    ["il", "is"],
    ["m", "ns"],
    ["r", "res"],
    ["z", "zes"],
    ["ês", "eses"],
    ["s", "s"],
    ["", "s"],
  ],
};

const plural = (word: string, locale: Locale): string => {
  const [end = "", instead = ""] = plurals[locale].find(([each]) => word.endsWith(each)) ?? [];
  return `${word.slice(0, word.length - end.length)}${instead}`;
};

/** A name of one thing, and of several; `kind` is what says which kind of it: the telegram of a telegram message. */
export type Noun = { one: string; many: string; kind?: string };

/**
 * English words as a noun of either language: the last word is the thing, what stands before says which kind. A word that
 * is not known stays as it is: people who use a service often call things as it does.
 */
export function nounIn(words: readonly string[], locale: Locale): Noun {
  const own = words.map(singular);
  const kinds = own.slice(0, -1);
  const kind = kinds.map(spoken[locale]).join(" ");
  return { ...composed[locale](own.at(-1) ?? "item", kinds), ...(kind !== "" && { kind }) };
}

const told = (word: string): string => inPortuguese.get(word) ?? word;

const spoken: Readonly<Record<Locale, (word: string) => string>> = {
  en: (word) => word,
  "pt-BR": told,
};

/** The thing, and what says which kind of it. */
const composed: Readonly<Record<Locale, (head: string, kinds: readonly string[]) => Noun>> = {
  en(head, kinds) {
    const lead = kinds.map((word) => `${word} `).join("");
    return { one: `${lead}${head}`, many: `${lead}${plural(head, "en")}` };
  },
  "pt-BR"(head, kinds) {
    const rest = kinds.toReversed().map((word) => ` de ${told(word)}`);
    const name = told(head);
    return { one: `${name}${rest.join("")}`, many: `${plural(name, "pt-BR")}${rest.join("")}` };
  },
};

/** `petId`, `title_text` as words: without what only says how the value is written. */
export function labelWords(name: string): string[] {
  const words = wordsOf(name);
  const bare = words.filter(
    (word, at) => at === 0 || !/^(?:id|ids|text|code|uuid|key)$/.test(word),
  );
  return bare.length === 0 ? ["item"] : bare;
}

/** Only letters and digits, so that no template reads them as more. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
