import { beforeEach, describe, expect, it } from "vitest";
import { type Memory, newDataFolder, startMemory } from "./memory-domain.fixture.ts";

let call: Memory;
let dataFolder: string;
const inception = { title: "Inception", year: 2010, tmdb_id: 27205 };
beforeEach(async () => {
  dataFolder = newDataFolder();
  call = startMemory({ dataFolder });
  await call("save_movie", inception);
  await call("save_note", { content: "ligar para o dentista" });
  await call("save_tv_show", { title: "Dark", year: 2017, tmdb_id: 70523 });
});
const say = async (...request: Parameters<Memory>) => (await call(...request)).explanation;

describe("a list", () => {
  it("shows everything, newest first, each with its place", async () => {
    expect(await say("list_all")).toBe(
      "3 itens:\n1. Dark (2017), série\n2. ligar para o dentista, nota\n3. Inception (2010), filme",
    );
    expect(await say("list_all", {}, { locale: "en" })).toBe(
      "3 items:\n1. Dark (2017), series\n2. ligar para o dentista, note\n3. Inception (2010), film",
    );
  });

  it("shows one type, or as many as were asked for", async () => {
    expect(await say("list_all", { type: "movie" })).toBe("1 filme:\n1. Inception (2010)");
    expect(await say("list_all", { limit: 1 })).toBe(
      "3 itens (mostrando 1):\n1. Dark (2017), série",
    );
    expect(await say("list_all", { type: "link" })).toBe("Nenhum link salvo.");
    expect(await say("search_items")).toBe(await say("list_all"));
  });

  it("is everyone's own, and still there after a restart", async () => {
    expect(await say("list_all", {}, { user_id: "bia" })).toBe("Nada salvo.");
    call = startMemory({ dataFolder });
    expect(await say("list_all", { type: "note" })).toBe("1 nota:\n1. ligar para o dentista");
  });

  it("shows an address beside its title", async () => {
    await call("save_video", { url: "https://youtu.be/x", title: "Zoo" });
    expect(await say("list_all", { limit: 1 })).toContain("1. Zoo, vídeo https://youtu.be/x");
  });
});

describe("a search", () => {
  it.each([
    ["DENTISTAS", "1 item para “DENTISTAS”:\n1. ligar para o dentista, nota"],
    ["série dark", "1 item para “série dark”:\n1. Dark (2017), série"],
    [
      "dentista amanhã",
      "Nenhum item tem todas as palavras de “dentista amanhã”. Com parte delas, encontrei 1:\n1. ligar para o dentista, nota",
    ],
    ["zebra", "Nada encontrado para “zebra”."],
  ])("for %s", async (query, explanation) => {
    expect(await call("search_items", { query })).toMatchObject({ status: "success", explanation });
  });

  it("is of one type", async () => {
    await call("save_note", { content: "rever dark" });
    expect(await say("search_items", { query: "dark", type: "note" })).toBe(
      "1 item para “dark”:\n1. rever dark",
    );
  });
});

describe("deleting one", () => {
  it("by words that fit one item, or by its number", async () => {
    expect(await say("delete_memory", { query: "inception" })).toBe("Apagado: Inception (2010)");
    expect(await say("delete_memory", { id: 2 }, { locale: "en" })).toBe(
      "Deleted: ligar para o dentista",
    );
    expect(await say("list_all")).toBe("1 item:\n1. Dark (2017), série");
  });

  it("asks which, and the choice is what is deleted", async () => {
    await call("save_note", { content: "rever dark" });
    const asked = await call("delete_memory", { query: "dark" });
    expect(asked).toMatchObject({
      status: "clarification",
      explanation: "Encontrei 2 itens para “dark”. Qual devo apagar?",
    });
    expect(new Set((asked.result as { candidates: unknown[] }).candidates)).toEqual(
      new Set([
        { label: "Dark (2017), série", id: 3 },
        { label: "rever dark, nota", id: 4 },
      ]),
    );
    expect(await say("delete_memory", { query: "dark", id: 3 })).toBe("Apagado: Dark (2017)");
  });

  it("that is not there deletes nothing, and says so", async () => {
    const missing = { status: "failure", metadata: { code: "NOT_FOUND" } };
    expect(await call("delete_memory", { query: "zebra" })).toMatchObject({
      ...missing,
      explanation: "Nada foi apagado: não encontrei nenhum item para “zebra”.",
    });
    expect(await call("delete_memory", { id: 99 }, { locale: "en" })).toMatchObject({
      ...missing,
      explanation: "Nothing was deleted: there is no saved item for “#99”.",
    });
    // What only fits in part is no reason to delete.
    expect(await call("delete_memory", { query: "dentista amanhã" })).toMatchObject(missing);
    expect(await call("delete_memory", { id: 1 }, { user_id: "bia" })).toMatchObject(missing);
    expect((await call("list_all")).result).toMatchObject({ total: 3 });
  });

  it("by a number that something of another type has deletes nothing, and says what has it", async () => {
    expect(await call("delete_memory", { id: 1, type: "note" })).toMatchObject({
      status: "failure",
      metadata: { code: "NOT_FOUND" },
      explanation:
        "Nada foi apagado: não há nota com o número 1. Esse é o número de: Inception (2010), filme.",
    });
    expect(await say("delete_memory", { id: 2, type: "link" }, { locale: "en" })).toBe(
      "Nothing was deleted: there is no link number 2. That number belongs to: ligar para o dentista, note.",
    );
    expect((await call("list_all")).result).toMatchObject({ total: 3 });
    expect(await say("delete_memory", { id: 2, type: "note" })).toBe(
      "Apagado: ligar para o dentista",
    );
  });

  it("by words means those of the type that was said, where there are any", async () => {
    await call("save_note", { content: "rever dark" });
    expect(await say("delete_memory", { query: "dark", type: "note" })).toBe("Apagado: rever dark");
    expect(await say("delete_memory", { query: "dark", type: "movie" })).toBe(
      "Apagado: Dark (2017)",
    );
  });

  it("of which nothing is said asks what", async () => {
    expect(await call("delete_memory")).toMatchObject({
      status: "clarification",
      explanation: "O que devo apagar?",
      metadata: { missing_param: "query" },
    });
  });
});

