import { isJsonObject, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { AddressedRecipient, Recipient } from "#shared/contracts/recipient.ts";
import { sayIn } from "#shared/messages/say.ts";
import { allRecipientsParams, recipientParam } from "../../catalogue/catalogue.ts";
import { recipientsNamed } from "../../planning/recipients.ts";
import type { DomainCall } from "../../ports/domain-client.ts";
import type { AddressBook } from "../../ports/recipient-store.ts";
import { asking, failed } from "../output.ts";

type Addressed = { call: DomainCall } | { output: DomainOutput };

/**
 * A call with the chats that its parameters mean. In a plan, the journal and an answer a recipient is a name or an id;
 * where the capability's params_schema says `format: recipient`, its domain gets the chat's address, found now among
 * those that the user may send to. Whatever address the parameters bring themselves is dropped; none at all is the
 * user's own chat.
 * Shape:  `output` instead of a call where no one, or more than one, is called that
 * Errors: StoreError
 */
export async function addressRecipients(
  call: DomainCall,
  schema: JsonSchema,
  book: AddressBook | undefined,
): Promise<Addressed> {
  const one = recipientParam(schema);
  const all = allRecipientsParams(schema);
  if (one === undefined && all.length === 0) return { call };
  const { intent, context } = call.request;
  const { user_id, locale } = context;
  const recipients = (await book?.list({ user_id })) ?? [];
  const own = async (): Promise<JsonObject> => {
    const chat = await book?.own({ user_id });
    if (chat === undefined) return { self: true, user_id };
    return { self: true, user_id, ...(chat === "only_user" ? { only_user: true } : chat) };
  };
  const filled = new Map<string, Json>();
  for (const name of all)
    filled.set(name, [await own(), ...recipients.map((each) => addressOf(each, user_id))]);
  if (one !== undefined) {
    const said = ownValue(intent.parameters, one);
    const wanted = isJsonObject(said) ? said : {};
    const found = chosenOf(wanted, recipients);
    const [only, ...others] = found;
    const name = String(ownValue(wanted, "name") ?? "");
    if (isOwn(wanted)) filled.set(one, await own());
    else if (only === undefined) return { output: unknown(name, locale) };
    else if (others.length > 0) return { output: ambiguous(one, name, found, locale) };
    else filled.set(one, addressOf(only, user_id));
  }
  const parameters = { ...intent.parameters, ...Object.fromEntries(filled) };
  return { call: { ...call, request: { context, intent: { ...intent, parameters } } } };
}

const isOwn = (wanted: JsonObject): boolean =>
  ownValue(wanted, "id") === undefined && ownValue(wanted, "name") === undefined;

/** By the id, where there is one: it was chosen, or pinned by a plan. */
function chosenOf(wanted: JsonObject, recipients: readonly Recipient[]): readonly Recipient[] {
  const id = ownValue(wanted, "id");
  if (id !== undefined) return recipients.filter((each) => each.id === id);
  return recipientsNamed(String(ownValue(wanted, "name") ?? ""), recipients);
}

const addressOf = ({ id, name, self, channel, address }: Recipient, user_id: string) =>
  ({ id, name, self, channel, address, user_id }) satisfies AddressedRecipient;

/** As a name is typed in a terminal: only letters, digits and blanks are left of what was said. */
export function commandWord(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} -]+/gu, " ").trim();
  return /\s/.test(plain) ? `"${plain}"` : plain;
}

/** Whom nothing was sent to, and how a chat is linked. */
export const tellUnknown = (name: string, locale: Locale): string =>
  sayIn("steps", locale)("unknown_recipient", { name, typed: commandWord(name) });

const unknown = (name: string, locale: Locale): DomainOutput =>
  failed(name === "" ? sayIn("steps", locale)("recipient_gone") : tellUnknown(name, locale), {
    ...{ code: "UNKNOWN_RECIPIENT", not_sent: true },
  });

const ambiguous = (
  param: string,
  name: string,
  found: readonly Recipient[],
  locale: Locale,
): DomainOutput => {
  const candidates = found.map(({ id, name: called, title }) => ({
    label: title === "" || title === called ? called : `${called} (${title})`,
    [param]: { id, name: called },
  }));
  const question = sayIn("steps", locale)("which_recipient", { name });
  return asking(question, { candidates }, { code: "WHICH_RECIPIENT" });
};
