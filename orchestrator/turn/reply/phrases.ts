import type { DoubtReason } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { messageIn, messagesOf, namesIn } from "#shared/messages/messages.ts";
import type { MessageValues } from "#shared/messages/reason.ts";

type Replies = MessageValues["replies"];
type Values<Code extends keyof Replies> = Readonly<Record<keyof Replies[Code], string | number>>;
/** The codes of messages without values, as code names them. */
type Plain = {
  [Code in keyof Replies]: keyof Replies[Code] extends never ? Camel<Code> : never;
}[keyof Replies];
type Camel<Code> = Code extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Code;

const SURFACE = "replies.";
const CODES = [...messagesOf("en", "replies")].flatMap(([key, message]) =>
  namesIn(message).length === 0 ? [key.slice(SURFACE.length)] : [],
);
const camel = ([first = "", ...rest]: readonly string[]): string =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");

/** Why something is held, by the message that says so. */
const HELD: Readonly<Record<DoubtReason, Extract<keyof Replies, `held.${string}`>>> = {
  negated: "held.refused",
  asked_about: "held.no_request",
  reported: "held.no_request",
  supposed: "held.no_request",
  conditional: "held.conditional",
  deferred: "held.deferred",
  recurring: "held.recurring",
  addressed: "held.addressed",
  ambiguous_scope: "held.ambiguous_scope",
  corrected: "held.strange",
  excepted: "held.strange",
  limited: "held.strange",
  unread: "held.strange",
  compound: "held.strange",
  strange: "held.strange",
  spelling: "held.strange",
};

function phrasesIn(locale: Locale) {
  const said = (code: string, values = {}): string =>
    messageIn(locale, SURFACE + code, values) ?? code;
  const say = <Code extends keyof Replies>(code: Code, values: Values<Code>) => said(code, values);
  const plain = Object.fromEntries(
    CODES.map((code) => [camel(code.split("_")), said(code)]),
  ) as Readonly<Record<Plain, string>>;
  return {
    ...plain,
    putAside: (question: string) => say("put_aside", { question }),
    confirm: (what: string) => say("confirm", { what }),
    /** null: how many cannot be told. */
    hits: (count: number | null) => (count === null ? plain.hitsUnknown : say("hits", { count })),
    andMore: (count: number) => say("and_more", { count }),
    fromOutside: (param: string, sources: string) => say("from_outside", { param, sources }),
    wanted: (goal: string) => say("wanted", { goal }),
    helpMore: (count: number) => say("help_more", { count }),
    whichValue: (entity: string) => say("which_value", { entity }),
    notAnOption: (count: number) => say("not_an_option", { count }),
    moreOptions: (count: number) => say("more_options", { count }),
    /** To whom something would go; "" is who asks. The second is a sentence. */
    toWhom: (name: string) => (name === "" ? plain.toYou : say("to_whom", { name })),
    goesTo: (name: string) => (name === "" ? plain.goesToYou : say("goes_to", { name })),
    onlyShown: (name: string) => say("only_shown", { name }),
    /** The scopes are "" where none are known. */
    forbidden: (what: string, scopes: string) =>
      say("forbidden", { what, scopes: scopes && ` (${scopes})` }),
    afterEffect: (run: string) =>
      run === "" ? plain.afterEffect : say("after_effect_of_run", { run }),
    /** "" where the words of the message mean nothing alone. */
    interrupted: (text: string) =>
      text === "" ? plain.interruptedAnswer : say("interrupted", { text }),
    onceMore: (told: string) => say("once_more", { said: told }),
    asked: (told: string) => say("asked", { said: told }),
    /** What was changed in this conversation, a line each; "": nothing. */
    done: (told: string) => (told === "" ? plain.nothingDone : `${plain.done}\n${told}`),
    alreadyDone: (told: string) => say("already_done", { told }),
    doneForGood: (told: string) => say("done_for_good", { told }),
    putRight: (told: string, values: string) => `${say("put_right", { told })}\n${values}`,
    alsoWith: (told: string, values: string) => `${say("also_with", { told })}\n${values}`,
    unread: (count: number, nearest: string) => say("unread", { count, said: nearest }),
    staysOpen: (question: string) => say("stays_open", { question }),
    shownOnly: (count: number) => (count === 0 ? plain.showedNone : say("showed", { count })),
    held: (reason: DoubtReason, words: string) => said(HELD[reason], { words }),
    /** Of a user's time zone; `time` is now, there. */
    zone: {
      set: (zone: string, time: string) => say("zone.set", { zone, time }),
      isClients: (zone: string) => say("zone.is_clients", { zone }),
      is: (zone: string, from: "client" | "user" | "installation", time: string) =>
        say(`zone.${from}`, { zone, time }),
      unknown: (place: string) => say("zone.unknown", { place }),
      forgotten: (zone: string) => say("zone.forgotten", { zone }),
      now: (time: string, zone: string) => say("zone.now", { time, zone }),
    },
  };
}

export type Phrases = ReturnType<typeof phrasesIn>;

const PHRASES: Readonly<Record<Locale, Phrases>> = {
  "pt-BR": phrasesIn("pt-BR"),
  en: phrasesIn("en"),
};

/** The core's sentences in one language; why a step failed is in engine/failures.ts, schedules have standing/say.ts. */
export const phrases = (locale: Locale): Phrases => PHRASES[locale];
