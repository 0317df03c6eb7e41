import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { deedOf } from "../../understanding/lexicons/deeds.ts";
import { isNo, readYes } from "../../understanding/read-yes.ts";

/** The open question, as far as an answer to it is read by it. */
export type Asked = Pick<PendingAction, "kind" | "options" | "question">;

/** What a message says about the open question; undefined: nothing, it is about something else. */
export type Answer =
  | { said: "option"; option: PendingOption }
  | { said: "yes" }
  | { said: "no" }
  | { said: "number_out_of_range" }
  /** Several of the options, where only one can be taken. */
  | { said: "several"; options: readonly number[] }
  | undefined;

const words = (text: string): ReadonlySet<string> => new Set(text.split("|"));
/** Said when one has no answer to give; the question is put aside as after a no. */
const UNKNOWING = words(
  "nao sei|sei la|nao lembro|nao faco ideia|tanto faz|qualquer um|qualquer uma|i don't know|i do not know|dunno|no idea|not sure|whatever|any",
);
/** Beside these: there is nothing to be done. */
const NOTHING = words(
  "nada|nada nao|deixa|deixa para la|esquece|nao precisa|nothing|never mind|forget it|leave it",
);
const PHRASE_LENGTHS = [4, 3, 2, 1];

/** "Sei lá, nada não": nothing but words that give no answer, one of them said to be none. */
function saysNothing(folded: string): boolean {
  const said = folded.split(" ");
  let isUnknown = false;
  for (let at = 0; at < said.length; ) {
    const length = PHRASE_LENGTHS.find((count) => {
      const phrase = said.slice(at, at + count).join(" ");
      return at + count <= said.length && (UNKNOWING.has(phrase) || NOTHING.has(phrase));
    });
    if (length === undefined) return false;
    isUnknown ||= UNKNOWING.has(said.slice(at, at + length).join(" ")) || said.length > 1;
    at += length;
  }
  return isUnknown;
}

/** Several at once, where one can be taken. */
const SEVERAL = words(
  "as duas|os dois|ambas|ambos|todas|todos|todas elas|todos eles|as tres|os tres|both|both of them|all|all of them|quero as duas|quero os dois|quero todas|quero todos",
);
const COURTESY =
  /(?:^| )(?:por favor|pfv|pf|por gentileza|obrigad[oa]|valeu|please|pls|thanks|thank you)(?= |$)/g;

const ORDINALS: readonly (readonly string[])[] = [
  ["primeira", "primeiro", "first", "um", "one"],
  ["segunda", "segundo", "second", "dois", "two"],
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
    "a o as os opcao numero n no na de da do quero prefiro pode ser vou com seria e escolho esse essa este esta por favor entao mesmo " +
    "the option number i want pick choose take it is please one go with then just"
  ).split(" "),
);

/** The option's place that the words name, counted from 0; "a 12ª" may lie past the end. */
function placeNamed(folded: string, count: number): number | undefined {
  const words = folded
    .replace(/[.,;:!?()]/g, " ")
    .split(" ")
    .filter(Boolean);
  // "one" is filler in "the second one" and a choice when it stands alone.
  // "No" leads in Portuguese, and refuses behind a choice: "2, no".
  if (words.length > 1 && words.at(-1) === "no") return undefined;
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
    .map(foldPhrase)
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
  const named = options.filter((option) =>
    namesOf(option).some((name) => name === bare || ` ${name} `.includes(` ${bare} `)),
  );
  if (named.length > 0) return only(named);
  // "A preferencial, petr4": words of its name in another order.
  const said = bare.split(" ");
  return only(
    options.filter((option) => {
      const own = new Set(namesOf(option).flatMap((name) => name.split(/[^\p{L}\d]+/u)));
      return said.every((word) => own.has(word));
    }),
  );
}

/**
 * Read a message as the answer to an open question, without a model.
 * Shape: "2", "2.", "a segunda", "the second one", a label or part of it, "sim", "não"
 * A `fill` question has no options; whether a text fills it is the caller's to decide.
 */
