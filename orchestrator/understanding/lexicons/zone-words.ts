import type { Locale } from "#shared/contracts/names.ts";

type ZoneWords = {
  /** Whole sentences, folded; `#place` is the name of a place or a zone. */
  readonly sets: readonly string[];
  readonly asks: readonly string[];
  readonly forgets: readonly string[];
  /** Sentences that ask for the time of day. */
  readonly asks_time: readonly string[];
  /** What stands beside a place in the names of zones. */
  readonly beside: readonly string[];
  /** What zones are called that neither their own names nor the calendar data of the system say. */
  readonly called: Readonly<Record<string, string>>;
};

/** How people speak of their time zone. */
export const ZONE_WORDS: Readonly<Record<Locale, ZoneWords>> = {
  "pt-BR": {
    sets: [
      "[o] meu fuso [horario] (e|agora e|passa a ser) [o] [de|da|do] #place",
      "(usa|use|usar|adota|considera) [o|meu] (fuso|fuso horario|horario) [de|da|do] #place",
      "(muda|mude|troca|troque|ajusta) [o] [meu] fuso [horario] para [o|a|o de] #place",
      "[eu] (estou|to|moro) no (fuso|fuso horario|horario) [de|da|do] #place",
    ],
    asks: [
      "qual [e] [o] [meu] fuso [horario]",
      "(que|qual|em que|em qual) fuso [horario] (voce usa|voce esta usando|eu estou|estou|uso|e o meu)",
      "mostra [o] meu fuso [horario]",
    ],
    forgets: ["(esquece|apaga|tira|remove) [o] meu fuso [horario]"],
    asks_time: [
      "(que horas sao|que hora e|que horas|que horas sao agora|que hora e agora|me diz as horas|me diga as horas|me fala as horas|me diz que horas sao|que horas tem|qual a hora|qual e a hora|que horas sao ai|tem horas|sabe que horas sao|voce sabe que horas sao|hora certa)",
      "(que dia e hoje|hoje e que dia|que dia e|qual a data de hoje|qual e a data de hoje|que data e hoje)",
    ],
    beside: ["horario", "padrao", "fuso", "de", "da", "do"],
    called: {
      brasilia: "America/Sao_Paulo",
      brasil: "America/Sao_Paulo",
      "rio de janeiro": "America/Sao_Paulo",
      "belo horizonte": "America/Sao_Paulo",
      curitiba: "America/Sao_Paulo",
      "porto alegre": "America/Sao_Paulo",
      salvador: "America/Bahia",
      "nova york": "America/New_York",
      "nova iorque": "America/New_York",
      londres: "Europe/London",
      lisboa: "Europe/Lisbon",
      roma: "Europe/Rome",
      berlim: "Europe/Berlin",
      madri: "Europe/Madrid",
      toquio: "Asia/Tokyo",
      xangai: "Asia/Shanghai",
      pequim: "Asia/Shanghai",
      utc: "UTC",
      gmt: "UTC",
    },
  },
  en: {
    sets: [
      "my (time zone|timezone) is [now] [the] [one of|that of] #place [time]",
      "(use|switch to|change to|go by|show) [the] #place (time|time zone|timezone)",
      "(use|set|switch to|change to) [the|my] (time zone|timezone) [of|to] #place",
      "(set|change|switch) my (time zone|timezone) to #place [time]",
      "(i am|i m|i 'm|we are) (on|in) #place (time|time zone|timezone)",
    ],
    asks: [
      "(what is|what 's|what s|which is|show) [my|the] (time zone|timezone)",
      "(what|which) (time zone|timezone) (am i in|am i on|do you use|are you using|is mine|do i have|do i use)",
    ],
    forgets: ["(forget|clear|remove|unset) my (time zone|timezone)"],
    asks_time: [
      "(what time is it|what time is it now|what is the time|what 's the time|what s the time|tell me the time|do you know what time it is|do you have the time|current time|time now|what time do you have|what is the time now)",
      "(what day is it|what day is it today|what day is today|what is today s date|what is today 's date|what 's today 's date|what is the date|what is the date today|what 's the date|today s date|today 's date)",
    ],
    beside: ["time", "standard", "the"],
    called: {
      eastern: "America/New_York",
      central: "America/Chicago",
      mountain: "America/Denver",
      pacific: "America/Los_Angeles",
      "san francisco": "America/Los_Angeles",
      boston: "America/New_York",
      washington: "America/New_York",
      miami: "America/New_York",
      seattle: "America/Los_Angeles",
      brasilia: "America/Sao_Paulo",
      brazil: "America/Sao_Paulo",
      "rio de janeiro": "America/Sao_Paulo",
      beijing: "Asia/Shanghai",
      mumbai: "Asia/Kolkata",
      delhi: "Asia/Kolkata",
      kolkata: "Asia/Kolkata",
      utc: "UTC",
      gmt: "UTC",
    },
  },
};
