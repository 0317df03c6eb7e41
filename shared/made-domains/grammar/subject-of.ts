import { z } from "zod";
import { type Locale, localizedText } from "../../contracts/names.ts";
import { isNoun, type Noun, nounIn, singular, wordsOf } from "./nouns.ts";
import { type Deed, deedOf, deeds, opening } from "./openings.ts";

/** A verb that says more than its deed: an order that is restored is not only changed. */
type Verb = {
  deed: Deed;
  /** Who names the thing alone means this as well: "order 7". */
  isLook: boolean;
  ways: Record<Locale, string>;
};

/** The words of documents, with a + where they change something; what they do; how it is said in English; how in Portuguese, with regular verbs by their stem. */
const VERBS = `
record+: add: record, log, register, note down, enter: registr*, anot*, lança, lance, lançar
close: cancel: close, finish, end: fecha, feche, fechar, encerr*, finaliz*
archive: cancel: archive, put away: arquiv*
stop end abort: cancel: stop, end, abort: para, pare, parar, encerr*, interrompe, interrompa, interromper
open+: add: open, start, create: abre, abra, abrir, cria, crie, criar, inicia, inicie, iniciar
generate produce draw: add: generate, create, make, produce, draw, draw up, issue, prepare: ger*, cri*, faz, faça, fazer, emite, emita, emitir, mont*, produz, produza, produzir, prepar*
save store bookmark: add: save, keep, store, add, put, remember, note down, write down, bookmark, record, register: salv*, guard*, adicion*, anot*, coloca, coloque, colocar, põe, ponha, bota, registr*, cadastr*, arquiv*
compare: read: compare, comparison of, put side by side: compar*, comparação de, comparativo de
restore undelete recover: add: restore, recover, bring back, get back, undelete: restaur*, recuper*, traz de volta, quero de volta
resend retry: send: resend, send again, send once more, retry: reenvi*, manda de novo, manda outra vez, tenta de novo
open download: look: open, download, show, show me, get, get me, let me see, see, see my, bring me, pull up: abre, abra, abrir, baix*, mostr*, me mostra, me dá, ver, veja, me manda, cadê, onde está
search query lookup: look: search, search for, find, find me, look for, look up, research, do a search for, google: pesquis*, procur*, busca, busque, buscar, ach*, encontr*, faz uma busca de, faz uma pesquisa de
track: look: track, follow, where is, where's, check: rastreia, rastreie, rastrear, acompanh*, localiz*, cadê, onde está
return+: change: return, give back, bring back, hand in: devolve, devolva, devolver
borrow+: change: borrow, check out, take out: pega emprestado, pegue emprestado, pegar emprestado, toma emprestado
lend+: change: lend, lend out: empresta, empreste, emprestar
rent+: change: rent, hire: aluga, alugue, alugar
renew: change: renew, extend: renov*, prorrog*
reserve+: add: reserve, book, hold: reserv*
withdraw: change: withdraw, take out: saca, saque, sacar
approve accept: change: approve, accept, ok: aprov*, aceit*
reject decline deny: change: reject, decline, deny, refuse: rejeit*, recus*, nega, negue, negar
enable activate unlock: change: enable, activate, turn on, switch on, unlock: ativ*, habilit*, liga, ligue, ligar, desbloqueia, desbloqueie, desbloquear
disable deactivate lock: change: disable, deactivate, turn off, switch off, lock: desativ*, desabilit*, desliga, desligue, desligar, bloqueia, bloqueie, bloquear
pay: send: pay, settle: paga, pague, pagar, quita, quite, quitar
refund: send: refund, give back: reembols*, estorn*, devolve, devolva, devolver
invite: send: invite: convid*
subscribe: add: subscribe, sign up: assin*, inscreve, inscreva, inscrever
unsubscribe: remove: unsubscribe, sign off: desinscreve, inscreva, inscrever, cancela a assinatura
copy duplicate clone: add: copy, duplicate, clone: copi*, duplica, duplique, duplicar, clon*
export: read: export: export*
import: add: import, bring in: import*, traz
print: send: print: imprime, imprima, imprimir
play: send: play, put on: toca, toque, tocar, põe para tocar
pause: change: pause: paus*
resume: change: resume, go on with: retom*, continu*
run execute trigger: send: run, execute, trigger: execut*, roda, rode, rodar, dispar*
verify validate confirm: read: verify, validate, confirm, check: verifica, verifique, verificar, valid*, confirm*, confere, confira, conferir
complete finish: change: complete, finish, mark as done: conclui, conclua, concluir, termin*, complet*, finaliz*
merge: change: merge, join: junta, junte, juntar, une, una, unir, mescl*
estimate: count: estimate: estim*
summarize: read: summarize, sum up: resume, resuma, resumir
recommend suggest: read: recommend, suggest: recomend*, sugere, sugira, sugerir
schedule: add: schedule, book, arrange: agend*, marca, marque, marcar
report+: add: report, tell about, notify of: relat*, inform*, registr*, comunic*, reporta, reporte, reportar
`;

