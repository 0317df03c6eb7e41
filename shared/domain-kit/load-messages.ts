import { existsSync, readFileSync } from "node:fs";
import { type Locale, locales, otherLocales } from "../contracts/names.ts";
import { filled, readMessages } from "../messages/messages.ts";
import type { SayOf, ValueNames } from "../messages/say.ts";

export type { SayOf as Say } from "../messages/say.ts";

const ELSE: Locale = "en";

/**
 * What a domain says: `{locale}.yaml` of a folder, a message under a code. `{name}` in it is a value, and `one` and `other`
 * under a code are its forms by the value `count`. What a language does not have is said in English, else in another one.
 * Shape:  `loadMessages(new URL("./messages/", import.meta.url))(call.locale)("found", { title })`
 * Errors: Error naming file and line; what is returned throws RangeError for a code or a value that is not there
 * Cost:   reads synchronously
 */
export function loadMessages<All extends ValueNames = ValueNames>(
  folder: URL,
): (locale: Locale) => SayOf<All> {
  const messages = new Map(locales.flatMap((locale) => [...messagesIn(folder, locale)]));
  return (locale) =>
    (code, ...[values = {}]) => {
      const spoken = [locale, ELSE, ...otherLocales(locale)].find((each) =>
        messages.has(`${each}.${code}`),
      );
      const message = spoken && messages.get(`${spoken}.${code}`);
      const said = spoken && message && filled(spoken, message, values);
      if (said === undefined)
        throw new RangeError(`${folder.pathname} has no message "${code}" with just these values`);
      return said;
    };
}

function messagesIn(folder: URL, locale: Locale) {
  const file = new URL(`${locale}.yaml`, folder);
  return existsSync(file) ? readMessages(`${locale}.yaml`, readFileSync(file, "utf8")) : [];
}
