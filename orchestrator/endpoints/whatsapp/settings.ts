/** Where Meta brings what people write, as the path of our endpoint. */
export const WHATSAPP_PATH = "/v1/whatsapp/webhook";

export type WhatsappSettings = {
  /** Of the business number, as the Cloud API names it. */
  phoneNumberId: string;
  token: string;
  /** Signs what is brought. */
  appSecret: string;
  /** What the webhook is set up with. */
  verifyToken: string;
  /** Undefined: Meta's own. */
  apiRoot: string | undefined;
  /** Numbers as people write from, digits only; undefined: everyone may talk. */
  allowedNumbers: readonly string[] | undefined;
};

export const whatsappAccount = ({ phoneNumberId }: Pick<WhatsappSettings, "phoneNumberId">) =>
  `whatsapp:${phoneNumberId}`;
