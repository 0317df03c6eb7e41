import { type Locale, locales } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { tokens } from "./text.ts";

/** What a person says to the conversation itself, in any catalogue. */
export type Control = "cancel" | "help" | "repeat" | "undo";

/** Whole sentences, folded, courtesy taken away. */
const SENTENCES: Readonly<Record<Control, Readonly<Record<Locale, readonly string[]>>>> = {
  cancel: {
    "pt-BR": [
      "cancela",
      "cancelar",
      "cancele",
      "cancela isso",
      "cancela tudo",
      "cancela ai",
      "cancela essa",
      "pode cancelar",
      "quero cancelar",
      "deixa para la",
      "deixe para la",
      "deixa",
      "deixa isso para la",
      "esquece",
      "esqueca",
      "esquece isso",
      "esquece tudo",
      "deixa quieto",
      "desisto",
      "desisti",
      "nao quero mais",
      "nao precisa mais",
      "nao precisa",
      "para",
      "para tudo",
      "pare",
      "parar",
      "chega",
      "sair",
      "nada",
      "nada nao",
      "melhor nao",
      "aborta",
      "abortar",
      "mudei de ideia",
    ],
    en: [
      "cancel",
      "cancel it",
      "cancel that",
      "cancel this",
      "cancel everything",
      "never mind",
      "nevermind",
      "forget it",
      "forget that",
      "forget about it",
      "stop",
      "stop it",
      "stop that",
      "abort",
      "quit",
      "exit",
      "drop it",
      "leave it",
      "i changed my mind",
      "changed my mind",
      "do not do it",
      "no need",
    ],
  },
  help: {
    "pt-BR": [
      "ajuda",
      "me ajuda",
      "ajude me",
      "me ajude",
      "preciso de ajuda",
      "quero ajuda",
      "socorro",
      "ajuda ai",
      "o que voce faz",
      "o que voce sabe fazer",
      "o que voce pode fazer",
      "o que voce consegue fazer",
      "que voce faz",
      "o que voces fazem",
      "o que da para fazer",
      "o que da para fazer aqui",
      "o que eu posso fazer",
      "o que posso fazer",
      "o que posso perguntar",
      "o que eu posso perguntar",
      "o que posso pedir",
      "o que eu posso pedir",
      "o que posso te pedir",
      "o que posso te perguntar",
      "o que e isso",
      "como voce pode me ajudar",
      "como voce me ajuda",
      "no que voce pode me ajudar",
      "em que voce pode me ajudar",
      "como funciona",
      "como isso funciona",
      "como voce funciona",
      "como usar",
      "como uso isso",
      "quais sao os comandos",
      "comandos",
      "menu",
      "opcoes",
      "quais sao as opcoes",
      "para que voce serve",
      "quais comandos",
    ],
    en: [
      "help",
      "help me",
      "i need help",
      "can you help me",
      "what can you do",
      "what do you do",
      "what can you do for me",
      "what can i do",
      "what can i do here",
      "what can i ask",
      "what can i ask you",
      "what can i say",
      "what are you able to do",
      "what are my options",
      "how can you help",
      "how can you help me",
      "how does this work",
      "how do you work",
      "how do i use this",
      "how do i use you",
      "options",
      "commands",
      "list commands",
      "what commands are there",
      "show help",
      "show me what you can do",
    ],
  },
  repeat: {
    "pt-BR": [
      "repete",
      "repita",
      "repetir",
      "repete isso",
      "repete ai",
      "pode repetir",
      "voce pode repetir",
      "repete a resposta",
      "repita a resposta",
      "repete a ultima resposta",
      "fala de novo",
      "fale de novo",
      "diz de novo",
      "diga de novo",
      "de novo",
      "outra vez",
      "o que voce disse",
      "como e que e",
      "nao entendi",
      "nao entendi repete",
      "nao entendi pode repetir",
      "como",
    ],
    en: [
      "repeat",
      "repeat that",
      "repeat it",
      "repeat please",
      "can you repeat",
      "can you repeat that",
      "could you repeat that",
      "say that again",
      "say it again",
      "come again",
      "what did you say",
      "pardon",
      "again",
      "once more",
      "one more time",
    ],
  },
  undo: {
    "pt-BR": [
      "desfaz",
      "desfaca",
      "desfazer",
      "desfaz isso",
      "desfaz ai",
      "pode desfazer",
      "quero desfazer",
      "desfaz o ultimo",
      "desfaz a ultima",
      "desfaz a ultima acao",
      "volta atras",
      "volte atras",
      "reverte",
      "reverte isso",
      "reverter",
    ],
    en: [
      "undo",
      "undo it",
      "undo that",
      "undo this",
      "undo the last one",
      "undo the last action",
      "undo last",
      "revert",
      "revert that",
      "take it back",
      "take that back",
      "roll back",
      "rollback",
    ],
  },
};

type Entry = { control: Control; locale: Locale };
const CONTROLS: ReadonlyMap<string, Entry> = new Map(
  (Object.keys(SENTENCES) as Control[]).flatMap((control) =>
    locales.flatMap((locale) =>
      SENTENCES[control][locale].map(
        (sentence) => [folded(sentence), { control, locale }] as const,
      ),
    ),
  ),
);
/** The longest control sentence has fewer words; a longer text is a request. */
const MOST_WORDS = 12;
const MOST_CHARS = 120;

/**
 * The control that the whole sentence is, or undefined when it says anything more.
 * Shape: "Deixa pra lá!" gives cancel, "cancela meu pedido 12" nothing
 * Cost:  a lookup
 */
export const readControl = (text: string): Control | undefined => entryOf(text)?.control;

/** The language that a control sentence is said in; undefined for any other text. */
export const localeOfControl = (text: string): Locale | undefined => entryOf(text)?.locale;

function entryOf(text: string): Entry | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const whole = words.map(({ word }) => word).join(" ");
  const { from, to } = withoutCourtesy(words);
  return (
    CONTROLS.get(whole) ??
    CONTROLS.get(
      words
        .slice(from, to)
        .map(({ word }) => word)
        .join(" "),
    )
  );
}

function folded(sentence: string): string {
  return tokens(sentence)
    .map(({ word }) => word)
    .join(" ");
}
