import {
  ChatClosedError,
  NotSentError,
  type OutgoingFile,
  type OutgoingMessage,
} from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { reasonOf } from "./channel.ts";
import type { FormattedText } from "./formatted-text.ts";
import { formattedMessage } from "./readable-text.ts";

/** How a channel sends what one of its messages can hold; each gives what the message is known by. */
export type Sending<Words> = {
  /** Of the service, as a log says it. */
  service: string;
  /** How long words may be that stand under the only file, with the choices; absent: none do. */
  captionChars?: number;
  file(file: OutgoingFile, caption: FormattedText | undefined): Promise<string>;
  /** The words in parts that a message can hold, the last one with the choices, if there are any. */
  split(text: FormattedText, hasChoices: boolean): readonly Words[];
  /** Under the last ones stand the choices. */
  words(words: Words, isLast: boolean): Promise<string>;
};

/**
 * Sends a message one part after the other: files first, then the words with the names of files that could not be sent,
 * the choices under the last of them.
 * Shape and errors: as ChannelDriver.send
 */
export async function sendInParts<Words>(
  message: OutgoingMessage,
  { service, captionChars = -1, file, split, words }: Sending<Words>,
  log: Log,
): Promise<string | undefined> {
  let sent = 0;
  const counted = async (sending: Promise<string>): Promise<string> => {
    const ref = await sending;
    sent += 1;
    return ref;
  };
  const { files } = message;
  const hasChoices = message.choices.flat().length > 0;
  const whole = formattedMessage(message);
  const caption = files.length === 1 && whole.text.length <= captionChars ? whole : undefined;
  const notes = [...message.notes];
  let last: string | undefined;
  try {
    for (const each of files)
      last = await counted(file(each, caption)).catch((error: unknown) => {
        if (error instanceof ChatClosedError) throw error;
        const why = { bytes: each.bytes.length, ...reasonOf(error) };
        log.warn(why, `a file could not be sent on ${service}`);
        notes.push(message.words.fileNotSent(each.name));
        return undefined;
      });
    const isTold = caption !== undefined && last !== undefined;
    const parts = isTold ? [] : split(formattedMessage({ ...message, notes }), hasChoices);
    for (const [at, part] of parts.entries())
      last = await counted(words(part, at === parts.length - 1));
    return hasChoices ? last : undefined;
  } catch (error) {
    // Of what came in part the rest is not tried again.
    if (error instanceof NotSentError && sent > 0 && !(error instanceof ChatClosedError))
      throw new Error(error.reason, { cause: error });
    throw error;
  }
}
