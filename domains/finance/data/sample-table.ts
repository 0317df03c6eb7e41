/** The day of the table's prices. All figures are invented: real names, made-up prices. */
export const SAMPLE_PRICED_ON = "2026-10-30";
/** There are no prices before. */
export const SAMPLE_FIRST_DATE = "2025-10-30";
/** Changes every invented figure but the table's. This one has rising and falling shares in every market on that day. */
export const SAMPLE_SEED = "regente-25";

/** What the invented history of one symbol is drawn from. */
export type SampleRow = {
  symbol: string;
  name: string;
  exchange: string;
  /** The price on SAMPLE_PRICED_ON, in the market's currency. */
  price: number;
  /** A year's standard deviation of returns: 0.3 is 30 %. */
  volatility: number;
  /** How much it moves with its market's index; an index has 1. */
  beta: number;
  /** A year's expected return, before chance. */
  drift: number;
};

type Line = [
  ticker: string,
  name: string,
  price: number,
  volatility: number,
  beta: number,
  drift?: number,
];

const rows = (exchange: string, suffix: string, lines: readonly Line[]): SampleRow[] =>
  lines.map(([ticker, name, price, volatility, beta, drift = 0.08]) => ({
    symbol: `${ticker}${suffix}`,
    name,
    exchange,
    price,
    volatility,
    beta,
    drift,
  }));

