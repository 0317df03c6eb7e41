import type { Locale } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../../understanding/text.ts";

/**
 * How one language speaks about a conversation itself: what was shown, asked and done. Phrases are folded, shorthand
 * opened, and separated by "|". Another language is another such table.
 */
type SmallWords = {
  /** A bare no at the beginning: it may as well be about what follows. */
  readonly bareNo: string;
  /** Said when one has no answer to give, or leaves; the question is put aside as after a no. */
  readonly unknowing: string;
  /** Beside these: there is nothing to be done. */
  readonly nothing: string;
  /** Before what an answer is to become: "*como* nota". */
  readonly as: string;
  /** Puts an answer off. */
  readonly later: string;
  /** Several at once, where one can be taken. */
  readonly several: string;
  /** May stand around a choice: "quero a *segunda* opção, por favor", "the *second* one please". */
  readonly aroundChoice: string;
  /** Before what an option has in it: "a *que tem* o 4", "the one *ending in* 3". */
  readonly having: string;
  /** What the deed of an option is done with: "save *it*". */
  readonly itsObject: string;
  /** Courtesy beside an answer, not opened. */
  readonly politely: string;
  /** Joins two. */
  readonly and: string;
  /** The same, or adds. */
  readonly plus: string;
  readonly articles: string;
  /** At the end: "manda *também*". */
  readonly too: string;
  /** The same behind what joins an answer. */
  readonly alongside: string;
  /** Only leads on, at the end. */
  readonly leadsOut: string;
  /** Names one, and leaves nothing out: "apaga *só* a segunda". */
  readonly only: string;
  /** Beside courtesy, says nothing. */
  readonly chatter: string;
  /** Beside a word that says how good something was: "*that's* grand", "*very* nice *one*". */
  readonly besidePleased: string;
  /** What was shown, where it is to go somewhere: "*same words* to my telegram". */
  readonly theSame: string;
  /** Behind thanks, leads to what they are for: "valeu *pela* dica", "thanks *for* the tip". */
  readonly thankedFor: string;
  /** The same, where nothing leads to it: "valeu *a ajuda*". */
  readonly thankedHelp: string;
  /** Begins a refusal, and refuses nothing by itself. */
  readonly enough: string;
  /** Said by one who has just seen a mistake. */
  readonly alarms: string;
  /** To do anything with something: "não *mexe*". */
  readonly touches: string;
  /** About another time or another thing than what was done. */
  readonly further: string;
  /** Leads to what is left out, or stands for it. */
  readonly besideLeftOut: string;
  /** Who asks. */
  readonly oneself: string;
  /** Behind what leads to a person, someone else. */
  readonly others: string;
  readonly toPerson: string;
  /** Sends, and is also what is sent. */
  readonly messages: string;
  /** What is sent once more is another thing. */
  readonly sentAgain: string;
  /** "No, keep it" leaves a thing as it is, and saves nothing; these save. */
  readonly saves: string;
  /** About any of them, and about none that was shown. */
  readonly indefinite: string;
  readonly which: string;
  /** Behind an ordinal, makes it a weekday. */
  readonly weekdayEnd: string;
  /** Before a figure, makes it a place. */
  readonly numbered: string;
  /** Behind "both" and "all". */
  readonly ofThem: string;
  /** Behind a verb, before "with". */
  readonly itself: string;
  /** Another option than the one that was taken is meant: "*quis dizer* a segunda". */
  readonly instead: string;
  /** What stands before or behind this was meant: "*quis dizer* a segunda", "the first, *I meant*". */
  readonly meant: string;
  /** One more option is meant: "*e* a outra". */
  readonly besides: string;
  /** "A *outra*", "the *other one*". */
  readonly other: string;
  /** Begins to give a text: "*diz* que já cheguei". */
  readonly says: string;
  /** The same, also with nothing behind it: "*say* I am here". */
  readonly saysBare: string;
  /** May stand behind these: "diz *pra ele* que". */
  readonly saysHow: string;
  readonly saysThat: string;
  /** Between "another one" and its text. */
  readonly introduces: string;
  /** Begins why something is asked for: "apaga a nota, *que eu* já fui". */
  readonly reason: string;
  /** Who speaks. */
  readonly speaker: string;
  /** Asks for something that was deleted: "*volta* o filme", "bring it *back*". */
  readonly bringsBack: string;
};

