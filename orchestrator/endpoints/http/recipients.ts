import {
  type LinkOffer,
  linkOffer,
  linkRequest,
  type Recipient,
  recipientRemoved,
  recipientsResponse,
  renameRequest,
  shownRecipient,
} from "#shared/contracts/recipient.ts";
import { reason } from "#shared/messages/reason.ts";
import { linkCodeDigest, makeLinkCode } from "../access/link-code.ts";
import { type EndpointContext, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readBody } from "./read-body.ts";

/** For the code to reach the person, and for them to answer. */
const CODE_LASTS_MS = 24 * 60 * 60 * 1000;
const MOST_LINKS = 500;

const shownTo =
  (user_id: string) =>
  ({ user_id: owner, address: _, ...recipient }: Recipient) => ({
    ...recipient,
    own: owner === user_id,
  });

/** Whom the user may send to: chats that were linked and have agreed. */
export function recipientRoutes({ deps, settings, botName }: EndpointDeps): Route[] {
  const { recipients } = deps.store;
  const ownerOf = (context: EndpointContext) => ({ user_id: userOf(context, settings) });
  const notFound = (id: string) => new HttpError(404, reason("recipient_not_found", { id }));

  return [
    {
      method: "GET",
      path: "/v1/recipients",
      right: "recipients:read",
      summary:
        "Chats that the caller may send to by name: their own links, and those that others share",
      answer: recipientsResponse,
      handle: async (context) => {
        const owner = ownerOf(context);
        const listed = await recipients.list(owner);
        return context.json({ recipients: listed.map(shownTo(owner.user_id)) });
      },
    },
    {
      method: "POST",
      path: "/v1/recipients",
      right: "recipients:write",
      summary: "Create a code; a chat that sends it to the bot, once and in time, is linked",
      body: linkRequest,
      answer: linkOffer,
      status: 201,
      handle: async (context) => {
        const owner = ownerOf(context);
        const { name, shared } = await readBody(context, linkRequest);
        if (shared && context.get("principal")?.mayEnter("recipients:share") === false)
          throw new HttpError(403, reason("sharing_not_allowed"), { param: "shared" });
        const self = name === undefined;
        if (self && shared)
          throw new HttpError(400, reason("own_chat_not_shared"), {
            code: "invalid_request",
            param: "shared",
          });
        if ((await recipients.list(owner)).length >= MOST_LINKS)
          throw new HttpError(409, reason("too_many_recipients", { most: MOST_LINKS }));
        const code = makeLinkCode();
        const expires_at = deps.clock.now() + CODE_LASTS_MS;
        await recipients.offer({
          ...{ ...owner, name: name ?? owner.user_id.slice(0, 64), self, shared, expires_at },
          digest: linkCodeDigest(code) ?? "",
        });
        const bot = botName?.();
        const offer: LinkOffer = {
          ...{ name: name ?? "", code, command: `/start ${code}`, expires_at },
          url: bot === undefined ? null : `https://t.me/${bot}?start=${code}`,
        };
        return context.json(offer, 201);
      },
    },
    {
      method: "POST",
      path: "/v1/recipients/:id",
      right: "recipients:write",
      summary: "Rename a linked recipient",
      body: renameRequest,
      answer: shownRecipient,
      handle: async (context) => {
        const owner = ownerOf(context);
        const id = pathPart(context, "id");
        const { name } = await readBody(context, renameRequest);
        const before = (await recipients.list(owner)).find(
          (each) => each.id === id && each.user_id === owner.user_id,
        );
        if (before === undefined) throw notFound(id);
        const renamed = { ...before, name };
        await recipients.put(renamed);
        return context.json(shownTo(owner.user_id)(renamed));
      },
    },
    {
      method: "DELETE",
      path: "/v1/recipients/:id",
      right: "recipients:write",
      summary: "Unlink a chat; nothing more is sent to it under this name",
      answer: recipientRemoved,
      handle: async (context) => {
        const id = pathPart(context, "id");
        if (!(await recipients.remove(ownerOf(context), id))) throw notFound(id);
        return context.json({ id, removed: true });
      },
    },
  ];
}
