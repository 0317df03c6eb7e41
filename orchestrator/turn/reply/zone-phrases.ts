import type { Locale } from "#shared/contracts/names.ts";
import type { ZoneFrom } from "../../engine/circumstances.ts";

/** What is said of a user's time zone, and of the clock; `time` is now, there. */
type ZonePhrases = {
  readonly set: (zone: string, time: string) => string;
  readonly isClients: (zone: string) => string;
  readonly is: (zone: string, from: ZoneFrom, time: string) => string;
  readonly unknown: (place: string) => string;
  readonly forgotten: (zone: string) => string;
  readonly now: (time: string, zone: string) => string;
};

const WORDS: Readonly<Record<Locale, ZonePhrases>> = {
  "pt-BR": {
    set: (zone, time) =>
      `Certo, seu fuso agora é ${zone}, onde agora é ${time}. O que já está agendado fica nos horários combinados.`,
    isClients: (zone) => `Aqui continua valendo o fuso que este aplicativo informa: ${zone}.`,
    is: (zone, from, time) =>
      `Seu fuso é ${zone} (${{ client: "informado por este aplicativo", user: "escolhido por você", installation: "o deste servidor" }[from]}); agora é ${time}. “meu fuso é ...” muda.`,
    unknown: (place) =>
      `Não conheço o fuso “${place}”, então não mudei nada. Diga uma cidade ou um nome como “Europe/Lisbon”.`,
    forgotten: (zone) => `Certo, esqueci. Agora vale ${zone}.`,
    now: (time, zone) => `Agora é ${time} (${zone}).`,
  },
  en: {
    set: (zone, time) =>
      `All right, your time zone is now ${zone}, where it is ${time}. Existing schedules keep their times.`,
    isClients: (zone) => `This client's own time zone still applies: ${zone}.`,
    is: (zone, from, time) =>
      `Your time zone is ${zone} (${{ client: "sent by this client", user: "chosen by you", installation: "this server's" }[from]}); it is ${time}. “my time zone is ...” changes it.`,
    unknown: (place) =>
      `I do not know the time zone “${place}”, so I changed nothing. Say a city, or a name like “Europe/Lisbon”.`,
    forgotten: (zone) => `All right, forgotten. ${zone} applies now.`,
    now: (time, zone) => `It is ${time} (${zone}).`,
  },
};

export const zonePhrases = (locale: Locale): ZonePhrases => WORDS[locale];
