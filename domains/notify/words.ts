import type { Locale } from "#shared/contracts/names.ts";
import type { NotSentCode } from "./telegram.ts";

/** Every reason for which a message may stay here. */
export type Reason = NotSentCode | "NO_TOKEN" | "NO_CHAT" | "NOT_YOURS" | "OUTCOME_UNKNOWN";

export type Words = {
  /** `name` is "" for who asked; `quoted` is what was said. */
  sent(name: string, quoted: string, count: { parts: number; files: number }): string;
  /** Why a message was not sent, as the end of a sentence. */
  reasons: Record<Reason, (detail: string) => string>;
  /** Here and below `name` is "" for who asked. */
  notSent(name: string, reason: string): string;
  sentPartly(name: string, sent: number, of: number, reason: string): string;
  unknown(name: string): string;
  unknownPartly(name: string, sent: number, of: number): string;
  kept: string;
  restKept: string;
  notKept: string;
  filesNotKept: string;
  emptyMessage: string;
  emptyOutbox: string;
  outbox(shown: number, total: number): string;
  /** Behind a date: to whom. */
  toName(name: string): string;
  nothingToResend: string;
  mayHaveArrived(name: string, quoted: string): string;
  sendAgain: string;
  leave: string;
  leftAsItIs: string;
  /** As a reason: the chat was linked, and is not any more. */
  notLinked(name: string): string;
  stays: string;
};

const sentence = (said: string, quoted: string, details: readonly (string | false)[]): string =>
  `${[said, ...details.filter((detail) => detail !== false)].join(", ")}: “${quoted}”.`;

const para = (name: string): string => (name === "" ? "para você" : `para ${name}`);
const to = (name: string): string => (name === "" ? "to you" : `to ${name}`);

const pt: Words = {
  sent: (name, quoted, { parts, files }) =>
    sentence(`Enviei ${para(name)} no Telegram`, quoted, [
      parts > 1 && `em ${parts} partes`,
      files > 0 && `com ${files} ${files === 1 ? "arquivo" : "arquivos"}`,
    ]),
  reasons: {
    NO_TOKEN: () => "falta TELEGRAM_BOT_TOKEN",
    NO_CHAT: () =>
      "não sei qual é o seu chat; fale com o bot no Telegram ou vincule o seu com “regente telegram link eu”",
    NOT_YOURS: () => "esse destinatário não é um dos seus",
    BAD_TOKEN: (status) =>
      `o Telegram não aceita o TELEGRAM_BOT_TOKEN (${status}); confira o token e o TELEGRAM_API_ROOT`,
    CHAT_FORBIDDEN: (words) => `o bot não pode escrever nesse chat (${words})`,
    CHAT_NOT_FOUND: () =>
      "o chat não existe para este bot; confira TELEGRAM_CHAT_ID e mande antes uma mensagem ao bot",
    RATE_LIMITED: (seconds) => `o Telegram pediu para esperar ${seconds} s, o que é tempo demais`,
    TELEGRAM_REFUSED: (words) => `o Telegram recusou a mensagem (${words})`,
    TELEGRAM_UNREACHABLE: (code) =>
      `não consegui chegar ao Telegram${code === "" ? "" : ` (${code})`}`,
    TELEGRAM_DOWN: (status) => `o Telegram está com problemas (${status}) e não confirmou o envio`,
    DEADLINE: () => "o prazo do pedido acabou",
    OUTCOME_UNKNOWN: () => "o Telegram não respondeu; pode ter sido enviada ou não",
  },
  notSent: (name, reason) => `Não enviei ${para(name)} no Telegram: ${reason}.`,
  sentPartly: (name, sent, of, reason) =>
    `Só ${sent} de ${of} partes foram enviadas ${para(name)} no Telegram: ${reason}.`,
  unknown: (name) =>
    `Não sei se a mensagem ${para(name)} chegou ao Telegram: ela saiu daqui e a resposta não veio. Pode ter sido enviada ou não; não enviei de novo para não repetir.`,
  unknownPartly: (name, sent, of) =>
    `${sent} de ${of} partes foram enviadas ${para(name)} no Telegram; da parte ${sent + 1} não sei: ela saiu daqui e a resposta não veio. Não enviei de novo para não repetir.`,
  kept: "A mensagem ficou na caixa de saída.",
  restKept: "O resto ficou na caixa de saída.",
  notKept: "Também não consegui guardar a mensagem na caixa de saída.",
  filesNotKept: "Arquivos não ficam na caixa de saída.",
  emptyMessage: "Não enviei no Telegram: a mensagem está vazia.",
  emptyOutbox: "Sua caixa de saída está vazia: nenhuma mensagem ficou sem enviar.",
  outbox: (shown, total) => {
    const head =
      total === 1
        ? "1 mensagem na caixa de saída, que não foi enviada:"
        : `${total} mensagens na caixa de saída, nenhuma delas enviada:`;
    return shown < total ? `${head.slice(0, -1)} (as ${shown} mais recentes):` : head;
  },
  toName: (name) => `, ${para(name)}`,
  nothingToResend: "Não há nenhuma mensagem na caixa de saída para reenviar.",
  mayHaveArrived: (name, quoted) =>
    `“${quoted}”, ${para(name)}, pode já ter chegado. Envio de novo?`,
  sendAgain: "Enviar de novo",
  leave: "Deixar como está",
  leftAsItIs: "Certo, não reenviei; a mensagem continua na caixa de saída.",
  notLinked: (name) => `a conversa de ${name} não está mais vinculada`,
  stays: "A mensagem continua na caixa de saída.",
};

