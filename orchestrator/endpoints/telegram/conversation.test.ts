import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answer } from "../../turn/answer.ts";
import { type Started, startChannel } from "./telegram.fixture.ts";

let channel: Started;
beforeEach(async () => {
  channel = await startChannel({ users: "43=bia/kitchen" });
});
afterEach(() => channel.close());

const english = { id: 44, first_name: "Eve", language_code: "en-GB" };
const bia = { id: 43, first_name: "Bia", language_code: "pt-br" };

it("answers, with bold words as marks and no markup left", async () => {
  await channel.telegram.say("leia Dune");
  const [told] = await channel.messages(1);
  expect(told?.text).toBe("Li Dune.");
  expect(told?.entities).toEqual([{ type: "bold", offset: 3, length: 4 }]);
});

it("speaks the language of the person's Telegram until the words say otherwise", async () => {
  await channel.telegram.say("ok", { from: english });
  await channel.telegram.say("não sei o que você faz", { from: english });
  const [first, second] = await channel.messages(2, 44);
  expect(first?.text).toMatch(/^There is no open question/);
  expect(second?.text).toMatch(/^Isso eu não sei fazer/);
});

it.each([
  ["/start", /^Posso ajudar com:\n• Cuida de um arquivo/],
  ["/help", /^Posso ajudar com:/],
  ["/cancel", /^Não há nada em aberto/],
])("answers %s", async (command, expected) => {
  await channel.telegram.say(command);
  expect((await channel.messages(1))[0]?.text).toMatch(expected);
});

it("says that it reads only text when a sticker comes", async () => {
  await channel.telegram.say(undefined, { more: { sticker: { emoji: "👍" } } });
  expect((await channel.messages(1))[0]?.text).toBe(
    "Por enquanto só leio texto. Escreva o que você precisa.",
  );
});

it.each([
  ["forwarded", { forward_origin: { type: "hidden_user", sender_user_name: "Eve", date: 1 } }],
  ["forwarded, as it was told before", { forward_date: 1, forward_from: { id: 9 } }],
  ["put in by another bot", { via_bot: { id: 9, is_bot: true, first_name: "gif" } }],
])("does nothing with a message that was %s, and asks what is wanted", async (_how, more) => {
  await channel.telegram.say("leia Dune", { more });
  await channel.telegram.say("/stop", { more });
  const told = await channel.messages(2);
  for (const { text } of told) expect(text).toMatch(/^Recebi uma mensagem encaminhada/);
});

it("says after /stop that what was scheduled still arrives", async () => {
  await channel.telegram.say("/stop");
  const [told] = await channel.messages(1);
  expect(told?.text).toMatch(/^Certo: .* O que foi agendado aqui continua chegando/);
});

it("sends a long answer in parts, with its sources as links at the end", async () => {
  await channel.telegram.say("leia tomo");
  const [first, last] = await channel.telegram.until(
    () => channel.telegram.messages.at(-1)?.text.includes("Fontes") && channel.telegram.messages,
  );
  expect(channel.telegram.messages).toHaveLength(3);
  expect(first?.entities).toEqual([{ type: "bold", offset: 0, length: 6 }]);
  expect(last?.text.length).toBeLessThanOrEqual(4096);
  const end = channel.telegram.messages.at(-1);
  expect(end?.text).toMatch(/fim\n\nFontes:\n• O acervo \(acervo\.example\)\n• Um arquivo$/);
  expect(end?.entities).toEqual([
    expect.objectContaining({ type: "text_link", url: "https://acervo.example/tomo" }),
  ]);
});

