import type { Locale } from "#shared/contracts/names.ts";
import { sentencesIn } from "#shared/messages/messages.ts";

/** What is said around a request, and decides whether, when and for whom it is carried out. */
export const modifiers = [
  "polarity",
  "mood",
  "condition",
  "time",
  "recurrence",
  "addressee",
  "exception",
  "withdrawal",
] as const;
export type Modifier = (typeof modifiers)[number];

/**
 * Which requests a form may be put around, so that no one can read the result as a request:
 * imperative      begins with its verb, in the imperative: "salva ...", "save ..."
 * third_person    and that imperative is also the third person: "salva", not "salve"
 * infinitive      can be said with an infinitive
 * bare            imperative, and closed
 * any             every request
 * statement       no question; the form speaks of the request itself, so that no free text takes it in
 * closed          no question, and its end is no free text that the form's words could belong to
 * sends...        and it leaves the house with a text: the form names who gets it
 * follow_up...    a read and what is to follow it; `act`: the follow-up begins with its verb
 */
const fits = [
  ...(["imperative", "third_person", "infinitive", "bare", "any", "statement", "closed"] as const),
  ...(["sends", "sends_statement", "sends_closed"] as const),
  ...(["follow_up", "act_follow_up", "sends_follow_up"] as const),
] as const;
export type Fit = (typeof fits)[number];

/** A sentence with `{request}` in it, or with `{read}` and `{follow_up}`; what it turns round, and what it may be put around. */
type Form = { modifier: Modifier; fit: Fit; form: string };

/** How requests are turned round in a language, in the file's order: nothing may be changed by any of them. */
export const formsIn = (locale: Locale): Form[] =>
  [...sentences(locale)].flatMap(([names, forms]) => {
    const [modifier, fit] = [
      modifiers.find((each) => names.startsWith(`${each}.`)),
      fits.find((each) => names.endsWith(`.${each}`)),
    ];
    return modifier === undefined || fit === undefined
      ? []
      : forms.map((form) => ({ modifier, fit, form }));
  });

/**
 * What people write down or tell, with the words of modifiers inside it: whole sentences about nothing in particular,
 * with neither a time nor a person at their edges. `plain` has none of those words.
 */
export const payloadsOf = (locale: Locale, kind: "plain" | "modified"): readonly string[] =>
  sentences(locale).get(`payloads.${kind}`) ?? [];

const sentences = (locale: Locale) => sentencesIn(locale, "safety-net");

/** What a request can begin with, if it begins with a verb. */
export type Verb = {
  /** Its infinitive, without anything before it; undefined where no one listed it. */
  infinitive?: string;
  /** The imperative that was said is the third person, too. */
  isThirdPerson: boolean;
};

/** What has to be known of a language to say which requests a form fits. All words are in lower case, with accents. */
export type RequestWords = {
  verbOf: (word: string) => Verb | undefined;
  /** After a wish or a modal the verb changes its form: "apaga", "pode apagar". */
  hasInfinitives: boolean;
  /** How a verb in the imperative may end that no one listed. */
  verbEnd: RegExp;
  /** What stands before a noun: the word before it, at the beginning, is most likely a verb. */
  determiners: ReadonlySet<string>;
  /** Pronouns that may stand before the verb. */
  clitics: ReadonlySet<string>;
  /** A request with one of these says no, or tells what was, by itself: what turns it round is anybody's guess. */
  denials: ReadonlySet<string>;
  /** "um lembrete escrito, *só uma nota*": denied, it asks for the second of the two. */
  contrasts: RegExp;
  /** First words of wishes and questions: "não quero isso: quero ..." asks for what follows. */
  wishes: ReadonlySet<string>;
  /** A clause begins; a time after it may belong to it. */
  relatives: ReadonlySet<string>;
  /** The last words of a request end in a verb, and a time after them may belong to it: "to watch". */
  endsInVerb: (words: readonly string[]) => boolean;
  /** Who asks: to whom the answer goes was said. */
  selves: ReadonlySet<string>;
  /** Free text follows them: "dizendo", "that". */
  borders: ReadonlySet<string>;
  connectives: ReadonlySet<string>;
};

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Verbs whose negation asks for what they deny are left out: "não esquece de ...", "don't stop ...". */
const REGULAR =
  "acessar acrescentar adicionar agendar ajustar alertar alterar analisar anotar anular apagar aprovar arquivar ativar \
atualizar aumentar avisar baixar bloquear botar buscar calcular cancelar chamar colocar comparar compartilhar comprar \
comunicar conectar confirmar contar copiar criar deletar descartar desapagar desativar desbloquear desligar desmarcar \
destrancar disparar editar elaborar eliminar encaminhar encomendar enviar escrever acender esvaziar favoritar fechar \
gerar gravar guardar imprimir iniciar informar instalar jogar lançar levantar liberar ligar limpar listar mandar marcar \
memorizar montar mostrar mudar notificar pagar passar pausar pegar pesquisar postar preparar procurar publicar reativar \
recolher recuperar reenviar regar registrar reiniciar rejeitar remover renomear repassar reservar responder ressuscitar \
restaurar retirar retomar salvar silenciar soltar subir tirar tocar trancar transferir transmitir trocar vender voltar \
zerar abrir emitir assinar devolver substituir excluir incluir diminuir distribuir";

