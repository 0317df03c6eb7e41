import type { Locale } from "#shared/contracts/names.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Forms that tell what is, where no ending says it: of being and having, and of what people often say of themselves. */
export const PRESENT: Readonly<Record<Locale, ReadonlySet<string>>> = {
  "pt-BR": list(
    "e es somos sao sou estou esta estao estamos to tou tao tenho tem temos ha vou vai vamos vao vem sei sabe \
acho amo adoro odeio gosto preciso devo vejo leio assisto ouco perco fico fica vive moro sinto parece esqueco",
  ),
  en: list(
    "is am are has have 's 're 've will do does ai love loves hate hates like likes need needs keeps gets goes looks seems works feels",
  ),
};

/** Forms that tell what was, where no ending says it: all irregular pasts that are not also the form in which something is asked for. */
export const PAST: Readonly<Record<Locale, ReadonlySet<string>>> = {
  "pt-BR": list(
    "era eram fui foi fomos foram estava estavam estive esteve tinha tinham tive teve tiveram havia houve ia iam vim veio \
vieram vinha dei deu deram fiz fez fizeram vi viu viram li leu leram soube sabia pude quis pus trouxe trouxeram sai cai amei curti doeu",
  ),
  en: list(
    "was were been had did ate became began bit blew broke brought built burnt bought came caught chose crept dealt drank drew drove \
dug fed fell felt flew forgot fought found froze gave got grew heard held hid kept knew laid led left lent lost made meant met paid \
ran rang read rode rose said sang sank sat saw sent shone shook shot showed slept smelt snuck sold spent spilt spoke spoilt stank \
stole stood struck stuck swam swept swore taught thought threw told took tore understood went woke won wore wrote",
  ),
};

/** Who something is told of: a verb follows. */
export const SUBJECTS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  "pt-BR": list("eu ele ela eles elas nos gente ninguem alguem"),
  en: list("i he she it we they everyone everybody nobody someone somebody people this there who"),
};

/** Stand between such a word and its verb, or before a verb alone. */
export const BEFORE_VERBS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  "pt-BR": list("nao nunca nem ja ainda sempre quase me te se lhe mal"),
  en: list("not never always really still barely hardly finally all both even do does did"),
};

/** Words that end like a verb and are none. */
export const NO_VERBS: ReadonlySet<string> = list(
  "aqui ali dali daqui ontem anteontem homem alguem ninguem tambem porem amem jovem ordem nuvem item quem museu pneu europeu \
chapeu ultimos primos proximos maximos minimos mercado feriado sabado \
morning evening thing something nothing anything everything during spring ceiling building wedding pudding \
hundred indeed sacred naked",
);
