import { phraseAt, type Read, type Words, wordAt, wordsIn } from "./words.ts";

/** An ISO 4217 code. */
export type Currency = string;

/** Their names in both languages, folded, longest first where one begins another. "peso" and "coroa" alone are several. */
const NAMES: readonly (readonly [names: string, code: Currency])[] = [
  [
    "us$, usd, dolar americano, dolares americanos, us dollar, us dollars, american dollars, dolar, dolares, dollar, dollars",
    "USD",
  ],
  ["dolar canadense, dolares canadenses, canadian dollar, canadian dollars, cad", "CAD"],
  ["dolar australiano, dolares australianos, australian dollar, australian dollars, aud", "AUD"],
  ["r$, brl, reais, real, real brasileiro, brazilian real, brazilian reais", "BRL"],
  ["€, eur, euro, euros", "EUR"],
  [
    "£, gbp, libra, libras, libra esterlina, libras esterlinas, pound, pounds, pounds sterling",
    "GBP",
  ],
  ["¥, jpy, iene, ienes, yen", "JPY"],
  ["chf, franco suico, francos suicos, swiss franc, swiss francs", "CHF"],
  ["sek, coroa sueca, coroas suecas, swedish krona, swedish kronor, kronor, coroas", "SEK"],
  ["nok, coroa norueguesa, coroas norueguesas, norwegian krone, norwegian kroner", "NOK"],
  ["dkk, coroa dinamarquesa, coroas dinamarquesas, danish krone, danish kroner", "DKK"],
  ["cny, yuan, yuans, renminbi", "CNY"],
  ["inr, rupia indiana, rupias indianas, indian rupee, indian rupees", "INR"],
  ["ars, peso argentino, pesos argentinos, argentine peso, argentine pesos", "ARS"],
  ["mxn, peso mexicano, pesos mexicanos, mexican peso, mexican pesos", "MXN"],
  ["clp, peso chileno, pesos chilenos, chilean peso, chilean pesos", "CLP"],
];
const PHRASES = NAMES.flatMap(([names, code]) =>
  names.split(", ").map((name) => [name.split(" "), code] as const),
).toSorted(([a], [b]) => b.length - a.length);
const PREPOSITIONS = new Set(["em", "in", "to", "into", "para", "pra"]);

/** A currency that is named at a word. */
export function currencyAt(said: Words, at: number): Read<Currency> | undefined {
  for (const [phrase, code] of PHRASES) {
    const to = phraseAt(said, at, [phrase]);
    if (to !== undefined) return { to, value: code };
  }
  return undefined;
}

/**
 * The currency that something is wanted in, at a word of a sentence: "em dólar", "in euros". Without the preposition
 * it may be what the sentence is about.
 */
export function currencyFrom(said: Words, at: number): Read<Currency> | undefined {
  return PREPOSITIONS.has(wordAt(said, at - 1)) ? currencyAt(said, at) : undefined;
}

/** The currency that a text names, with nothing else but its preposition: "em dólar", "R$". */
export function readCurrency(text: string): Currency | undefined {
  const said = wordsIn(text);
  const from = PREPOSITIONS.has(wordAt(said, 0)) ? 1 : 0;
  const found = currencyAt(said, from);
  return found?.to === said.words.length ? found.value : undefined;
}