/** `compar*`: an order, a wish, and the verb itself. */
const spelled = (word: string): string[] =>
  word.endsWith("*") ? ["a", "e", "ar"].map((end) => `${word.slice(0, -1)}${end}`) : [word];

const known: ReadonlyMap<string, Verb> = new Map(
  VERBS.trim()
    .split("\n")
    .flatMap((line) => {
      const [words = "", deed = "", en = "", pt = ""] = line.split(":").map((part) => part.trim());
      const list = (text: string) => text.split(",").flatMap((each) => spelled(each.trim()));
      const ways = { en: list(en).join("|"), "pt-BR": list(pt).join("|") };
      const isLook = deed === "look";
      const verb: Verb = { deed: isLook ? "read" : (deed as Deed), isLook, ways };
      return words.split(" ").map((word) => [word, verb] as const);
    }),
);

/** The verb that a word of a name is, where it is said in ways of its own: to open a ticket is not to open a file. */
const verbOf = (word: string, onlyReads: boolean): Verb | undefined =>
  (onlyReads ? undefined : known.get(`${word}+`)) ?? known.get(word);

/** Words of a name that say how, and not what. */
const HOW = new Set([
  ..."by all of the a an for with in on to and or my one many".split(" "),
  ..."v1 v2 v3 api rest json latest current bulk batch async public single me id ids uuid".split(
    " ",
  ),
]);

/** Names of HTTP methods that stand before a verb. */
const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch"]);

/** Deeds that look at things and leave them as they are. */
const LOOKING: ReadonlySet<Deed> = new Set(["read", "count", "convert"]);

/** What is done, with what, and in which words where the name has a verb that says more than its deed. */
export type Subject = { deed: Deed; noun: readonly string[]; verb?: Verb };

/**
 * The same of what may change something and begins with a verb that no one knows: `water_plant` is asked for as "water",
 * and never as something to look at. undefined: its words say what is done.
 */
export function actingSubjectOf(name: string, thing: string): Subject | undefined {
  const [first = "", ...noun] = wordsOf(name);
  const isKnown = [first, ...noun].some((word) => verbOf(word, false) ?? deedOf(word));
  if (first === "" || isKnown) return undefined;
  return {
    deed: "change",
    noun: noun.length > 0 ? noun.slice(-2) : [thing],
    verb: unknownVerb(first),
  };
}

/** What an operation that changes something is called, and what its method and its path say of it. */
type Acting = {
  name: string;
  /** Words of the path that name things, each as one of them. */
  things: ReadonlySet<string>;
  /** Its path ends with what is done with one of them: `/books/{id}/borrow`. */
  isAction: boolean;
  otherwise: Subject;
};

/** What no one does by removing something. */
const NOT_REMOVING: ReadonlySet<Deed> = new Set([...LOOKING, "add"]);