const WORDS: Readonly<Record<Locale, SmallWords>> = {
  "pt-BR": {
    bareNo: "nao",
    unknowing:
      "nao sei|nao tenho|sei la|nao lembro|nao faco ideia|tanto faz|qualquer um|qualquer uma|volta|voltar|volta atras|quero voltar",
    nothing: "nada|nada nao|deixa|deixa para la|esquece|nao precisa",
    as: "como",
    later:
      "depois|depois eu digo|depois eu falo|depois te digo|depois eu te digo|digo depois|falo depois|mais tarde|agora nao|espera|pera|perai|" +
      "espera ai|pera ai|um momento|um minuto|um segundo|ja digo|ja te digo|ja falo|vou pensar|deixa eu pensar|ainda nao sei",
    several:
      "as duas|os dois|ambas|ambos|todas|todos|todas elas|todos eles|as tres|os tres|quero as duas|quero os dois|quero todas|quero todos",
    aroundChoice:
      "a|o|as|os|opcao|numero|n|no|na|de|da|do|quero|prefiro|pode|ser|vou|com|seria|e|escolho|esse|essa|este|esta|por|favor|entao|mesmo",
    having: "que|tem|termina|acaba|final|em|com",
    itsObject: "isso|isto|ele|ela|entao|me",
    politely: "por favor|pfv|pf|por gentileza|obrigado|obrigada|valeu",
    and: "e",
    plus: "e|mais",
    articles: "a|as|o|os",
    too: "tambem",
    alongside: "junto|tambem",
    leadsOut: "entao|agora",
    only: "so|somente|apenas",
    chatter:
      "entao|e|viu|gente|mano|cara|isso|ai|mesmo|ah|ufa|kk|kkk|kkkk|rs|rsrs|amor|querido|querida",
    theSame: "o mesmo|a mesma coisa|o mesmo texto|as mesmas palavras|mesmo texto|mesma coisa",
    besidePleased: "ficou|foi|esta|muito|e|que|isso|mesmo|demais|trabalho|voce|de|bola|realmente",
    thankedFor: "por|pelo|pela|pelos|pelas",
    thankedHelp: "a ajuda|a forca|a dica|a atencao|a paciencia|as dicas|o help|o apoio",
    enough: "chega|basta",
    alarms:
      "ops|opa|eita|ih|ihh|nossa|putz|puts|aff|vish|ai|ue|desculpa|foi mal|errei|foi engano|meu deus|caramba|poxa|nao era isso|nao era essa|nao era esse|nao era para apagar|nao era para fazer isso|estou zoando|to zoando|zoeira|brincadeira|nao nao|pera|pera ai|perai|espera|espera ai|calma",
    touches: "mexe|mexer|mexa|toca|toque|entendi",
    further: "mais|nada|novo|outra|outro|outras|outros",
    besideLeftOut:
      "mas|e|so|que|nem|sem|precisa|a|o|as|os|um|uma|no|na|em|de|do|da|me|para|isso|ela|ele|nada|tambem",
    oneself: "me|mim|meu",
    others: "ele|ela|eles|elas|voce|lhe|lhes",
    toPerson: "para",
    messages: "",
    sentAgain: "novo|outra|outro|reenvia|reenviar|reenvie",
    saves: "salva|salvar|salve|guarda|guardar|guarde",
    indefinite: "um|uma|uns|umas|algum|alguma|outro|outra|outros|outras",
    which: "qual|quais",
    weekdayEnd: "feira",
    numbered: "numero",
    ofThem: "elas|eles|isso|isto",
    itself: "isso|ela|ele",
    instead: "nao|na verdade|alias|ops|opa|desculpa|perdao|era",
    meant: "quis dizer|eu quis dizer|queria dizer|eu queria dizer|quero dizer",
    besides: "e|mas|agora|quero|queria",
    other: "outra|outro|outra opcao",
    says: "diz|diga|fala|fale|escreve|escreva|avisa|avise|conta|dizendo|falando",
    saysBare: "",
    saysHow: "assim|ai|para ele|para ela",
    saysThat: "que",
    introduces: "dizendo|que diz|com o texto",
    reason: "que|ai que|porque|por que|pois",
    speaker: "eu",
    bringsBack:
      "volta|volte|voltar|traz|traga|trazer|devolve|devolva|devolver|recupera|recupere|restaura|restaure|desapaga|ressuscita",
  },
  en: {
    bareNo: "no|nope|nah",
    unknowing:
      "i don't know|i do not know|do not know|do not have|dunno|no idea|not sure|whatever|any|back|go back|take me back",
    nothing: "nothing|never mind|forget it|leave it",
    as: "as",
    later:
      "later|i will tell you later|i'll tell you later|tell you later|not now|not yet|wait|hold on|hang on|one moment|one second|one sec|" +
      "let me think|i will think about it|i'll think about it",
    several: "both|both of them|all|all of them",
    aroundChoice: "the|option|number|i|want|pick|choose|take|it|is|please|one|go|with|then|just",
    having: "that|which|has|ends|ending|in|with",
    itsObject: "it|that|this|then",
    politely: "please|pls|thanks|thank you",
    and: "and",
    plus: "and|plus",
    articles: "the",
    too: "too|also|as well",
    alongside: "too|as well|also",
    leadsOut: "then|now",
    only: "only|just",
    chatter: "ok|okay|k|and|then|mate|right|well|ah|oh|love|dear|buddy|man|so|that is|haha|lol",
    theSame:
      "same|the same|same words|the same words|same text|the same text|same thing|the same thing",
    besidePleased:
      "that|this|it|is|was|'s|so|very|really|just|quite|how|one|work|job|stuff|absolutely|simply",
    thankedFor: "for",
    thankedHelp: "the help|your help|all the help",
    enough: "enough",
    alarms:
      "oops|whoops|sorry|oh no|oh god no|oh god|oh dear|oh crap|my bad|my mistake|damn|shoot|dang|argh|ugh|wrong one|just kidding|that was a mistake|not that one|no no|wait|oh wait|no wait|wait no|hang on|hold on",
    touches: "touch|bother|right",
    further: "else|anything|more|again|another|other|still",
    besideLeftOut: "but|and|skip|without|no|need|to|the|it|that|them|any|on|by|as|me|also",
    oneself: "me|myself",
    others: "him|her|them|you",
    toPerson: "to|for",
    messages: "message|text|telegram|ping",
    sentAgain: "again|resend|another",
    saves: "save",
    indefinite: "an|another|some",
    which: "which",
    weekdayEnd: "",
    numbered: "number",
    ofThem: "them|that|these|those|it",
    itself: "it|that",
    instead: "no|nope|actually|sorry|oops|make that|make it",
    meant: "i meant|i mean",
    besides: "and|but|now|what about|i want",
    other: "other|other one|other option",
    says: "say|tell him|tell her|tell them|write|saying",
    saysBare: "say|tell him|tell her|tell them|write|saying",
    saysHow: "",
    saysThat: "that",
    introduces: "saying|that says|with the text",
    reason: "because|cause|cos|since",
    speaker: "i",
    bringsBack: "back|restore|recover|undelete|reinstate",
  },
};

