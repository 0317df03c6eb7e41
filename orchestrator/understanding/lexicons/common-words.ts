import { type Locale, locales } from "#shared/contracts/names.ts";

/**
 * Words that carry grammar or courtesy rather than content, folded. A sentence that has one of them
 * in excess is no stranger for it; a sentence with an unknown content word is.
 */
export const FUNCTION_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  en: "a an the this that these those some any all both each every no none other another such same \
i you he she it we they me him her us them my your his its our their mine yours ours theirs myself yourself \
is am are was were be been being do does did done doing have has had having will would shall should can could may might must \
and or but nor so if then than because while of in on at by for with about against between into through during before after \
to from up down out off over under again further here there when where why how what which who whom whose \
not 's as until since without within per via just only also too very really quite now still ever already yet even much many more most less least few \
there's one's let us ok okay well yes no please thanks thank hi hello hey like kind sort way thing things something anything everything nothing".split(
    /\s+/,
  ),
  "pt-BR":
    "o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela aqueles aquelas isto isso aquilo \
eu tu voce voces ele ela eles elas nos me te se lhe lhes mim ti si comigo contigo conosco meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas dele dela deles delas \
e ou mas nem porem entao pois porque portanto que quem qual quais quanto quanta quantos quantas quando onde como cade \
de do da dos das em no na nos nas num numa por pelo pela pelos pelas para com sem sob sobre entre ate desde apos antes depois durante ante contra ao aos perante dum duma nesse nessa neste nesta desse dessa deste desta nisso disso naquele naquela \
ser sou e es somos sao era eram foi foram sera serao seria seja sejam estar estou estamos estava estavam estao esteja ter tenho tem temos tinha tinham teve tera teria tenha haver ha havia houve \
nao sim ja ainda so somente apenas tambem muito muita muitos muitas mais menos bem mal tao tanto tanta aqui ali la ai agora sempre nunca talvez mesmo mesma mesmos mesmas outro outra outros outras todo toda todos todas tudo nada algo alguem ninguem algum alguma alguns algumas nenhum nenhuma cada qualquer ok okay \
por favor obrigado obrigada oi ola coisa coisas tipo jeito forma assim ne pode".split(/\s+/),
};

/** Words that frame a request of any kind: wanting, asking, showing, telling. */
export const REQUEST_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  en: "want wants wanted need needs needed would like love wish trying try able possible let make give get got tell say show find know see look check help \
going go come new good right much many today now currently looking wondering wonder figure ask asking question questions explain talk speak hear mean use using work works set put take keep \
really actually maybe perhaps sure".split(/\s+/),
  "pt-BR":
    "quero queria quer querem gostaria gostava preciso precisa precisava precisamos desejo poderia poderiam posso podemos consegue consigo conseguir pode podem deve devo dizer diga diz digam me diga fala falar fale mostra mostrar mostre ver veja vejo saber sei sabe saiba \
fazer faz faco faca feito fez ir vou vai vamos vem vir dar da de deu dou ajuda ajudar ajude procurar procuro procura pergunta perguntar duvida duvidas explica explicar explique entender usar uso funciona funcionar hoje agora atual novo nova bom boa certo".split(
      /\s+/,
    ),
};

/** All words of a language that say nothing about the subject. */
export const commonWordsOf = (locale: Locale): readonly string[] => [
  ...FUNCTION_WORDS[locale],
  ...REQUEST_WORDS[locale],
];

/** How a language is written, where its small words do not tell. The endings are folded. */
export const WRITTEN_SIGNS: Readonly<Record<Locale, { letters?: RegExp; ending: RegExp }>> = {
  "pt-BR": {
    letters: /[ãõçáéíóúâêôà]/i,
    ending: /(?:cao|coes|mente|inho|inha|ndo|eiro|eira|dade|agem)$/,
  },
  en: { ending: /(?:ing|tion|ness|ment|ould|ight|'s)$/ },
};

const COMMON = new Set(locales.flatMap(commonWordsOf));
const FUNCTION = new Set(locales.flatMap((locale) => FUNCTION_WORDS[locale]));

/** True for a word that says nothing about the subject. */
export const isCommonWord = (word: string): boolean => COMMON.has(word);

/** True for a word that only holds a sentence together. */
export const isFunctionWord = (word: string): boolean => FUNCTION.has(word);

const PARTICLES = new Set("a o as os da do das dos de e the of and".split(" "));

/**
 * True for a small word that names have inside: "Banco do Brasil", "the Rolling Stones". "In" and "on" are none: they
 * lead to a place or a channel as often, and what is to be done there must not count as a name.
 */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

const SMALL = locales.map((locale) => new Set(FUNCTION_WORDS[locale]));

/** True for "no", "a", "as": a word that holds sentences together in several languages. */
export const isSharedSmallWord = (word: string): boolean =>
  SMALL.filter((words) => words.has(word)).length > 1;

/** What a text may be called that is quoted next, folded. */
export const TEXT_NOUNS: ReadonlySet<string> = new Set(
  "frase mensagem texto recado aviso assim palavras seguinte message text words phrase sentence following".split(
    " ",
  ),
);

/** Words that lead to what is said, folded: "dizendo que ...". */
export const SAYING: ReadonlySet<string> = new Set(
  "dizendo falando avisando informando contando explicando lembrando confirmando diz saying telling stating says".split(
    " ",
  ),
);
