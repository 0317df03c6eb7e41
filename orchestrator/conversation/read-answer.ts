import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import { fold } from "../language/fold.ts";

/** What a message says about the open question; undefined: nothing, it is about something else. */
export type Answer =
  | { said: "option"; option: PendingOption }
  | { said: "yes" }
  | { said: "no" }
  | { said: "number_out_of_range" }
  | undefined;

const YES = new Set(
  (
    "sim|s|ss|isso|isso mesmo|claro|pode|pode ser|pode sim|confirmo|confirma|confirmado|manda ver|vai|ok|okay|beleza|blz|" +
    "certo|com certeza|yes|y|yep|yeah|sure|go ahead|do it|confirm|confirmed|please do"
  ).split("|"),
);
const NO = new Set(
  (
    "nao|n|nn|nao quero|nao precisa|negativo|melhor nao|nunca|de jeito nenhum|no|nope|nah|don't|do not|no thanks|" +
    "nao obrigado|nao obrigada"
  ).split("|"),
);

const ORDINALS: readonly (readonly string[])[] = [
  ["primeira", "primeiro", "first", "um", "uma", "one"],
  ["segunda", "segundo", "second", "dois", "duas", "two"],
  ["terceira", "terceiro", "third", "tres", "three"],
  ["quarta", "quarto", "fourth", "quatro", "four"],
  ["quinta", "quinto", "fifth", "cinco", "five"],
  ["sexta", "sexto", "sixth", "seis", "six"],
  ["setima", "setimo", "seventh", "sete", "seven"],
  ["oitava", "oitavo", "eighth", "oito", "eight"],
  ["nona", "nono", "ninth", "nove", "nine"],
  ["decima", "decimo", "tenth", "dez", "ten"],
];
const LAST = new Set(["ultima", "ultimo", "last"]);

/** Words that may stand around a choice: "quero a segunda opção, por favor", "the second one please". */
const AROUND = new Set(
  (
    "a o as os opcao numero n no na de da do quero prefiro pode ser vou com seria e escolho esse essa este esta por favor entao " +
    "the option number i want pick choose take it is please one go with"
  ).split(" "),
);

/** The option's place that the words name, counted from 0; "a 12ª" may lie past the end. */
function placeNamed(folded: string, count: number): number | undefined {
  const words = folded
    .replace(/[.,;:!?()]/g, " ")
    .split(" ")
    .filter(Boolean);
  // "one" is filler in "the second one" and a choice when it stands alone.
  const telling = words.filter((word) => !AROUND.has(word));
  const [word, ...rest] = telling.length > 0 ? telling : words.filter((each) => each === "one");
  if (word === undefined || rest.length > 0) return undefined;
  const digits = /^#?(\d{1,4})(?:st|nd|rd|th|a|o|ª|º)?$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits) - 1;
  if (LAST.has(word)) return count - 1;
  const ordinal = ORDINALS.findIndex((forms) => forms.includes(word));
  return ordinal === -1 ? undefined : ordinal;
}

/** What an option may be called by: its label, the parts of it, and the values it stands for. */
function namesOf(option: PendingOption): string[] {
  const values = Object.values(option.params ?? {}).filter((value) => typeof value === "string");
  return [option.label, ...option.label.split(/\s*[·|()–—]\s*/), ...values]
    .map(fold)
    .filter(Boolean);
}

/** The one option that the words name; several or none give undefined. */
function optionNamed(folded: string, options: readonly PendingOption[]): PendingOption | undefined {
  if (folded.length < 2) return undefined;
  const only = (found: PendingOption[]) => (found.length === 1 ? found[0] : undefined);
  const exact = options.filter((option) => namesOf(option).includes(folded));
  if (exact.length > 0) return only(exact);
  const bare = folded
    .split(" ")
    .filter((word) => !AROUND.has(word))
    .join(" ");
  if (bare.length < 2) return undefined;
  return only(
    options.filter((option) =>
      namesOf(option).some((name) => name === bare || ` ${name} `.includes(` ${bare} `)),
    ),
  );
}

/**
 * Read a message as the answer to an open question, without a model.
 * Shape: "2", "2.", "a segunda", "the second one", a label or part of it, "sim", "não"
 * A `fill` question has no options; whether a text fills it is the caller's to decide.
 */
export function readAnswer(text: string, pending: Pick<PendingAction, "kind" | "options">): Answer {
  const folded = fold(text).replace(/[,;:!?]+ ?/g, " ");
  const { kind, options } = pending;
  if (kind === "confirm") {
    if (YES.has(folded)) return { said: "yes" };
    if (NO.has(folded)) return { said: "no" };
  }
  if (NO.has(folded)) return { said: "no" };
  if (options.length === 0) return undefined;
  // A lone yes picks the only thing that was offered.
  if (options.length === 1 && options[0] !== undefined && YES.has(folded))
    return { said: "option", option: options[0] };
  const named = optionNamed(folded, options);
  if (named !== undefined) return { said: "option", option: named };
  const place = placeNamed(folded, options.length);
  if (place === undefined) return undefined;
  const option = options[place];
  return option === undefined ? { said: "number_out_of_range" } : { said: "option", option };
}