export type SmallKind = keyof SmallWords;

const listOf = (kind: SmallKind): readonly string[] =>
  Object.values(WORDS)
    .flatMap((own) => own[kind].split("|"))
    .filter((phrase) => phrase !== "");

/** The words and phrases of a kind, in all languages. */
export const smallWords = (kind: SmallKind): ReadonlySet<string> => new Set(listOf(kind));

type Phrase = readonly string[];

/** The same, each as its words; the longest first. */
export const smallPhrases = (kind: SmallKind): readonly Phrase[] =>
  listOf(kind)
    .map((phrase) => phrase.split(" "))
    .sort((a, b) => b.length - a.length);

/** Where the longest of the phrases ends that begins there; undefined: none does. */
export function endOfPhrase(
  phrases: readonly Phrase[],
  words: readonly Token[],
  at: number,
): number | undefined {
  const found = phrases.find((phrase) =>
    phrase.every((word, offset) => words[at + offset]?.word === word),
  );
  return found && at + found.length;
}

/** The text without such a phrase at its end, where something stands before it: "manda também?" gives "manda?". Pure. */
export function withoutEnd(phrases: readonly Phrase[], text: string): string {
  const words = tokens(text);
  const found = phrases.find(
    ({ length }) =>
      length < words.length && endOfPhrase(phrases, words, words.length - length) === words.length,
  );
  const before = words[words.length - (found?.length ?? 0) - 1];
  if (found === undefined || before === undefined) return text;
  return text.slice(0, before.end) + text.slice(words.at(-1)?.end);
}

/** The text without such a phrase at its beginning, where something stands behind it. Pure. */
export function withoutBegin(phrases: readonly Phrase[], text: string): string {
  const words = tokens(text);
  const next = words[endOfPhrase(phrases, words, 0) ?? 0];
  return next === undefined || next === words[0] ? text : text.slice(next.start);
}
