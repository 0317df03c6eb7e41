import { RegenteError } from "#shared/contracts/errors.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { SessionKey } from "./owner.ts";

/** Where something is said: a chat of the channel, as it writes it. */
export type ChatPlace = {
  address: string;
  /** A topic of a chat that has topics. */
  thread?: string | undefined;
  /** Others read there too. */
  isGroup: boolean;
};

/** The commands that every channel has, however people give them there; `link` brings a code. */
export const channelCommands = ["help", "cancel", "stop", "link"] as const;
export type ChannelCommand = (typeof channelCommands)[number];

/** What someone did in a chat, for us. */
export type ChannelMessage = {
  place: ChatPlace;
  /** Whose words these are: the question that they answer is theirs alone. At most 40 letters, digits, "_" and "-". */
  speaker: string;
  /**
   * Where the operator has another name for them, or another conversation. Absent: `NAME:SPEAKER`, and a conversation for
   * each chat: `NAME:ADDRESS`; in a group each person has their own: `NAME:ADDRESS:SPEAKER`.
   */
  who?: SessionKey | undefined;
  /** The language that their client is set to, as it writes it. */
  languageCode?: string | undefined;
  /** The time zone that it is in, as "America/Sao_Paulo". */
  timezone?: string | undefined;
} & (
  | {
      did: "say";
      /** "" says no more than our name; undefined: what people send besides words, such as a picture or a voice. */
      text: string | undefined;
      command?: ChannelCommand | undefined;
      /** What stands behind a command: the code of a link. */
      argument?: string | undefined;
      /** Of the message: what is said where others speak too refers to it. */
      ref?: string | undefined;
      /** What the chat calls itself: the person's first name, the group's title. */
      title: string;
    }
  /** The words are of someone else. */
  | { did: "pass_on"; ref?: string | undefined }
  /** Chose what was offered; `touch` names the deed itself, `ref` the message that offered it. */
  | { did: "choose"; choice: string; touch: string; ref: string }
);

/** What may be touched. */
export type Choice = {
  label: string;
  /** Comes back when it is chosen; at most 64 characters. */
  choice: string;
};

export type OutgoingFile = { name: string; media_type: string; bytes: Uint8Array };
export type OutgoingLink = { title: string; url: string };

/** What a chat is sent. */
export type OutgoingMessage = {
  text: string;
  /** True for an answer: bold, code, headings, lists and links are written as Markdown has them. */
  isMarkdown: boolean;
  files: readonly OutgoingFile[];
  /** Said under it as it stands: a file that cannot be sent. */
  notes: readonly string[];
  /** Files of elsewhere, and what the answer was found in. */
  links: readonly OutgoingLink[];
  sources: readonly OutgoingLink[];
  /** Row by row. Nothing depends on them: the text names what can be said, for channels that show fewer or none. */
  choices: readonly (readonly Choice[])[];
  /** It wants words: where others speak too, they have to be for us. */
  asks: boolean;
  /** Of the message that it answers. */
  answers: string | undefined;
  /** The reader's. */
  locale: Locale;
};

/** What a channel can do, as far as it makes a difference to what is sent. */
export type ChannelLimits = {
  labelChars: number;
  fileBytes: number;
  /** How long a message may be brought to us again, milliseconds. */
  repeatsMs: number;
  /** How long after someone spoke they may be written to, milliseconds; absent: at any time. */
  windowMs?: number;
};

/** What people are told of a channel, and how long after they spoke there they may be written to, milliseconds. */
export type ChannelFacts = { title: string; windowMs?: number | undefined };

/**
 * A channel on which people talk to us: how it brings what they do, and how they are told. Everything else (order, who
 * may do what, what a message leads to, what a crash leaves) is the same for all, and in `endpoints/channels`.
 */
export interface ChannelDriver {
  /** As schedules, links and words name it: "telegram". */
  readonly name: string;
  /** As people call it: "Telegram". */
  readonly title: string;
  /** The account that people write to, under which is kept what came: "telegram:123456789". */
  readonly account: string;
  readonly limits: ChannelLimits;
  /** What people write before a command; absent: "/". */
  readonly commandSign?: string;
  /** The chat that something came from, for the order of what it says. Pure. */
  chatOf(came: Json): string;
  /** What someone did; undefined: nothing that is for us. What it says of the chat itself is noted. Errors: StoreError */
  read(came: Json): Promise<ChannelMessage | undefined>;
  /** Whether the operator lets this chat talk to us: an address is what operators can name. */
  mayTalk(address: string): Promise<boolean>;
  /**
   * Sends one message, in as many parts as the channel needs.
   * Shape:  what the message with the choices is known by; undefined where there are none
   * Errors: NotSentError where nothing of it was sent; any other: some of it may have arrived
   */
  send(to: ChatPlace, message: OutgoingMessage): Promise<string | undefined>;
  /** Shows for some seconds that an answer is on its way. Absent: the channel cannot. */
  typing?(at: ChatPlace): Promise<void>;
  /**
   * Tells whoever touched a choice what comes of it, in a few words that no one else sees. `isAll`: no message says so as well.
   * Absent: the channel cannot; what is all is then sent as a message.
   */
  heard?(touch: string, text: string, isAll: boolean): Promise<void>;
  /** Takes the choices of a message away. Absent: what was sent stays as it is. */
  withdraw?(at: ChatPlace, ref: string): Promise<void>;
}

/** The channel refused a message, or could not be reached: nothing of it was sent. */
export class NotSentError extends RegenteError {
  override readonly name = "NotSentError";
  readonly code = "NOT_SENT";
  /** As it may stand in a log: nothing of what was sent. */
  readonly reason: string;
  readonly status: number | undefined;
  constructor(reason: string, status?: number, options?: ErrorOptions) {
    super(`Nothing was sent: ${reason}`, options);
    this.reason = reason;
    this.status = status;
  }
}

/** The chat takes nothing from us until it speaks again. */
export class ChatClosedError extends NotSentError {
  constructor(reason = "the chat does not take messages from us") {
    super(reason);
  }
}

/** How sending a text to a chat that did not ask just now ended. */
export type Posted =
  | { status: "sent" }
  | { status: "not_sent"; detail: string }
  | { status: "unknown" };
