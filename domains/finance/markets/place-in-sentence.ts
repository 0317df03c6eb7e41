import { locales } from "#shared/contracts/names.ts";
import { fold, wordsOf } from "#shared/plain-text/fold.ts";
import { findMarket } from "./find-market.ts";

/** A sentence is looked at this far. */
const MAX_CHARS = 1000;
/** "Bósnia e Herzegovina" is three words, "Emirados Árabes Unidos" too. */
const MOST_WORDS = 4;

/** Places that are no country, and what people say of one: "a bolsa de Tóquio", "o mercado alemão". */
const others = `Tóquio, Tokyo, Londres, London, Inglaterra, England, Escócia, Scotland, UK, Britain, Frankfurt, Paris, Xangai, Shanghai,
  Hong Kong, Pequim, Beijing, Lisboa, Lisbon, Madri, Madrid, Milão, Milan, Zurique, Zurich, Oslo, Helsinque, Helsinki,
  Copenhague, Copenhagen, Toronto, Sydney, Mumbai, Seul, Seoul, Coreia, Korea, Europa, Europe, Ásia, Asia, África, Africa,
  Oceania, América Latina, Latin America, Emirados, Emirates, japonês, japonesa, japonesas, japanese, alemão, alemã, alemãs,
  german, chinês, chinesa, chinesas, chinese, inglês, inglesa, inglesas, english, britânico, britânica, britânicas, british,
  francês, francesa, francesas, french, italiano, italiana, italianas, italian, espanhol, espanhola, espanholas, spanish,
  português, portuguesa, portuguesas, portuguese, argentino, argentinas, argentinian, mexicano, mexicana, mexicanas, mexican,
  canadense, canadenses, canadian, chileno, chilena, chilenas, chilean, indiano, indiana, indianas, indian, coreano, coreana,
  coreanas, korean, suíço, suíça, suíças, swiss, europeu, europeia, europeias, european, asiático, asiática, asiáticas, asian,
  dinamarquês, dinamarquesa, danish, norueguês, norueguesa, norwegian, finlandês, finlandesa, finnish, holandês, holandesa,
  dutch, australiano, australiana, australian, russo, russa, russas, russian, Nikkei, DAX, FTSE, CAC 40, Euronext`;

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Every country in both languages, as ICU names them. Cost: some 10 ms, once */
function countries(): string[] {
  const codes = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
  return locales.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    return codes.flatMap((code) => names.of(code) ?? []);
  });
}

let known: ReadonlySet<string> | undefined;
const places = (): ReadonlySet<string> => {
  known ??= new Set(
    [...countries(), ...others.split(",")]
      .map((name) => wordsOf(name).join(" "))
      .filter((name) => findMarket(name) === undefined),
  );
  return known;
};

/**
 * A country, city or region that the sentence names and whose movers are not known, as it was said; undefined for none.
 * Shape: "maiores altas do Japão" gives "Japão", "maiores altas do Brasil" undefined
 */
export function unknownPlaceIn(sentence: string): string | undefined {
  const said = sentence.slice(0, MAX_CHARS).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const [at] of said.entries())
    for (let count = MOST_WORDS; count >= 1; count -= 1) {
      const words = said.slice(at, at + count);
      if (words.length === count && places().has(words.map(fold).join(" "))) return words.join(" ");
    }
  return undefined;
}