it("an answer has a button that calls it wrong, for its own user, and a greeting has none", async () => {
  await channel.telegram.say("leia Dune");
  const [told] = await channel.messages(1);
  if (told === undefined) throw new Error("nothing was told");
  expect(told.buttons?.flat().map(({ text }) => text)).toEqual(["Não era isso"]);
  const others = await channel.telegram.tap(told, "Não era isso", bia);
  await channel.telegram.until(() => channel.telegram.toasts.has(others));
  expect(channel.telegram.toasts.get(others)).toBe("Esta pergunta é para outra pessoa.");
  const { proposals } = channel.room.turnDeps().store;
  expect(await proposals.wrong(10)).toEqual([]);
  const own = await channel.telegram.tap(told, "Não era isso");
  await channel.telegram.until(() => told.buttons === undefined);
  expect(channel.telegram.toasts.get(own)).toMatch(/^Anotado: não era isso/);
  expect(await proposals.wrong(10)).toMatchObject([{ text: "leia Dune" }]);
  await channel.telegram.say("obrigado");
  expect((await channel.messages(2))[1]?.buttons).toBeUndefined();
});

describe("a question", () => {
  const askWhich = async () => {
    await channel.telegram.say("empreste dom");
    const [asked] = await channel.messages(1);
    if (asked === undefined) throw new Error("nothing was asked");
    return asked;
  };

  it("has a button for each option, with at most 64 bytes behind it", async () => {
    const asked = await askWhich();
    expect(asked.text).toMatch(/^Qual deles\?\n1\. Dom Casmurro\n2\. Dom Quixote/);
    expect(asked.buttons?.flat().map(({ text }) => text)).toEqual(["Dom Casmurro", "Dom Quixote"]);
    for (const { callback_data } of asked.buttons?.flat() ?? [])
      expect(callback_data).toMatch(/^42\.[\w-]{16}\.[01]$/);
  });

  it("is answered by a touch: the client hears it at once, and the buttons go", async () => {
    const asked = await askWhich();
    const tap = await channel.telegram.tap(asked, "Dom Quixote");
    const [, told] = await channel.messages(2);
    expect(told?.text).toBe("Emprestei dom.");
    expect(channel.telegram.toasts.get(tap)).toBe("Dom Quixote");
    expect(asked.buttons).toBeUndefined();
    expect(channel.done).toEqual(["lend dom cervantes"]);
    const order = channel.telegram.calls.map(({ method }) => method);
    expect(order.indexOf("answerCallbackQuery")).toBeLessThan(order.lastIndexOf("sendMessage"));
  });

  it.each(["2", "dom quixote", "a segunda"])(
    "is answered by “%s” as well, and the buttons go",
    async (said) => {
      const asked = await askWhich();
      await channel.telegram.say(said);
      await channel.messages(2);
      await channel.telegram.until(() => asked.buttons === undefined);
      expect(channel.done).toEqual(["lend dom cervantes"]);
    },
  );

  it("is answered once by a double tap, and the late one hears so", async () => {
    const asked = await askWhich();
    const [label = ""] = asked.buttons?.flat().map(({ callback_data }) => callback_data) ?? [];
    const taps = await Promise.all([
      channel.telegram.tap(asked, label),
      channel.telegram.tap(asked, label),
    ]);
    await channel.telegram.until(() => taps.every((tap) => channel.telegram.toasts.has(tap)));
    await channel.messages(2);
    expect(taps.map((tap) => channel.telegram.toasts.get(tap))).toEqual([
      "Dom Casmurro",
      "Esta pergunta não está mais em aberto.",
    ]);
    await channel.stop();
    expect(channel.telegram.messages).toHaveLength(2);
    expect(channel.done).toEqual(["lend dom machado"]);
  });

  it("is not answered by the buttons of an earlier one", async () => {
    const first = await askWhich();
    const data = first.buttons?.flat()[0]?.callback_data ?? "";
    await channel.telegram.say("cancela");
    await channel.messages(2);
    await channel.telegram.say("empreste dom");
    const [, , second] = await channel.messages(3);
    const tap = await channel.telegram.tap(first, data);
    await channel.telegram.until(() => channel.telegram.toasts.has(tap));
    expect(channel.telegram.toasts.get(tap)).toBe("Esta pergunta não está mais em aberto.");
    expect(second?.buttons).toHaveLength(2);
    expect(channel.done).toEqual([]);
  });

  it("is not answered by data that someone made up", async () => {
    const asked = await askWhich();
    for (const data of ["x", "42.AAAAAAAAAAAAAAAA.0", "42.__proto__.0", "9".repeat(64)]) {
      const tap = await channel.telegram.tap(asked, data);
      await channel.telegram.until(() => channel.telegram.toasts.has(tap));
      expect(channel.telegram.toasts.get(tap)).toMatch(/não está mais em aberto/);
    }
    expect(channel.done).toEqual([]);
  });

  it("outlives a restart, button and all", async () => {
    const asked = await askWhich();
    await channel.restart();
    await channel.telegram.tap(asked, "Dom Casmurro");
    await channel.messages(2);
    expect(channel.done).toEqual(["lend dom machado"]);
    expect(asked.buttons).toBeUndefined();
  });

  it("of something that cannot be undone has a yes and a no", async () => {
    await channel.telegram.say("rasgue Dune");
    const [asked] = await channel.messages(1);
    expect(asked?.buttons?.[0]?.map(({ text }) => text)).toEqual(["Sim", "Não"]);
    if (asked !== undefined) await channel.telegram.tap(asked, "Não");
    expect((await channel.messages(2))[1]?.text).toBe("Tudo bem, não fiz nada.");
    await channel.telegram.say("rasgue Dune");
    const again = (await channel.messages(3))[2];
    if (again !== undefined) await channel.telegram.tap(again, "Sim");
    expect((await channel.messages(4))[3]?.text).toBe("Rasguei Dune.");
    expect(channel.done).toEqual(["tear Dune"]);
  });

  it("for a word has no buttons, and takes the word", async () => {
    await channel.telegram.say("leia");
    const [asked] = await channel.messages(1);
    expect(asked).toMatchObject({ text: "Qual livro?" });
    expect(asked?.buttons).toBeUndefined();
    await channel.telegram.say("Dune");
    expect((await channel.messages(2))[1]?.text).toBe("Li Dune.");
  });

  it("that is asked again has its buttons below, and only there", async () => {
    const asked = await askWhich();
    await channel.telegram.say("hm");
    const [, again] = await channel.messages(2);
    await channel.telegram.until(() => asked.buttons === undefined);
    expect(again?.buttons).toHaveLength(2);
  });
});

