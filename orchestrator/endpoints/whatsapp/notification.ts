import { z } from "zod";

/** What was touched of what we sent: the id that we gave it. */
const reply = z.object({ id: z.string(), title: z.string() });

/** Source: developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples, "messages" */
export const whatsappMessage = z.object({
  id: z.string().min(1).max(256),
  from: z.string().regex(/^\d{1,20}$/),
  timestamp: z.string(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  interactive: z
    .object({ button_reply: reply.optional(), list_reply: reply.optional() })
    .optional(),
  /** What it answers; what was passed on is marked here. */
  context: z
    .object({
      id: z.string().optional(),
      forwarded: z.boolean().optional(),
      frequently_forwarded: z.boolean().optional(),
    })
    .optional(),
});

/** What became of something that we sent. */
const status = z.object({
  id: z.string(),
  status: z.string(),
  recipient_id: z.string().optional(),
  errors: z.array(z.object({ code: z.number(), title: z.string().optional() })).default([]),
});
export type WhatsappStatus = z.infer<typeof status>;

const change = z.object({
  field: z.string(),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    contacts: z
      .array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).optional() }))
      .default([]),
    messages: z.array(z.unknown()).default([]),
    statuses: z.array(z.unknown()).default([]),
  }),
});
const notification = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(z.object({ changes: z.array(z.unknown()) })).max(1000),
});

/** A message with what the person calls themselves. */
export const cameIn = z.object({ message: whatsappMessage, name: z.string() });
export type CameIn = z.infer<typeof cameIn>;

/**
 * What a notification holds for this number; of what it holds besides, and of what is like nothing that is known here,
 * nothing. Undefined: it is no notification. Pure.
 */
export function readNotification(
  value: unknown,
  phoneNumberId: string,
): { messages: CameIn[]; statuses: WhatsappStatus[] } | undefined {
  const read = notification.safeParse(value).data;
  if (read === undefined) return undefined;
  const known = read.entry
    .flatMap(({ changes }) => changes.flatMap((each) => change.safeParse(each).data ?? []))
    .filter(
      ({ field, value: { metadata } }) =>
        field === "messages" && metadata.phone_number_id === phoneNumberId,
    )
    .map((each) => each.value);
  return {
    messages: known.flatMap(({ messages, contacts }) =>
      messages.flatMap((each) => {
        const message = whatsappMessage.safeParse(each).data;
        const contact = contacts.find(({ wa_id }) => wa_id === message?.from);
        return message === undefined ? [] : [{ message, name: contact?.profile?.name ?? "" }];
      }),
    ),
    statuses: known.flatMap(({ statuses }) =>
      statuses.flatMap((each) => status.safeParse(each).data ?? []),
    ),
  };
}