export function readAnswer(text: string, pending: Asked): Answer {
  const folded = said(text);
  const { kind, options } = pending;
  if (isNo(folded) || saysNothing(folded)) return { said: "no" };
  const [only, other] = options;
  // A lone yes picks the only thing that was offered.
  if (kind === "confirm" || (only !== undefined && other === undefined)) {
    const yes = readYes(text, `${pending.question} ${only?.label ?? ""}`);
    if (yes === "taken_back") return { said: "no" };
    if (yes === "yes")
      return only === undefined || kind === "confirm"
        ? { said: "yes" }
        : { said: "option", option: only };
  }
  if (kind === "confirm" || only === undefined) return undefined;
  const label = foldPhrase(text);
  const same = options.filter((option) => foldPhrase(option.label) === label);
  if (same.length === 1 && same[0] !== undefined) return { said: "option", option: same[0] };
  // Asked back, or only quoted: nothing is chosen.
  if (/[?"“”«»`~<>]/.test(text)) return undefined;
  const several = severalNamed(folded, options.length);
  if (several !== undefined) return { said: "several", options: several };
  const named = optionNamed(folded, options);
  if (named !== undefined) return { said: "option", option: named };
  const asked = optionAsked(folded, options);
  if (asked !== undefined) return { said: "option", option: asked };
  const place = placeNamed(folded, options.length);
  if (place === undefined) return undefined;
  const option = options[place] ?? endingIn(place + 1, options);
  return option === undefined ? { said: "number_out_of_range" } : { said: "option", option };
}

/** "A 4" of PETR3 and PETR4: a number that is no place, and the end of one name. */
function endingIn(count: number, options: readonly PendingOption[]): PendingOption | undefined {
  const endsSo = (name: string) => Number(/^\p{L}+(\d+)$/u.exec(name)?.[1]) === count;
  const found = options.filter((option) => namesOf(option).some(endsSo));
  return found.length === 1 ? found[0] : undefined;
}

/** "Save it", "lê": the one option whose label does what is asked for, and nothing else is said. */
function optionAsked(folded: string, options: readonly PendingOption[]): PendingOption | undefined {
  const said = folded.split(" ").filter((word) => !AROUND.has(word) && !ITS.has(word));
  const deed = said.length === 1 ? deedOf(said[0] ?? "") : undefined;
  if (deed === undefined) return undefined;
  const doing = options.filter(
    ({ label }) => deedOf(foldPhrase(label).split(" ")[0] ?? "") === deed,
  );
  return doing.length === 1 ? doing[0] : undefined;
}

const ITS: ReadonlySet<string> = new Set("isso isto ele ela it that this then entao me".split(" "));

/** The places of several options, from 0: "as duas", "1 e 3", "a primeira e a última". Some may lie past the end. */
function severalNamed(folded: string, count: number): number[] | undefined {
  if (SEVERAL.has(folded)) return Array.from({ length: count }, (_, at) => at);
  if (/^\d{1,2}(?: (?:(?:e|and|\+|&) )?\d{1,2})+$/.test(folded))
    return (folded.match(/\d+/g) ?? []).map((each) => Number(each) - 1);
  const parts = folded.split(/ (?:e|and) /);
  const places = parts.map((part) => placeNamed(part, count));
  const named = places.filter((place) => place !== undefined);
  return parts.length > 1 && named.length === parts.length ? named : undefined;
}

/** True for a text that says something only where a question is open: "sim", "não", "2", "a segunda". */
export function isOnlyAnswer(text: string): boolean {
  const folded = said(text);
  const place = placeNamed(folded, 1);
  return readYes(folded) === "yes" || isNo(folded) || (place !== undefined && folded.length > 0);
}

const said = (text: string): string =>
  foldPhrase(text)
    .replace(/[,;:!?]+ ?/g, " ")
    .replace(COURTESY, "")
    .trim();
