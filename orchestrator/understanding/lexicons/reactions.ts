import { type Locale, locales } from "#shared/contracts/names.ts";

/** What people utter before a request or by itself, and ask for nothing with. Another language is another such table. */
type Words = {
  /** Say how one feels: they need no pause behind them, "*ugh* make a note". */
  readonly sounds: string;
  /** Say how something was, or that one has made up one's mind; any of them together, "fair enough". */
  readonly judging: string;
  /** The same, pleased: by itself "*brilliant*" is a courtesy. */
  readonly pleased: string;
  /** May stand beside these: "*very* nice *one*". */
  readonly beside: string;
  /** Whom one calls: "cheers *pal*". */
  readonly calls: string;
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    sounds:
      "ah ai oi ei ihh hm hmm hum aff affs affe afe nossa eita oxe vixe vish putz puts poxa puxa caramba ufa ih ue uai eba oba opa blz beleza",
    judging:
      "bom bem boa demais ridiculo inutil pessimo horrivel ruim estranho engracado interessante verdade pronto decidi resolvi decidido fechado combinado certo enfim pena droga credo cansei",
    pleased:
      "otimo otima perfeito perfeita excelente show legal massa top maravilha maravilhoso maravilhosa bacana joia sensacional lindo linda fantastico incrivel daora irado firmeza dahora excepcional espetaculo gratissimo gratissima",
    beside: "que muito tao mesmo",
    calls:
      "guri guria gurizada pia moco moca rapaz rapaziada menino menina amor vida querido querida amigo amiga amigao miga mano mana vei velho chefe patrao patroa parceiro parca truta tio tia macho cabra rei rainha mestre doutor doutora galera pessoal povo gente turma senhor senhora o meu minha oi ei ai ah eita oxe vixe nossa caramba puxa poxa mas bah tche uai cara bicho assistente robo lindo linda filho filha fio bem anjo",
  },
  en: {
    sounds:
      "ah aah oh ooh hey yo hm hmm um uh er ugh argh agh wow whoa yay phew gosh jeez ok okay k lol haha yikes oops whoops",
    judging:
      "good fine fair enough great sound right true done decided settled agreed damn dang bummer shame whatever anyway ridiculous useless pathetic rubbish terrible awful weird odd funny interesting wicked magic legend word class fire",
    pleased:
      "grand lovely brilliant perfect excellent splendid super superb wonderful fantastic awesome amazing nice cool sweet ace mint sorted deadly smashing cracking champion dope sick lit marvellous marvelous fabulous terrific delightful bet smart stellar great",
    beside: "so very really quite too thing stuff one work job",
    calls:
      "brother bro dear love honey hun sweetie darling pal mate bud buddy dude man lad lass boss chief champ folks guys team friend my old sir madam hey yo oh gosh wow jeez goodness assistant robot fam",
  },
};

const wordsOf = (kind: keyof Words): ReadonlySet<string> =>
  new Set(locales.flatMap((locale) => WORDS[locale][kind].split(" ")));

const pleased = wordsOf("pleased");
/** In all languages. */
export const REACTIONS = {
  sounds: wordsOf("sounds"),
  judging: wordsOf("judging").union(pleased),
  pleased,
  calls: wordsOf("calls"),
};
const beside = wordsOf("beside");

/** "Ugh", "fair enough", "very nice one": nothing but how one feels about something. Pure. */
export const isReaction = (words: readonly string[]): boolean =>
  words.some((word) => REACTIONS.sounds.has(word) || REACTIONS.judging.has(word)) &&
  words.every(
    (word) => REACTIONS.sounds.has(word) || REACTIONS.judging.has(word) || beside.has(word),
  );