/**
 * The same of an operation that changes something. What its path names is a thing, though it may be a verb elsewhere: to
 * delete a share is not to share. A first word that no one knows is what is done: `borrowBook`.
 */
export function changingSubjectOf({ name, things, isAction, otherwise }: Acting): Subject {
  const words = withoutMethod(wordsOf(name));
  const isThing = (word: string) => things.has(singular(word));
  const fits = (word: string) => {
    const deed = verbOf(word, false)?.deed ?? deedOf(word);
    if (deed === undefined || isThing(word)) return false;
    return otherwise.deed !== "remove" || !NOT_REMOVING.has(deed);
  };
  const nounOf = (rest: readonly string[]) => {
    const noun = thingsIn(rest).slice(-2);
    return noun.length > 0 ? noun : otherwise.noun;
  };
  const at = words.findIndex(fits);
  const verb = verbOf(words[at] ?? "", false);
  const deed = verb?.deed ?? deedOf(words[at] ?? "");
  if (deed !== undefined)
    return { deed, noun: nounOf(words.toSpliced(at, 1)), ...(verb !== undefined && { verb }) };
  const [first = "", ...rest] = words;
  const isThingAlone = rest.length === 0 && !isAction;
  if (isThingAlone || isThing(first) || isNoun(first) || HOW.has(first) || deedOf(first))
    return { ...otherwise, noun: nounOf(words) };
  const verbs = unknownVerb(first, otherwise.deed);
  return { deed: verbs.deed, noun: nounOf(rest), verb: verbs };
}

/** What stands behind a method is what is done; behind a get only a look, for what else is got is a thing. */
const isMeant = (method: string, verb: Verb | undefined): boolean =>
  verb !== undefined && (method !== "get" || LOOKING.has(verb.deed));

/** `post_order` says its method; `get_search` is a search. */
function withoutMethod(words: string[]): string[] {
  const [first = "", next = ""] = words;
  const isMethod = METHODS.has(first) && (first !== "get" || isMeant(first, verbOf(next, false)));
  return isMethod && words.length > 1 ? words.slice(1) : words;
}

/** Words of a name that stand before where a thing is, or by what it is found. */
const BEFORE_PLACES = new Set(["by", "at", "in", "on", "from", "near", "within"]);

function withoutPlace(words: readonly string[]): readonly string[] {
  const place = words.findIndex((word, at) => at > 0 && BEFORE_PLACES.has(word));
  return place > 0 ? words.slice(0, place) : words;
}

const thingsIn = (words: readonly string[]): string[] =>
  saidOnce(withoutPlace(words).filter((word) => !HOW.has(word)));

/** `books.list_books` is about books. */
const saidOnce = (words: readonly string[]): string[] =>
  words.filter((word, at) => singular(word) !== singular(words[at + 1] ?? ""));

/** What is removed by a verb of its own is removed by the usual ones as well. */
const unknownVerb = (word: string, usual?: Deed): Verb => {
  const deed = usual === "remove" ? usual : "change";
  const also = (locale: Locale) => (deed === "remove" ? `|${opening(locale, deed).ways}` : "");
  const ways = { en: `${word}${also("en")}`, "pt-BR": `${word}${also("pt-BR")}` };
  return { deed, isLook: false, ways };
};

/**
 * What is done, and with what, as the name of an operation or a tool says it: `find_pets_by_status`. `onlyReads`: whatever
 * the name says, it changes nothing.
 */
