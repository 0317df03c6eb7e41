import type { Chats } from "./chats.ts";
import type { TelegramSettings } from "./settings.ts";

/** Whether a chat is on the list of those that may; also under the number that it had before. */
export async function mayTalk(
  { settings, chats }: { settings: Pick<TelegramSettings, "allowedChats">; chats: Chats },
  chat_id: number,
): Promise<boolean> {
  const allowed = settings.allowedChats;
  if (allowed === undefined || allowed.includes(String(chat_id))) return true;
  const { moved_from } = await chats.find(chat_id);
  return moved_from !== undefined && allowed.includes(String(moved_from));
}