export const sampleTable: readonly SampleRow[] = [
  ...rows("B3", "", [["^BVSP", "Ibovespa", 146_300, 0.17, 1, 0.12]]),
  ...rows("B3", ".SA", [
    ["PETR4", "Petrobras PN", 31.4, 0.32, 1.15],
    ["PETR3", "Petrobras ON", 33.55, 0.34, 1.2],
    ["VALE3", "Vale ON", 62.8, 0.3, 0.95],
    ["ITUB4", "Itaú Unibanco PN", 38.9, 0.22, 0.9, 0.15],
    ["ITUB3", "Itaú Unibanco ON", 34.7, 0.23, 0.88, 0.15],
    ["ITSA4", "Itaúsa PN", 11.35, 0.21, 0.85, 0.13],
    ["BBDC4", "Bradesco PN", 17.85, 0.29, 1.1],
    ["BBDC3", "Bradesco ON", 15.2, 0.3, 1.05],
    ["BBAS3", "Banco do Brasil ON", 22.1, 0.3, 1.05, -0.1],
    ["SANB11", "Santander Brasil Unit", 29.6, 0.27, 0.95],
    ["BPAC11", "BTG Pactual Unit", 47.3, 0.31, 1.25, 0.2],
    ["B3SA3", "B3 ON", 12.9, 0.33, 1.2],
    ["ABEV3", "Ambev ON", 12.05, 0.22, 0.6],
    ["WEGE3", "WEG ON", 41.7, 0.29, 0.7],
    ["MGLU3", "Magazine Luiza ON", 9.85, 0.62, 1.9, -0.15],
    ["LREN3", "Lojas Renner ON", 15.6, 0.4, 1.35],
    ["RENT3", "Localiza ON", 40.2, 0.38, 1.4],
    ["SUZB3", "Suzano ON", 49.8, 0.26, 0.45],
    ["KLBN11", "Klabin Unit", 18.4, 0.24, 0.5],
    ["GGBR4", "Gerdau PN", 18.75, 0.33, 1.0],
    ["CSNA3", "CSN ON", 8.6, 0.48, 1.4, -0.1],
    ["EMBJ3", "Embraer ON", 84.5, 0.38, 0.9, 0.3],
    ["AXIA3", "Axia Energia ON (ex-Eletrobras)", 55.1, 0.26, 0.85, 0.2],
    ["CMIG4", "Cemig PN", 11.2, 0.23, 0.7],
    ["VIVT3", "Vivo ON", 33.0, 0.21, 0.55],
    ["RADL3", "Raia Drogasil ON", 18.9, 0.31, 0.75],
    ["PRIO3", "PRIO ON", 39.4, 0.38, 1.0],
    ["USIM5", "Usiminas PNA", 5.4, 0.42, 1.2, -0.1],
    ["SBSP3", "Sabesp ON", 131.2, 0.25, 0.8, 0.2],
    ["TIMS3", "TIM ON", 23.4, 0.22, 0.55, 0.2],
    ["NATU3", "Natura ON", 9.3, 0.45, 1.3, -0.15],
    ["CSAN3", "Cosan ON", 6.15, 0.5, 1.5, -0.2],
    ["BBSE3", "BB Seguridade ON", 33.1, 0.2, 0.55],
    ["RAIL3", "Rumo ON", 16.2, 0.31, 0.95],
    ["EQTL3", "Equatorial ON", 37.6, 0.21, 0.75],
    ["HAPV3", "Hapvida ON", 34.5, 0.48, 1.35, -0.1],
    ["RDOR3", "Rede D'Or ON", 43.8, 0.3, 0.95, 0.2],
    ["TOTS3", "Totvs ON", 43.2, 0.3, 0.9],
    ["EGIE3", "Engie Brasil ON", 40.1, 0.19, 0.5],
    ["TAEE11", "Taesa Unit", 39.3, 0.17, 0.4],
    ["UGPA3", "Ultrapar ON", 21.4, 0.3, 0.9],
    ["VBBR3", "Vibra ON", 24.6, 0.31, 1.0],
    ["CPLE3", "Copel ON", 13.4, 0.2, 0.65, 0.15],
    ["HYPE3", "Hypera ON", 23.7, 0.29, 0.8],
    ["CYRE3", "Cyrela ON", 29.9, 0.38, 1.4, 0.2],
    ["JBSS32", "JBS BDR", 71.6, 0.33, 0.7],
    ["MBRF3", "MBRF ON (Marfrig e BRF)", 17.3, 0.4, 0.9],
    ["MOTV3", "Motiva ON (ex-CCR)", 15.4, 0.25, 0.9],
    ["PCAR3", "Pão de Açúcar (GPA) ON", 4.1, 0.6, 1.3, -0.2],
    ["BHIA3", "Casas Bahia ON", 3.2, 0.75, 1.9, -0.3],
    ["ROXO34", "Nubank BDR", 13.9, 0.4, 1.1, 0.2],
  ]),
  ...rows("NYSE/Nasdaq", "", [
    ["^GSPC", "S&P 500", 6840, 0.16, 1, 0.1],
    ["^IXIC", "Nasdaq Composite", 23_725, 0.2, 1.15, 0.12],
    ["^DJI", "Dow Jones", 47_560, 0.14, 0.9],
  ]),
  ...rows("Nasdaq", "", [
    ["AAPL", "Apple", 262.8, 0.28, 1.15, 0.12],
    ["MSFT", "Microsoft", 521.2, 0.24, 1.05, 0.14],
    ["GOOGL", "Alphabet (Google)", 268.4, 0.3, 1.1, 0.2],
    ["AMZN", "Amazon", 229.3, 0.32, 1.3, 0.1],
    ["META", "Meta (Facebook)", 690.5, 0.34, 1.25, 0.1],
    ["NVDA", "NVIDIA", 188.6, 0.45, 1.8, 0.3],
    ["TSLA", "Tesla", 431.9, 0.58, 1.9, 0.1],
    ["NFLX", "Netflix", 112.4, 0.34, 1.0, 0.1],
    ["AMD", "AMD", 247.7, 0.52, 1.75, 0.2],
    ["INTC", "Intel", 38.2, 0.48, 1.3],
    ["PEP", "PepsiCo", 150.1, 0.18, 0.5],
    ["COST", "Costco", 921.4, 0.22, 0.8],
    ["SBUX", "Starbucks", 84.6, 0.3, 0.95],
    ["PYPL", "PayPal", 69.2, 0.37, 1.3],
    ["ADBE", "Adobe", 340.3, 0.33, 1.15, -0.1],
    ["QCOM", "Qualcomm", 172.8, 0.36, 1.3],
    ["MELI", "Mercado Livre (MercadoLibre)", 2187.5, 0.4, 1.3, 0.2],
    ["XP", "XP Inc.", 18.4, 0.42, 1.3],
  ]),
  ...rows("NYSE", "", [
    ["JPM", "JPMorgan Chase", 305.6, 0.23, 1.0, 0.12],
    ["BAC", "Bank of America", 52.3, 0.25, 1.1],
    ["V", "Visa", 345.8, 0.2, 0.85],
    ["KO", "Coca-Cola", 69.4, 0.15, 0.4],
    ["DIS", "Disney", 112.1, 0.27, 1.1],
    ["NKE", "Nike", 67.3, 0.36, 1.15, -0.05],
    ["WMT", "Walmart", 103.9, 0.21, 0.65],
    ["XOM", "ExxonMobil", 115.7, 0.23, 0.6],
    ["NU", "Nubank (Nu Holdings)", 15.6, 0.4, 1.3, 0.2],
    ["MA", "Mastercard", 560.2, 0.2, 0.9],
    ["F", "Ford", 13.2, 0.33, 1.2],
    ["GM", "General Motors", 69.5, 0.33, 1.25, 0.2],
    ["ORCL", "Oracle", 262.6, 0.45, 1.3],
    ["IBM", "IBM", 307.4, 0.27, 0.8, 0.15],
    ["UBER", "Uber", 96.5, 0.38, 1.3],
    ["SPOT", "Spotify", 655.3, 0.38, 1.2],
    ["CRM", "Salesforce", 260.4, 0.32, 1.15],
    ["T", "AT&T", 24.9, 0.22, 0.55],
    ["JNJ", "Johnson & Johnson", 189.3, 0.16, 0.5],
    ["MCD", "McDonald's", 298.4, 0.17, 0.5],
    ["BA", "Boeing", 201.1, 0.36, 1.2],
    ["PFE", "Pfizer", 24.7, 0.23, 0.5],
    ["BRK-B", "Berkshire Hathaway", 477.5, 0.16, 0.75],
    ["SAN", "Santander (ADR)", 10.15, 0.28, 1.05, 0.2],
  ]),
  ...rows("OMX", "", [["^OMX", "OMX Stockholm 30", 2745, 0.15, 1, 0.08]]),
  ...rows("OMX", ".ST", [
    ["NDA-SE", "Nordea", 112.5, 0.2, 0.95, 0.1],
    ["VOLV-B", "Volvo", 266.4, 0.26, 1.2],
    ["VOLCAR-B", "Volvo Cars", 27.1, 0.45, 1.35, -0.1],
    ["ERIC-B", "Ericsson", 94.7, 0.3, 0.9],
    ["SAND", "Sandvik", 287.3, 0.27, 1.25],
    ["HM-B", "H&M", 178.5, 0.31, 0.95],
    ["ATCO-A", "Atlas Copco", 160.2, 0.26, 1.25],
    ["INVE-B", "Investor", 314.8, 0.19, 1.05, 0.12],
    ["SEB-A", "SEB", 184.6, 0.2, 0.95],
    ["SWED-A", "Swedbank", 290.1, 0.2, 0.9, 0.12],
    ["ASSA-B", "Assa Abloy", 358.9, 0.22, 1.0],
    ["SHB-A", "Handelsbanken", 124.3, 0.19, 0.9],
    ["TELIA", "Telia", 37.4, 0.18, 0.45],
  ]),
  ...rows("Nasdaq Helsinki", "", [["^OMXH25", "OMX Helsinki 25", 5350, 0.15, 1]]),
  ...rows("Nasdaq Helsinki", ".HE", [
    ["NDA-FI", "Nordea", 10.24, 0.2, 0.95, 0.1],
    ["NOKIA", "Nokia", 5.86, 0.32, 1.1],
  ]),
  ...rows("Nasdaq Copenhagen", "", [["^OMXC25", "OMX Copenhagen 25", 1790, 0.17, 1]]),
  ...rows("Nasdaq Copenhagen", ".CO", [
    ["NOVO-B", "Novo Nordisk", 322.6, 0.4, 1.3, -0.15],
    ["DSV", "DSV", 1372, 0.28, 1.1],
  ]),
];
