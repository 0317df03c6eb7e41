import { phrasesOf } from "../../orchestrator/standing/words/phrases.ts";
import type { RequestLexicon } from "../../orchestrator/standing/words/request-lexicon.ts";
import type { Phrases } from "../../orchestrator/turn/reply/phrases.ts";
import type { ModifierLexicon } from "../../orchestrator/understanding/lexicons/modifier-lexicon.ts";

// A small Spanish: enough for a request, one that is not wanted, and one for tomorrow at nine.

export const FUNCTION_WORDS =
  "el la los las un una unos unas de del al a en con por para y o pero que se me te lo le les mi mis tu tus su sus es son no si ya muy mas como cuando donde quien este esta ese esa todo toda todos".split(
    " ",
  );
export const REQUEST_WORDS =
  "quiero quisiera necesito puedes podrias dime dame muestra favor gracias ver saber hacer".split(
    " ",
  );
export const WRITTEN_SIGNS = { letters: /[ñ¿¡]/i, ending: /(?:cion|iendo|ito|ita)$/ };
export const REQUEST_OPENINGS = [
  "quiero, quisiera, necesito, puedes, podrias, me puedes, por favor",
  "el, la, los, las",
];

export const CALENDAR = {
  months: [
    ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
    ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
  ],
  weekdays: ["domingo", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado"],
  namedDays: [
    ["hoy", 0],
    ["manana", 1],
    ["ayer", -1],
  ],
  stretches: [["semana semanas", "week", 1]],
} as const;

export const CONVENTIONS = { grouping: ".", isDayFirst: true, counts24: true, regional: "es-ES" };

/** What people say of time, from the project's folder on. */
export const TIMES = "tests/third-language/es/times.yaml";

export const MODIFIERS: ModifierLexicon = {
  plain: [],
  backgrounds: [],
  courtesy: ["por favor", "si puedes"],
  polite_openings: ["no olvides"],
  polite_questions: [],
  tags: ["verdad"],
  not_only: ["no solo"],
  but_also: ["sino tambien"],
  purposes: [],
  negators: ["(no|nunca|jamas|tampoco)"],
  negators_run_together: [],
  negating: ["(nada|deja) de"],
  retractions: ["(olvidalo|dejalo|mejor no)"],
  of_request: [],
  only_shown: [],
  interjections: ["(ah|espera)"],
  breaths: ["(ah|espera)"],
  plain_retractions: ["mejor no"],
  bare_nos: [],
  own_word: ["cuando yo diga"],
  no_ceremony: [],
  instead_only: ["(solo|sino)"],
  instead_of: [],
  staying: [],
  of_now: [],
  greetings: [],
  saying: [],
  sparing: ["pero deja"],
  without: ["sin"],
  without_thing: [],
  joints: ["(pero|y)"],
  subjects: ["(yo|tu|usted)"],
  asking: [],
  reporting: [],
  already: ["ya"],
  supposing: [],
  tellers: ["yo"],
  wishes: ["(quiero|necesito)"],
  past_endings: ["aste", "iste"],
  conditions: ["(si|cuando|a menos que)"],
  opening_conditions: [],
  embeds: ["(dime|sabes)"],
  inverts: [],
  times: ["(manana|luego|mas tarde)"],
  dates: ["el #day"],
  recurrences: ["(cada|todos los) (dia|dias|#day)"],
  recipient_prepositions: ["(a|para)"],
  owner_prepositions: ["(de|del)"],
  possessives: ["(mi|mis|tu|su)"],
  people: ["(madre|padre|jefe)"],
  group_prepositions: ["(en el|al)"],
  groups: ["grupo"],
  oneself: ["(mi|me)"],
  corrections: ["digo"],
  slips: ["(ups|perdon)"],
  slips_between: [],
  leaving: [],
  out: [],
  exceptions: ["(excepto|menos)"],
  exceptions_of_all: ["menos"],
  places_shown: ["(primera|primero|segunda|segundo|ultima|ultimo|ambas|todas|todo)"],
  universals: ["(todo|todos|todas)"],
  amounts: ["solo #n"],
  complementisers: ["(que|diciendo)"],
  text_nouns: ["(nota|mensaje)"],
  weak_borders: ["(con|de)"],
  harmless: ["(el|la|los|las|un|una|de|del|a|en|por|para)"],
  numbers: ["uno", "dos", "tres"],
  days: [...CALENDAR.weekdays],
  months: [...CALENDAR.months],
  units: ["dia", "dias", "hora", "horas"],
};

/** What is not said in Spanish yet is said as before. */
export const requestsAfter = (other: RequestLexicon): RequestLexicon => ({
  ...other,
  remind: phrasesOf("recuerdame"),
  remindJoints: phrasesOf("que, de"),
  that: phrasesOf("que"),
});
export const phrasesAfter = (other: Phrases): Phrases => ({
  ...other,
  held: () => "Está bien, no lo hago.",
});