describe("deleting everything", () => {
  const tokenOf = ({ result }: { result: unknown }) =>
    (result as { undo_token: string }).undo_token;

  it("does the same each time, and its token brings everything back", async () => {
    for (let time = 0; time < 10; time++) {
      const gone = await call("delete_all_memories");
      expect(gone).toMatchObject({ explanation: "Apaguei 3 itens.", result: { deleted: 3 } });
      expect(await say("list_all")).toBe("Nada salvo.");
      const back = await call("restore_memories", { undo_token: tokenOf(gone) });
      expect(back).toMatchObject({
        explanation: "De volta: 3 itens",
        result: { effect: "restored", count: 3 },
      });
      expect(await say("list_all")).toMatch(/^3 itens:/);
    }
  });

  it("of one type leaves the others, and of nothing says so", async () => {
    expect(await say("delete_all_memories", { type: "movies" })).toBe("Apaguei 1 filme.");
    expect(await say("delete_all_memories", { type: "movies" })).toBe("Nenhum filme salvo.");
    expect(await say("delete_all_memories", {}, { locale: "en" })).toBe("Deleted 2 items.");
    expect(await say("delete_all_memories", {}, { locale: "en" })).toBe("Nothing saved.");
  });

  it.each([
    [{}, 3, "3 itens: “Dark (2017)”, “ligar para o dentista”, “Inception (2010)”"],
    [{ type: "movies" }, 1, "1 filme: “Inception (2010)”"],
    [{ query: "dentista" }, 1, "1 item: “ligar para o dentista”"],
    [{ type: "movies", query: "dentista" }, 0, "Nenhum filme salvo."],
    [{ keep: "movies" }, 2, "2 itens: “Dark (2017)”, “ligar para o dentista”"],
    [{ keep: ["movies", "series"] }, 1, "1 item: “ligar para o dentista”"],
  ])("of %j is counted and named before, and deletes just that", async (params, total, words) => {
    expect(await call("count_memories", params)).toMatchObject({
      result: { total },
      explanation: words,
    });
    const gone = await call("delete_all_memories", params);
    expect(gone.result).toMatchObject({ deleted: total });
    expect((await call("list_all")).result).toMatchObject({ total: 3 - total });
    if (total > 0) await call("restore_memories", { undo_token: tokenOf(gone) });
    expect((await call("list_all")).result).toMatchObject({ total: 3 });
  });

  it("names the first five of many", async () => {
    for (let at = 1; at <= 6; at++) await call("save_note", { content: `compra ${at}` });
    expect(await say("count_memories", { query: "compra" })).toMatch(/^6 itens: .* e mais 1$/);
  });

  it("is brought back without a token too, latest first", async () => {
    await call("delete_memory", { id: 1 });
    await call("delete_all_memories");
    expect(await say("restore_memories")).toBe("De volta: 2 itens");
    expect(await say("restore_memories")).toBe("De volta: Inception (2010)");
    expect(await call("restore_memories")).toMatchObject({
      status: "failure",
      explanation: "Não há nada apagado para trazer de volta.",
    });
  });

  it("a save is taken back by its token, unless the item was there before", async () => {
    const saved = await call("save_note", { content: "nova" });
    expect(await say("restore_memories", { undo_token: tokenOf(saved) })).toBe(
      "Desfeito: nova não está mais entre os itens salvos.",
    );
    const again = await call("save_movie", inception);
    expect(await say("restore_memories", { undo_token: tokenOf(again) })).toBe(
      "Nada mudou: não havia o que desfazer.",
    );
    expect((await call("list_all")).result).toMatchObject({ total: 3 });
  });

  it("no one else's token does anything", async () => {
    const gone = await call("delete_all_memories");
    const other = await call("restore_memories", { undo_token: tokenOf(gone) }, { user_id: "bia" });
    expect(other).toMatchObject({ status: "failure", metadata: { code: "NOTHING_TO_UNDO" } });
    expect(await say("list_all")).toBe("Nada salvo.");
  });
});

it("one key acts once, also after a restart", async () => {
  const first = await call("save_note", { content: "uma vez" }, { key: "r:1" });
  call = startMemory({ dataFolder });
  expect(await call("save_note", { content: "uma vez" }, { key: "r:1" })).toEqual(first);
});
