import { afterAll, beforeAll, expect, it } from "vitest";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { until } from "./system.ts";
import { startUp, type UpSystem } from "./up-system.ts";

const TOKEN = "123456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0";
/** One person each, so that no conversation sees what another has made. */
const CHATS = { "pt-BR": 52, en: 53 } as const;

let system: UpSystem;
let telegram: FakeTelegram;
const env = () => ({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url });
beforeAll(async () => {
  telegram = await startFakeTelegram({ token: TOKEN, chats: [...Object.values(CHATS)] });
  system = await startUp(env());
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

it("where no terminal is looked at, the start says its address in words as well", () =>
  until(
    "it is announced",
    async () => system.output().includes(`✓ O Regente está pronto em ${system.url}\n`),
    system.output,
  ));

type Language = keyof typeof CHATS;
/** Says one text after another, and gives what was answered to each. */
type Speak = (language: Language, texts: readonly string[]) => Promise<string[]>;

const overHttp: Speak = async (language, texts) => {
  const answers: string[] = [];
  for (const input_text of texts) {
    const said = { input_text, session_id: `http-${language}`, follows_ticks: true };
    const { body } = await system.post("/v1/turns", said);
    answers.push(turnResponse.parse(body).answer);
  }
  return answers;
};

const overTelegram: Speak = async (language, texts) => {
  const id = CHATS[language];
  const answers: string[] = [];
  for (const text of texts) {
    const before = telegram.messages.length;
    await telegram.say(text, { from: { id, first_name: "Bia", language_code: language } });
    const told = await telegram.until(() =>
      telegram.messages.slice(before).find(({ chat_id }) => chat_id === id),
    );
    answers.push(told.text);
  }
  return answers;
};

const inTerminal: Speak = async (language, texts) => {
  const { out } = await runRegente(
    ["chat", "--json", "--session", `terminal-${language}`, "--url", system.url],
    { input: texts.map((text) => `${text}\n`).join("") },
  );
  return out
    .trim()
    .split("\n")
    .map((line) => turnResponse.parse(JSON.parse(line)).answer);
};

/** Every verb, in the order in which a person might say them: what is said, and what the answer says. */
const CONVERSATIONS: Readonly<Record<Language, readonly (readonly [string, RegExp])[]>> = {
  "pt-BR": [
    ["todo dia útil às 9 me lembra de bater o ponto", /Combinado.*Próximas vezes/s],
    ["o que está agendado?", /bater o ponto/],
    ["quando é o próximo?", /bater o ponto.*09:00/s],
    ["pausa isso até segunda", /Pausei até .*bater o ponto/s],
    ["retoma", /Retomei: “bater o ponto”/],
    ["muda pra 10h30", /Mudei “bater o ponto”.*10:30/],
    ["inclui o sábado também", /Mudei “bater o ponto”.*sábado/],
    ["adia 10 minutos", /Adiei “bater o ponto”/],
    ["por que não disparou ontem?", /bater o ponto/],
    ["cancela isso", /Cancelei: “bater o ponto”/],
    ["desfaz", /“bater o ponto” está como antes/],
    ["desfaz", /Cancelo de novo “bater o ponto”\?/],
    ["sim", /Cancelei: “bater o ponto”/],
    ["o que está agendado?", /Não há nada agendado/],
  ],
  en: [
    ["remind me every weekday at 9am to clock in", /Scheduled.*Next times/s],
    ["what is scheduled?", /clock in/],
    ["when is the next one?", /clock in.*09:00/s],
    ["pause it until monday", /Paused until .*clock in/s],
    ["resume", /Resumed: “clock in”/],
    ["change it to 10:30am", /Changed “clock in”.*10:30/],
    ["add saturday too", /Changed “clock in”.*Saturday/],
    ["snooze 10 minutes", /I postponed “clock in” to/],
    ["why did it not fire yesterday?", /clock in/],
    ["cancel it", /Cancelled: “clock in”/],
    ["undo", /“clock in” is as it was before/],
    ["undo", /Should I cancel “clock in” again\?/],
    ["yes", /Cancelled: “clock in”/],
    ["what is scheduled?", /Nothing is scheduled/],
  ],
};

const CHANNELS = { HTTP: overHttp, Telegram: overTelegram, "the terminal": inTerminal };
const table = Object.entries(CHANNELS).flatMap(([channel, speak]) =>
  (["pt-BR", "en"] as const).map((language) => [channel, language, speak] as const),
);

it.each(table)(
  "over %s a standing request is made, listed, shown, paused, resumed, changed, put off, explained, cancelled and brought back (%s)",
  async (_channel, language, speak) => {
    const conversation = CONVERSATIONS[language];
    const answers = await speak(
      language,
      conversation.map(([text]) => text),
    );
    for (const [at, [text, expected]] of conversation.entries())
      expect(answers[at], text).toMatch(expected);
  },
  180_000,
);

const RINGS: Readonly<Record<Language, string>> = {
  "pt-BR": "Lembrete: tirar o bolo",
  en: "Reminder: take the cake out",
};
/** It has reached its person: in the chat, or in the list of what was told. */
async function rang(language: Language, speak: Speak): Promise<void> {
  const text = RINGS[language];
  if (speak === overTelegram) {
    const isIt = ({ chat_id, text: told }: FakeTelegram["messages"][number]) =>
      chat_id === CHATS[language] && told.includes(text);
    await telegram.until(() => telegram.messages.find(isIt));
    return;
  }
  await until(text, async () => {
    const found = await fetch(`${system.url}/v1/schedules/ticks`);
    const { ticks } = ticksPage.parse(await found.json());
    const session = `${speak === overHttp ? "http" : "terminal"}-${language}`;
    return ticks.some((tick) => tick.text.includes(text) && tick.tell.session_id === session);
  });
}

/** A reminder rings and is put off, and is done; a watch is changed, and asked about. */
const SECOND: Readonly<Record<Language, readonly (readonly (readonly [string, RegExp])[])[]>> = {
  "pt-BR": [
    [["me lembra em 1 segundo de tirar o bolo", /Combinado: “tirar o bolo”/]],
    [
      ["adia 10 minutos", /Adiei “tirar o bolo”/],
      ["desfaz", /“tirar o bolo”/],
      ["ok, tirei", /Certo, marquei “tirar o bolo” como feito/],
      ["me avisa quando a PETR4 passar de 9000", /aviso quando PETR4 passar de 9\.000/],
      ["troca pela vale", /Mudei “vale”: passar de 9\.000/],
      ["muda pra 8000", /Mudei “vale”: passar de 8\.000/],
      ["por que não disparou?", /ainda não aconteceu/],
      ["o da vale ainda tá de pé?", /vale/],
      ["cancela tudo que está agendado", /Cancelei: “vale”/],
      ["o da vale ainda tá de pé?", /foi cancelado/],
    ],
  ],
  en: [
    [["remind me in 1 second to take the cake out", /Scheduled: “take the cake out”/]],
    [
      ["snooze 10 minutes", /I postponed “take the cake out” to/],
      ["undo", /“take the cake out”/],
      ["thanks, done", /All right: “take the cake out” is done/],
      ["tell me when apple goes above 9000", /tell you when apple goes above 9,000/],
      ["swap apple for tesla", /Changed “tesla”: goes above 9,000/],
      ["make it 8000", /Changed “tesla”: goes above 8,000/],
      ["why did it not fire?", /has not happened yet/],
      ["is the tesla one still on?", /tesla/],
      ["cancel everything that is scheduled", /Cancelled: “tesla”/],
      ["is the tesla one still on?", /was cancelled/],
    ],
  ],
};

it.each(table)(
  "over %s what rang is put off and done, and a watch is changed, asked about and cancelled (%s)",
  async (channel, language, speak) => {
    for (const [phase, part] of SECOND[language].entries()) {
      const answers = await speak(
        language,
        part.map(([text]) => text),
      );
      for (const [at, [text, expected]] of part.entries())
        expect(answers[at], `${channel}: ${text}`).toMatch(expected);
      if (phase === 0) await rang(language, speak);
    }
  },
  180_000,
);
