import type { Locale } from "#shared/contracts/names.ts";

/** How one language names what was shown. Words are folded, shorthand opened. */
type ReferenceWords = {
  /** By place, from the first. */
  readonly ordinals: readonly (readonly string[])[];
  /** The same of several: "as *primeiras* três", "the *top* three". */
  readonly firsts: readonly string[];
  readonly last: readonly string[];
  readonly lasts: readonly string[];
  readonly lastButOne: readonly string[];
  /** Stand before a place: "a" segunda. */
  readonly articles: readonly string[];
  /** The same, and belong to the word before them: "da" segunda. They stay. */
  readonly contracted: readonly string[];
  /** One, two, three, ... in words. */
  readonly counts: readonly (readonly string[])[];
  readonly both: readonly string[];
  readonly all: readonly string[];
  /** One thing, or the whole answer: "isso", "that". */
  readonly that: readonly string[];
  /** Several things: "elas", "them". */
  readonly they: readonly string[];
  /** Of them, belonging to the word before: "dela". */
  readonly ofThat: readonly string[];
  /** The same of several: "delas". */
  readonly ofThey: readonly string[];
  /** The same, before what belongs to it: "its" risk. */
  readonly whose: readonly string[];
  /** What a whole answer is called behind "that": "essa comparação", "that list". */
  readonly answers: readonly string[];
  /** The same, by themselves: "the comparison". */
  readonly wholes: readonly string[];
  /** Nothing by themselves behind a place: "the second *one*". */
  readonly nouns: readonly string[];
  /** What may go on behind a name for something shown; any other word makes it part of something else. */
  readonly after: readonly string[];
  /** Begin a text of the user's own, in which nothing is named. */
  readonly ownText: readonly string[];
  readonly and: readonly string[];
  /** Joins two where they are compared: "a primeira *com* a última". */
  readonly with: readonly string[];
  /** Around a word of a thing's label: "a *do* óleo", "the plumber *one*". */
  readonly labelled: {
    readonly of: readonly string[];
    readonly nouns: readonly string[];
    /** Behind such a noun: "the one *about* the stamps". */
    readonly about: readonly string[];
  };
};

const list = (text: string): readonly string[] => text.split(" ");
const lists = (text: string): readonly (readonly string[])[] => text.split("|").map(list);

const pt: ReferenceWords = {
  ordinals: lists(
    "primeira primeiro|segunda segundo|terceira terceiro|quarta quarto|quinta quinto|sexta sexto|setima setimo|oitava oitavo|nona nono|decima decimo",
  ),
  firsts: list("primeiras primeiros"),
  last: list("ultima ultimo"),
  lasts: list("ultimas ultimos"),
  lastButOne: list("penultima penultimo"),
  articles: list("a o as os essa esse essas esses aquela aquele"),
  contracted: list("da do das dos pela pelo dessa desse"),
  counts: lists("um|dois duas|tres|quatro|cinco|seis|sete|oito|nove|dez"),
  both: list("ambas ambos"),
  all: list("todas todos tudo"),
  that: list("isso isto essa esse ela ele"),
  they: list("elas eles"),
  ofThat: list("dela dele disso desse dessa"),
  ofThey: list("delas deles desses dessas destas destes"),
  whose: [],
  answers: list(
    "resposta comparacao lista informacao info mensagem texto resultado tabela cotacao resumo aviso status",
  ),
  wholes: list("comparacao resultado resposta tabela"),
  nouns: list("item itens opcao acao acoes numero resultado resultados link links"),
  after: list(
    "no na nos nas num numa como em para por pelo pela com e tambem entao mesmo ja agora ai junto de aqui hoje logo so me mim ou contra por favor agora tambem obrigado obrigada valeu pfv lado dai dali fora",
  ),
  ownText: list("que dizendo texto"),
  and: list("e"),
  with: list("com contra versus vs ou"),
  labelled: { of: list("do da de dos das sobre com"), nouns: [], about: [] },
};

const en: ReferenceWords = {
  ordinals: lists(
    "first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th",
  ),
  firsts: list("top"),
  last: list("last"),
  lasts: [],
  lastButOne: list("penultimate"),
  articles: list("the that those these this number"),
  contracted: [],
  counts: lists("one|two|three|four|five|six|seven|eight|nine|ten"),
  both: list("both"),
  all: list("all everything"),
  that: list("that this it"),
  they: list("them those these they"),
  ofThat: [],
  ofThey: [],
  whose: list("its their"),
  answers: list(
    "answer comparison list info information message text result table quote summary reply status",
  ),
  wholes: list("comparison result results answer table"),
  nouns: list("one ones item items option stock stocks number result results link links"),
  after: list(
    "on in to as by with and please too also then now again into vs versus or against from of for me thanks here today please side next off out away",
  ),
  ownText: list("saying text"),
  and: list("and"),
  with: list("with to against versus vs or"),
  labelled: { of: [], nouns: list("one"), about: list("about with on for called named from") },
};

/** The same by language. */
export const REFERENCE_WORDS_OF: Readonly<Record<Locale, ReferenceWords>> = { "pt-BR": pt, en };

/** How what was shown is named, a language after the other. */
export const REFERENCE_WORDS: readonly ReferenceWords[] = Object.values(REFERENCE_WORDS_OF);
/** The place that a word says, from 0: "segunda", "dois". */
export function placeOf(word: string): number | undefined {
  const places = REFERENCE_WORDS.flatMap(({ ordinals, counts }) => [
    ordinals.findIndex((forms) => forms.includes(word)),
    counts.findIndex(([form]) => form === word),
  ]);
  return places.find((place) => place >= 0);
}

export const isLastPlace = (word: string): boolean =>
  REFERENCE_WORDS.some(({ last }) => last.includes(word));
export type { ReferenceWords };
