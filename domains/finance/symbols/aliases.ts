import { fold } from "#shared/plain-text/fold.ts";

/**
 * What people call a company, and the symbols that they may mean by it. One symbol: that is it, without asking.
 * Several: they are asked, in this order; the classes of one company's shares in the order of their numbers.
 */
const table: readonly (readonly [symbols: readonly string[], aliases: readonly string[]])[] = [
  [
    ["PETR3.SA", "PETR4.SA"],
    ["petrobras", "petro", "petróleo brasileiro", "petr"],
  ],
  [["ITUB3.SA", "ITUB4.SA"], ["itub"]],
  [["PETR4.SA"], ["petrobras pn", "petro pn", "petrobras preferencial", "petro 4", "petrobras 4"]],
  [["PETR3.SA"], ["petrobras on", "petro on", "petrobras ordinária", "petro 3", "petrobras 3"]],
  [["VALE3.SA"], ["vale", "vale on", "vale do rio doce", "companhia vale"]],
  [["ITUB4.SA"], ["itaú", "banco itaú", "itaú unibanco", "itaú pn", "unibanco"]],
  [["ITUB3.SA"], ["itaú on", "itaú ordinária"]],
  [["ITSA4.SA"], ["itaúsa", "itaúsa pn"]],
  [
    ["BBDC3.SA", "BBDC4.SA"],
    ["bradesco", "banco bradesco", "bbdc"],
  ],
  [["BBDC4.SA"], ["bradesco pn", "bradesco preferencial"]],
  [["BBDC3.SA"], ["bradesco on", "bradesco ordinária"]],
  [["BBAS3.SA"], ["banco do brasil", "bb", "bco do brasil"]],
  [
    ["SANB11.SA", "SAN"],
    ["santander", "banco santander"],
  ],
  [["SANB11.SA"], ["santander brasil", "santander brazil"]],
  [["SAN"], ["santander espanha", "santander spain"]],
  [["BPAC11.SA"], ["btg", "btg pactual", "banco btg"]],
  [["B3SA3.SA"], ["b3", "b3 sa", "b3 on"]],
  [["ABEV3.SA"], ["ambev", "am bev"]],
  [["WEGE3.SA"], ["weg"]],
  [["MGLU3.SA"], ["magalu", "magazine luiza", "magazine luisa", "luiza"]],
  [["LREN3.SA"], ["renner", "lojas renner"]],
  [["RENT3.SA"], ["localiza"]],
  [["SUZB3.SA"], ["suzano"]],
  [["KLBN11.SA"], ["klabin"]],
  [["GGBR4.SA"], ["gerdau"]],
  [["CSNA3.SA"], ["csn", "siderúrgica nacional", "companhia siderúrgica nacional"]],
  [["EMBJ3.SA"], ["embraer", "embr3"]],
  [["AXIA3.SA"], ["eletrobras", "axia", "axia energia", "elet3"]],
  [["CMIG4.SA"], ["cemig"]],
  [["VIVT3.SA"], ["vivo", "telefônica brasil", "telefônica"]],
  [["RADL3.SA"], ["raia drogasil", "drogasil", "droga raia", "rd saúde"]],
  [["PRIO3.SA"], ["prio", "petrorio", "petro rio"]],
  [
    ["NU", "ROXO34.SA"],
    ["nubank", "nu holdings", "roxinho"],
  ],
  [["ROXO34.SA"], ["nubank bdr", "bdr do nubank"]],
  [["NATU3.SA"], ["natura", "natura cosméticos", "natura &co"]],
  [["PCAR3.SA"], ["pão de açúcar", "grupo pão de açúcar", "gpa"]],
  [["MELI"], ["mercado livre", "mercado libre", "mercadolivre", "mercadolibre"]],
  [["T"], ["at&t", "att", "at and t"]],
  [["JNJ"], ["johnson & johnson", "johnson and johnson", "johnson e johnson", "j&j"]],
  [["AAPL"], ["apple", "apple inc"]],
  [["MSFT"], ["microsoft"]],
  [["GOOGL"], ["google", "alphabet"]],
  [["AMZN"], ["amazon"]],
  [["META"], ["meta", "facebook", "meta platforms"]],
  [["NVDA"], ["nvidia", "n vidia"]],
  [["TSLA"], ["tesla"]],
  [["NFLX"], ["netflix"]],
  [["AMD"], ["amd", "advanced micro devices"]],
  [["INTC"], ["intel"]],
  [["JPM"], ["jpmorgan", "jp morgan", "jpmorgan chase", "chase"]],
  [["BAC"], ["bank of america", "bofa"]],
  [["V"], ["visa"]],
  [["KO"], ["coca-cola", "coca cola", "coca", "coke"]],
  [["DIS"], ["disney", "walt disney"]],
  [["NKE"], ["nike"]],
  [["WMT"], ["walmart", "wal-mart"]],
  [["XOM"], ["exxon", "exxonmobil", "exxon mobil"]],
  [
    ["NDA-SE.ST"],
    [
      "nordea",
      "nordea bank",
      "nordea suécia",
      "nordea sweden",
      "nordea em estocolmo",
      "nordea in stockholm",
      "nordea na suécia",
      "nordea in sweden",
    ],
  ],
  [
    ["NDA-FI.HE"],
    [
      "nordea finlândia",
      "nordea finland",
      "nordea helsinki",
      "nordea helsinque",
      "nordea em helsinque",
      "nordea em helsinki",
      "nordea in helsinki",
      "nordea na finlândia",
      "nordea in finland",
    ],
  ],
  [["VOLV-B.ST", "VOLCAR-B.ST"], ["volvo"]],
  [["VOLV-B.ST"], ["volvo ab", "ab volvo", "volvo b", "volvo caminhões", "volvo trucks"]],
  [["VOLCAR-B.ST"], ["volvo cars", "volvo car", "volvo carros"]],
  [["ERIC-B.ST"], ["ericsson", "lm ericsson"]],
  [["SAND.ST"], ["sandvik"]],
  [["HM-B.ST"], ["h&m", "hennes & mauritz", "hm", "hennes"]],
  [["ATCO-A.ST"], ["atlas copco"]],
  [["INVE-B.ST"], ["investor ab", "investor"]],
  [["SEB-A.ST"], ["seb", "skandinaviska enskilda banken"]],
  [["SWED-A.ST"], ["swedbank"]],
  [["ASSA-B.ST"], ["assa abloy", "assa"]],
  [["TELIA.ST"], ["telia"]],
  [["NOKIA.HE"], ["nokia"]],
  [["NOVO-B.CO"], ["novo nordisk", "novo"]],
  [["DSV.CO"], ["dsv"]],
  [
    ["^BVSP"],
    [
      ...[
        "ibovespa",
        "ibov",
        "índice bovespa",
        "bovespa",
        "bolsa",
        "índice da bolsa",
        "mercado",
        "mercado brasileiro",
      ],
      ...[
        "bolsa brasileira",
        "bolsa do brasil",
        "bolsa de são paulo",
        "brazilian market",
        "brazilian stock market",
      ],
    ],
  ],
  [
    ["^GSPC"],
    [
      ...[
        "s&p 500",
        "s&p",
        "sp500",
        "s&p500",
        "market",
        "us market",
        "us stock market",
        "american market",
      ],
      ...["american stock market", "mercado americano", "bolsa americana", "bolsa de nova york"],
      ...["bolsa dos eua", "bolsa dos estados unidos"],
    ],
  ],
  [["^IXIC"], ["nasdaq", "nasdaq composite", "índice nasdaq"]],
  [["^DJI"], ["dow jones", "dow", "índice dow jones", "dow jones industrial average"]],
  [
    ["^OMX"],
    [
      ...[
        "omxs30",
        "omx stockholm 30",
        "omx 30",
        "bolsa sueca",
        "bolsa de estocolmo",
        "mercado sueco",
      ],
      ...["swedish market", "swedish stock market"],
    ],
  ],
];

const byAlias = new Map(
  table.flatMap(([symbols, aliases]) => aliases.map((alias) => [fold(alias), symbols] as const)),
);

const bySymbol = new Map<string, string[]>();
for (const [symbols, aliases] of table)
  for (const symbol of symbols) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), ...aliases]);

/** The symbols that a name means, as exactly that name; empty when it is not a known one. */
export const symbolsOfAlias = (name: string): readonly string[] => byAlias.get(fold(name)) ?? [];

/** What a symbol is also called. */
export const aliasesOf = (symbol: string): readonly string[] => bySymbol.get(symbol) ?? [];

/** Every alias as it is compared, with its symbols: what a misspelt name is held against. */
export const foldedAliases: ReadonlyMap<string, readonly string[]> = byAlias;
