import type { Locale } from "#shared/contracts/names.ts";
import { type Control, localeOfControl, readControl, refusedControl } from "./control.ts";
import { type AfterLead, afterLead, onlyLetsGo } from "./conversation/after-lead.ts";
import { type Courtesy, readCourtesy, readNod } from "./conversation/read-courtesy.ts";
import { type Reply, readReply } from "./modifiers/read-reply.ts";
import { rememberTexts } from "./remember-texts.ts";
import { type ScheduleReading, schedulesIn } from "./schedule-reading.ts";
import { type Apart, isBrokenOff, setApart } from "./set-apart.ts";
import { normalised, type Token, tokens } from "./text.ts";

/**
 * What a text says by its words alone: it knows no session, no goal and no catalogue. Every part is read when it is first
 * asked for, and once.
 * Cost: nothing until a part is asked for; then what its reader says
 */
export class Reading {
  readonly text: string;
  readonly #known = new Map<string, unknown>();

  constructor(text: string) {
    this.text = text;
  }

  #once<V>(part: string, read: (text: string) => V): V {
    if (!this.#known.has(part)) this.#known.set(part, read(this.text));
    return this.#known.get(part) as V;
  }

  get words(): readonly Token[] {
    return this.#once("words", tokens);
  }
  /** One text for equal sentences, whatever their case, accents and punctuation. */
  get normalised(): string {
    return this.#once("normalised", normalised);
  }

  /** The whole is only shown, or crossed out. */
  get apart(): Apart | undefined {
    return this.#once("apart", setApart);
  }
  /** A word that says no stands alone in the first line. */
  get isBrokenOff(): boolean {
    return this.#once("broken off", isBrokenOff);
  }

  /** The control that the whole is. */
  get control(): Control | undefined {
    return this.#once("control", readControl);
  }
  get localeOfControl(): Locale | undefined {
    return this.#once("locale of control", localeOfControl);
  }
  /** The control that the whole refuses, or only shows. */
  refusedControl(locale: Locale): Control | undefined {
    return this.#once(`refused control ${locale}`, (text) => refusedControl(text, locale));
  }

  get courtesy(): Courtesy | undefined {
    return this.#once("courtesy", readCourtesy);
  }
  get nod(): Courtesy | undefined {
    return this.#once("nod", readNod);
  }
  /** What stands behind the words that only lead to it. */
  get afterLead(): AfterLead | undefined {
    return this.#once("after lead", afterLead);
  }
  get onlyLetsGo(): boolean {
    return this.#once("only lets go", onlyLetsGo);
  }
  /** The whole as an answer to what was asked or shown. */
  reply(locale: Locale): Reply {
    return this.#once(`reply ${locale}`, (text) => readReply(text, locale));
  }

  /** What it says to or about schedules. */
  schedules(locale: Locale): ScheduleReading {
    return schedulesIn(this.text, locale);
  }
}

/** The reading of a text, kept for the last texts: a message is looked at by many, in whole and in parts. Pure. */
export const readingOf: (text: string) => Reading = rememberTexts(100, (text) => new Reading(text));
