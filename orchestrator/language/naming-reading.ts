import { isName, namingWords, withoutOnly, withoutReason } from "./conversation/naming.ts";
import {
  labelledIn,
  type Named,
  type Reference,
  readNamed,
  readPlace,
  readReference,
} from "./conversation/read-reference.ts";
import { zoneNamed } from "./read-zone.ts";
import { textReadBy } from "./text-reading.ts";

const READERS = {
  /** Words that may name something: neither small ones nor deeds. */
  words: namingWords,
  /** The whole is a place of a list, with or without its article. */
  place: readPlace,
  /** Where something may be called by words of its label. */
  labelled: labelledIn,
  isName,
  /** The time zone of the place that it names. */
  zone: zoneNamed,
};

/** How a text names things. */
export class NamingReading extends textReadBy(READERS, {}) {
  /** What it names of the things that were shown, which have these nouns; `only`: what the one thing is called. */
  pointer(nouns?: ReadonlySet<string>, only?: ReadonlySet<string>): Reference | undefined {
    return readReference(this.text, nouns, only);
  }
  /** The same, where its words may go on. */
  named(nouns?: ReadonlySet<string>): Named | undefined {
    return readNamed(this.text, nouns);
  }
  /** What stands before a name, without what only singles it out, and behind it, without a reason. */
  around({ start, end }: { start: number; end: number }): { before: string; behind: string } {
    const { text } = this;
    return { before: withoutOnly(text.slice(0, start)), behind: withoutReason(text.slice(end)) };
  }
}
