import { afterEach, beforeEach, expect, it } from "vitest";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { locales } from "#shared/contracts/names.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { examplesOf, readGoalFiles } from "#shared/testing/goal-files.ts";
import { newDataFolder, startNotify } from "./notify-domain.fixture.ts";
import { unkeptWish } from "./unkept-wish.ts";

it.each([
  ["avisa no telegram se a vale cair 5%", "se a vale cair 5%", "condition"],
  ["me avisa no telegram quando a petr4 chegar em 40", "quando a petr4 chegar em 40", "condition"],
  ["avise no telegram assim que a petro subir", "a petro subir", "condition"],
  ["manda no telegram caso a magalu passe de 10", "caso a magalu passe de 10", "condition"],
  ["avisa no telegram toda vez que a vale cair", "a vale cair", "condition"],
  ["quando der meio-dia manda no telegram: almoço", "almoço", "condition"],
  ["manda oi no telegram quando a vale cair", "oi", "condition"],
  ["let me know on telegram if tesla drops below 200", "if tesla drops below 200", "condition"],
  ["ping me on telegram once nvidia is above 200", "once nvidia is above 200", "condition"],
  ["tell me on telegram as soon as the market opens", "the market opens", "condition"],
  ["manda no telegram amanhã às 9: reunião", "reunião", "time"],
  ["envia no telegram toda segunda: bom dia", "bom dia", "time"],
  ["send on telegram at 5: call home", "call home", "time"],
  ["send 'wake up' on telegram tomorrow", "wake up", "time"],
  ["send hello to @bob on telegram", "hello", "recipient"],
  ["manda pro joão no telegram: oi", "oi", "recipient"],
  ["avisa a Paula no telegram que cheguei", "cheguei", "recipient"],
  ["send a message to John on telegram saying hi", "hi", "recipient"],
])("%s: %j alone would not fulfil the %s", (sentence, message, wish) =>
  expect(unkeptWish(message, sentence)).toBe(wish),
);

it.each([
  ["manda no telegram: se chover eu não vou", "se chover eu não vou"],
  ["avisa no telegram que se chover não tem jogo", "se chover não tem jogo"],
  ["send a telegram message saying when it is ready I call", "when it is ready I call"],
  ["manda no telegram: amanhã às 9 tem reunião pro time", "amanhã às 9 tem reunião pro time"],
  ["manda para o telegram: oi", "oi"],
  ["me manda no meu telegram: oi", "oi"],
  // Another step's answer, which the sentence does not hold.
  ["avisa no telegram se a vale cair", "Vale ON (VALE3) está em R$ 62,80"],
  ["avisa no telegram", ""],
])("%s: %j is all that was wished", (sentence, message) =>
  expect(unkeptWish(message, sentence)).toBeUndefined(),
);

it.each(locales)("no example of the goal in %s wishes for more", (locale) => {
  const goal = readGoalFiles(new URL("goals/", import.meta.url)).find(
    (each) => each.goal === "SEND_MESSAGE",
  );
  const examples = (goal ? examplesOf(goal, locale) : []).map(parseExample);
  expect(examples.length).toBeGreaterThan(0);
  const wishing = examples.filter(({ text, entities }) =>
    unkeptWish(entities[0]?.value ?? "", text),
  );
  expect(wishing.map(({ text }) => text)).toEqual([]);
});

let telegram: FakeTelegram;
beforeEach(async () => {
  telegram = await startFakeTelegram({ chats: [42] });
});
afterEach(() => telegram.close());
const start = () =>
  startNotify({
    dataFolder: newDataFolder(),
    telegram: { token: telegram.token, apiRoot: telegram.url },
    defaultChat: "42",
  });

it("asks before it sends what sounds like an alert, and sends it after a yes", async () => {
  const { send } = start();
  const key = "r:1";
  const sentence = "avisa no telegram se a vale cair 5%";
  const asked = await send("se a vale cair 5%", { sentence, key });
  expect(asked).toMatchObject({
    status: "clarification",
    explanation:
      "Não crio alertas: só envio mensagens na hora. Quer que eu envie isto agora, exatamente assim?",
    result: { candidates: [{ label: "Enviar agora: “se a vale cair 5%”", as_it_is: true }] },
  });
  expect(telegram.calls).toEqual([]);
  await send("se a vale cair 5%", { sentence, key, as_it_is: true });
  expect(telegram.messages.map(({ text }) => text)).toEqual(["se a vale cair 5%"]);
});

it("asks in English, about a named recipient too", async () => {
  const asked = await start().send("hello", {
    sentence: "send hello to @bob on telegram",
    locale: "en",
  });
  expect(asked).toMatchObject({
    status: "clarification",
    explanation:
      "I only send to the configured chat; I cannot choose who gets it. Shall I send this now, exactly as it is?",
  });
  expect(telegram.calls).toEqual([]);
});