const en: Words = {
  sent: (name, quoted, { parts, files }) =>
    sentence(`Sent ${to(name)} on Telegram`, quoted, [
      parts > 1 && `in ${parts} parts`,
      files > 0 && `with ${files} ${files === 1 ? "file" : "files"}`,
    ]),
  reasons: {
    NO_TOKEN: () => "TELEGRAM_BOT_TOKEN is missing",
    NO_CHAT: () =>
      "I do not know your chat; talk to the bot on Telegram, or link yours with “regente telegram link me”",
    NOT_YOURS: () => "this recipient is not one of yours",
    BAD_TOKEN: (status) =>
      `Telegram does not accept TELEGRAM_BOT_TOKEN (${status}); check the token and TELEGRAM_API_ROOT`,
    CHAT_FORBIDDEN: (words) => `the bot may not write to this chat (${words})`,
    CHAT_NOT_FOUND: () =>
      "the chat does not exist for this bot; check TELEGRAM_CHAT_ID and send the bot a message first",
    RATE_LIMITED: (seconds) => `Telegram asked me to wait ${seconds} s, which is too long`,
    TELEGRAM_REFUSED: (words) => `Telegram refused the message (${words})`,
    TELEGRAM_UNREACHABLE: (code) =>
      `Telegram could not be reached${code === "" ? "" : ` (${code})`}`,
    TELEGRAM_DOWN: (status) =>
      `Telegram is having problems (${status}) and did not confirm the message`,
    DEADLINE: () => "the request ran out of time",
    OUTCOME_UNKNOWN: () => "Telegram did not answer; it may or may not have been sent",
  },
  notSent: (name, reason) => `Not sent ${to(name)} on Telegram: ${reason}.`,
  sentPartly: (name, sent, of, reason) =>
    `Only ${sent} of ${of} parts were sent ${to(name)} on Telegram: ${reason}.`,
  unknown: (name) =>
    `I cannot tell whether the message ${to(name)} reached Telegram: I sent it, but got no answer. It may or may not have arrived; I did not resend it, to avoid a duplicate.`,
  unknownPartly: (name, sent, of) =>
    `${sent} of ${of} parts were sent ${to(name)} on Telegram; I cannot tell about part ${sent + 1}: I sent it, but got no answer. I did not resend it, to avoid a duplicate.`,
  kept: "The message is kept in the outbox.",
  restKept: "The rest is kept in the outbox.",
  notKept: "The message could not be kept in the outbox either.",
  filesNotKept: "Files are not kept in the outbox.",
  emptyMessage: "Not sent on Telegram: the message is empty.",
  emptyOutbox: "Your outbox is empty: no message is left unsent.",
  outbox: (shown, total) => {
    const head =
      total === 1
        ? "1 message in the outbox, which was not sent:"
        : `${total} messages in the outbox, none of them sent:`;
    return shown < total ? `${head.slice(0, -1)} (the latest ${shown}):` : head;
  },
  toName: (name) => `, ${to(name)}`,
  nothingToResend: "There is no message in the outbox to send again.",
  mayHaveArrived: (name, quoted) =>
    `“${quoted}”, ${to(name)}, may have arrived already. Send it again?`,
  sendAgain: "Send it again",
  leave: "Leave it",
  leftAsItIs: "All right, I did not send it again; the message stays in the outbox.",
  notLinked: (name) => `the chat of ${name} is no longer linked`,
  stays: "The message stays in the outbox.",
};

export const words: Record<Locale, Words> = { "pt-BR": pt, en };

/** A kept message's reason in words; its details were only for the moment it happened. */
export function reasonInWords(reason: string, locale: Locale): string {
  const known = words[locale].reasons;
  return Object.hasOwn(known, reason) ? known[reason as Reason]("").replace(" ()", "") : reason;
}