export function subjectOf(
  name: string,
  otherwise: { deed: Deed; noun: readonly string[] },
  onlyReads = false,
): Subject {
  const words = wordsOf(name);
  const isVerb = (word: string) =>
    verbOf(word, onlyReads) !== undefined || deedOf(word) !== undefined;
  // `record_list`: what may be a thing is one, where another word says what is done.
  const surely = words.findIndex((word) => isVerb(word) && !isNoun(word));
  const first = surely === -1 ? words.findIndex(isVerb) : surely;
  // `get_search`: what is called for says it, and not how it is called.
  const next = words[first + 1] ?? "";
  const method = words[first] ?? "";
  const at = METHODS.has(method) && isMeant(method, verbOf(next, onlyReads)) ? first + 1 : first;
  const verb = verbOf(words[at] ?? "", onlyReads);
  const said = verb?.deed ?? deedOf(words[at] ?? "") ?? otherwise.deed;
  const deed = onlyReads && !LOOKING.has(said) ? "read" : said;
  const told = withoutPlace(words).filter(
    (word, place) => place !== at && place !== first && !HOW.has(word),
  );
  const noun = saidOnce(told).slice(-2);
  return {
    deed,
    noun: noun.length > 0 ? noun : otherwise.noun,
    ...(verb !== undefined && { verb }),
  };
}

/** What the templates of a goal are made from: short enough to read, and to correct by hand. Alternatives have a | between. */
export const said = z.strictObject({
  does: z.enum(deeds).describe("How requests begin: those that read, add, remove, ..."),
  ways: localizedText.optional().describe("The verbs, where they are others than those."),
  looks: z
    .boolean()
    .optional()
    .describe("Who names the thing alone means this as well; as reads do."),
  thing: localizedText.describe("One of it: client, customer."),
  things: localizedText.describe("Several of it, in the same order."),
  carrier: localizedText.optional().describe("What carries a message: telegram."),
  number: z
    .enum(["any", "one", "many", "many_or_one"])
    .default("any")
    .describe("Whether people ask for one of it or for several."),
});
export type Said = z.infer<typeof said>;

type About = Subject & {
  /** Nothing else of the service ends with the same word. */
  isOnlyOne: boolean;
  /** A value has to be given. */
  needsValue: boolean;
};

const both = (tell: (locale: Locale) => string) => ({ "pt-BR": tell("pt-BR"), en: tell("en") });

/** How requests for a subject are made. */
export function saidOf({ deed, verb, noun, isOnlyOne, needsValue }: About): Said {
  // "stock price" is called "price" as well, where nothing else of the service is called so.
  const called = noun.length > 1 && isOnlyOne ? [noun, noun.slice(-1)] : [noun];
  const nouns = (locale: Locale) => called.map((words) => nounIn(words, locale));
  const carrier = (locale: Locale) => nounIn(noun, locale).kind ?? "";
  return {
    does: deed,
    ...(verb !== undefined && { ways: verb.ways, ...(verb.isLook && { looks: true }) }),
    thing: both((locale) => joined(nouns(locale).map(({ one }) => one))),
    things: both((locale) => joined(nouns(locale).map(({ many }) => many))),
    ...(deed === "send" && carrier("en") !== "" && { carrier: both(carrier) }),
    number: numberOf({ deed, noun, isOnlyOne, needsValue }),
  };
}

/** Where the service has "list orders" and "get an order by its number", each is said in its own number. */
function numberOf({ deed, noun, isOnlyOne, needsValue }: Omit<About, "verb">): Said["number"] {
  if (isOnlyOne || deed !== "read") return "any";
  if (!needsValue) return "many";
  const last = noun.at(-1) ?? "";
  return singular(last) === last ? "one" : "many_or_one";
}

const joined = (texts: readonly string[]): string => texts.join(" | ");
const parted = (text: string | undefined): string[] =>
  (text ?? "").split("|").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));

/** The verbs that it names itself, in one language. */
export const ownWays = ({ ways }: Said, locale: Locale): string[] => parted(ways?.[locale]);

/** What a goal is about, in one language. Empty where it has no words for it. */
export const nounsOf = ({ thing, things }: Said, locale: Locale): Noun[] =>
  parted(thing[locale]).map((one, at) => ({ one, many: parted(things[locale])[at] ?? one }));

/** The forms of a noun that people use. */
export const formsOf = ({ number }: Said, { one, many }: Noun): string[] =>
  ({ any: [one, many], one: [one], many: [many], many_or_one: [many, one] })[number];