/** Infinitive, third person, and what else commands. */
const IRREGULAR: readonly (readonly [string, string, string])[] = [
  ["fazer", "faz", "faça"],
  ["desfazer", "desfaz", "desfaça"],
  ["refazer", "refaz", "refaça"],
  ["pôr", "põe", "ponha"],
  ["repor", "repõe", "reponha"],
  ["trazer", "traz", "traga"],
  ["dizer", "diz", "diga"],
  ["ler", "lê", "leia"],
  ["ver", "vê", "veja"],
  ["produzir", "produz", "produza"],
  ["traduzir", "traduz", "traduza"],
  ["reverter", "reverte", "reverta"],
  ["inserir", "insere", "insira"],
  ["transferir", "transfere", "transfira"],
  ["subir", "sobe", "suba"],
];

/** "busca" and "busque": what is written of a stem before an e. */
const beforeE = (stem: string): string => {
  if (stem.endsWith("c")) return `${stem.slice(0, -1)}qu`;
  if (stem.endsWith("ç")) return `${stem.slice(0, -1)}c`;
  return stem.endsWith("g") ? `${stem}u` : stem;
};

const inPortuguese = new Map<string, Verb>();
for (const infinitive of REGULAR.split(/\s+/)) {
  const stem = infinitive.slice(0, -2);
  const third = { infinitive, isThirdPerson: true };
  const other = { infinitive, isThirdPerson: false };
  if (infinitive.endsWith("ar")) {
    inPortuguese.set(`${stem}a`, third).set(`${beforeE(stem)}e`, other);
  } else {
    const isHiatus = infinitive.endsWith("uir");
    inPortuguese.set(stem + (isHiatus ? "i" : "e"), third).set(`${stem}a`, other);
  }
}
for (const [infinitive, third, other] of IRREGULAR)
  inPortuguese
    .set(third, { infinitive, isThirdPerson: true })
    .set(other, { infinitive, isThirdPerson: false });
for (const { infinitive } of [...inPortuguese.values()])
  if (infinitive !== undefined) inPortuguese.set(infinitive, { infinitive, isThirdPerson: false });

const inEnglish = set(
  "activate add adjust alert announce append approve archive back bookmark block book bring broadcast build buy calculate \
call cancel change charge clear close compose copy create deactivate decrease delete deliver disable discard draft draw \
drop edit email empty enable erase export fetch file find forward generate get give grab increase inform insert install \
jot keep launch leave let list lock log mail make mark memorize message move mute open order pass pause pay ping \
play post prepare print produce publish purchase put queue reboot record recover remember remove rename repeat reply \
research reserve reset restart restore resume resurrect reverse revert save say schedule sell send set share shoot start \
stick store submit summarize switch take tell text throw toggle transfer translate trash turn type undelete undo unlock \
unmute update upload use wipe write analyze",
);

export const requestWords: Readonly<Record<Locale, RequestWords>> = {
  "pt-BR": {
    verbOf: (word) =>
      inPortuguese.get(word) ?? inPortuguese.get(word.replace(/-(me|se|lhe|o|a)$/, "")),
    hasInfinitives: true,
    verbEnd: /..[ae]$/u,
    determiners: set(
      "o a os as um uma uns umas esse essa esses essas este esta estes estas isso isto meu minha meus minhas todos todas tudo",
    ),
    clitics: set("me nos"),
    denials: set(
      "não nao n ñ nunca jamais nem sem menos exceto já ja ops se caso quando amanhã amanha era acidente engano esquece esqueça esqueca evita evite ignora ignore",
    ),
    contrasts: /, (?:só|so|apenas|somente) /u,
    wishes: set(
      "quero queria gostaria preciso precisava desejo vou pode podes poderia consegue conseguiria dá da tem como você vc será",
    ),
    relatives: set("que quem onde cujo"),
    endsInVerb: (words) => /.[aei]r$/u.test(words.at(-1) ?? ""),
    selves: set("me mim meu minha meus minhas comigo eu"),
    borders: set(
      "que dizendo falando avisando contando escrito diga diz texto mensagem conteúdo frase com",
    ),
    connectives: set("e ou mas"),
  },
  en: {
    verbOf: (word) =>
      inEnglish.has(word) ? { infinitive: word, isThirdPerson: false } : undefined,
    hasInfinitives: false,
    verbEnd: /..(?<!ed)$/u,
    determiners: set("the a an my our this that these those it them me us all every everything"),
    clitics: set(""),
    denials: set(
      "not no never without except but already oops if unless when tomorrow accident accidentally mistake \
forget stop avoid ignore skip don't dont didn't wasn't isn't can't won't shouldn't wouldn't doesn't longer",
    ),
    contrasts: /, (?:just|only) /u,
    wishes: set(
      "i i'd i'll i'm we could can would will may might is are do does how you let's please",
    ),
    relatives: set("that which who what where i"),
    endsInVerb: (words) => words.at(-2) === "to",
    selves: set("me my mine myself us i"),
    borders: set("that saying says say text message content words with reading"),
    connectives: set("and or but"),
  },
};