describe("the same user on another channel", () => {
  const elsewhere = (input_text: string) => {
    const entry = { user_id: "bia", session_id: "kitchen", channel: "api", metadata: {} };
    return answer({ ...entry, input_text }, channel.room.turnDeps());
  };

  it("answers there what was asked on Telegram; the buttons are too late then", async () => {
    await channel.telegram.say("empreste dom", { from: bia });
    const [asked] = await channel.messages(1, 43);
    expect((await elsewhere("2")).answer).toBe("Emprestei dom.");
    const tap = asked && (await channel.telegram.tap(asked, "Dom Casmurro", bia));
    await channel.telegram.until(() => channel.telegram.toasts.has(tap ?? ""));
    expect(channel.telegram.toasts.get(tap ?? "")).toBe("Esta pergunta não está mais em aberto.");
    expect(channel.done).toEqual(["lend dom cervantes"]);
  });

  it("answers on Telegram what was asked there", async () => {
    expect((await elsewhere("empreste dom")).status).toBe("clarification");
    await channel.telegram.say("a primeira", { from: bia });
    expect((await channel.messages(1, 43))[0]?.text).toBe("Emprestei dom.");
    expect(channel.done).toEqual(["lend dom machado"]);
  });
});

it("an edited message is not run again", async () => {
  const update = await channel.telegram.say("empreste Dune");
  await channel.messages(1);
  expect(
    await channel.telegram.push("edited_message", update?.["message"] as object),
  ).toBeUndefined();
  await channel.stop();
  expect(channel.done).toEqual(["lend Dune"]);
});

it("shows a menu of commands in both languages", async () => {
  await channel.telegram.say("/help");
  await channel.messages(1);
  const menus = channel.telegram.calls.filter(({ method }) => method === "setMyCommands");
  expect(menus.map(({ params }) => params["language_code"])).toEqual([undefined, "pt"]);
});
