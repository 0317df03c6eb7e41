import { afterEach, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { startMemory } from "./memory-domain.fixture.ts";
import type { PageReader } from "./pages/open-page-reader.ts";
import { startFakeTmdb, TMDB_KEY } from "./testing/fake-tmdb.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe("a film", () => {
  it("of an ambiguous name is asked about, and kept once one is chosen", async () => {
    const call = startMemory();
    const asked = await call("save_movie", { title: "inception" });
    expect(asked).toMatchObject({
      status: "clarification",
      explanation: "Encontrei 2 filmes com o nome “inception”. Qual?",
      result: {
        candidates: [
          { label: "Inception (2010)", title: "Inception", year: 2010, tmdb_id: 27205 },
          { label: "Inception (2014)", title: "Inception", year: 2014, tmdb_id: 12345 },
        ],
      },
    });
    expect((await call("list_all")).explanation).toBe("Nada salvo.");
    const chosen = { title: "Inception", year: 2010, tmdb_id: 27205 };
    expect(await call("save_movie", chosen)).toMatchObject({
      status: "success",
      explanation: "Inception (2010) salvo.",
      result: { item: { ...chosen, type: "movie" }, already_saved: false },
    });
    expect((await call("save_movie", chosen)).explanation).toBe(
      "O filme já estava salvo: Inception (2010).",
    );
  });

  it("gets the same answer however often it is asked for", async () => {
    const call = startMemory();
    const answers = [];
    for (let time = 0; time < 10; time++)
      answers.push(await call("save_movie", { title: "inception" }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it.each<[locale: Locale, parameters: { title: string; year?: number }, explanation: string]>([
    ["pt-BR", { title: "interestelar" }, "Interestelar (2014) salvo."],
    ["en", { title: "the matrix" }, "The Matrix (1999) saved."],
    ["pt-BR", { title: "duna", year: 2021 }, "Duna (2021) salvo."],
    [
      "pt-BR",
      { title: "Aquarius", year: 2016 },
      "Aquarius (2016) salvo. Não está na lista embutida de títulos: salvei como você disse.",
    ],
    [
      "en",
      { title: "aquarius" },
      "aquarius saved. It is not in the built-in list of titles, so I saved it as you said it.",
    ],
  ])("%s %j: %s", async (locale, parameters, explanation) => {
    const output = await startMemory()("save_movie", parameters, { locale });
    expect(output).toMatchObject({ status: "success", explanation });
    expect(output.result).toMatchObject({ item: { type: "movie" } });
  });

  it("of a name that is not quite right is asked about, with the words as they were said among the choices", async () => {
    const call = startMemory();
    const asked = await call("save_movie", { title: "matrix resurrection" });
    expect(asked.explanation).toBe(
      "Não encontrei nenhum filme com o nome exato “matrix resurrection”. Qual destes?",
    );
    expect(asked.result).toEqual({
      candidates: [
        {
          label: "Matrix Resurrections (2021)",
          title: "Matrix Resurrections",
          year: 2021,
          tmdb_id: 624860,
        },
        {
          label: "“matrix resurrection”, como você disse",
          title: "matrix resurrection",
          tmdb_id: null,
        },
      ],
    });
    const asSaid = await call("save_movie", { title: "matrix resurrection", tmdb_id: null });
    expect(asSaid.explanation).toBe("matrix resurrection salvo.");
  });

  it("is never anything but a film, and a series never anything but a series", async () => {
    const call = startMemory();
    await call("save_movie", { title: "comprar leite" });
    await call("save_tv_show", { title: "https://example.com" });
    await call("save_note", { content: "filme inception" });
    const { result } = await call("list_all");
    expect((result as { items: { type: string }[] }).items.map(({ type }) => type)).toEqual([
      "note",
      "tv_show",
      "movie",
    ]);
  });

  it("is looked up at TMDB where there is a key, and kept without it when TMDB fails", async () => {
    const tmdb = await startFakeTmdb();
    closing.push(tmdb.close);
    const call = startMemory({ tmdb: { key: TMDB_KEY, apiRoot: tmdb.url } });
    expect((await call("save_movie", { title: "a origem" })).explanation).toBe(
      "A Origem (2010) salvo.",
    );
    expect((await call("save_movie", { title: "xyz" })).explanation).toBe(
      "xyz salvo. Não está no TMDB: salvei como você disse.",
    );
    tmdb.fault = 401;
    expect((await call("save_movie", { title: "zyx" })).explanation).toBe(
      "zyx salvo. O TMDB não aceitou a chave (TMDB_API_KEY); usei a lista embutida. Não está na lista embutida de títulos: salvei como você disse.",
    );
    tmdb.fault = 429;
    expect((await call("save_movie", { title: "inception" }, { locale: "en" })).explanation).toBe(
      "TMDB received too many requests; I used the built-in list. I found 2 films called “inception”. Which one?",
    );
  });
});

describe("a series", () => {
  it.each<[Locale, string, string]>([
    ["pt-BR", "breaking bad", "Série salva: Breaking Bad (2008)."],
    ["en", "la casa de papel", "Series saved: La Casa de Papel (2017)."],
  ])("%s %s: %s", async (locale, title, explanation) => {
    expect(await startMemory()("save_tv_show", { title }, { locale })).toMatchObject({
      explanation,
    });
  });

  it("of two countries is asked about", async () => {
    const { status, explanation } = await startMemory()("save_tv_show", { title: "the office" });
    expect([status, explanation]).toEqual([
      "clarification",
      "Encontrei 2 séries com o nome “the office”. Qual?",
    ]);
  });
});

describe("a note", () => {
  it("is kept to the letter, and shown on one line", async () => {
    const call = startMemory();
    const content = "lista:\n\tleite ${1.result} <b>&amp;</b>\n- pão";
    const output = await call("save_note", { content: `  ${content}\u0000\u202e ` });
    expect(output.explanation).toBe("Nota salva: lista: leite ${1.result} <b>&amp;</b> - pão");
    expect(output.result).toMatchObject({ item: { title: content, type: "note" } });
    expect((await call("save_note", { content })).explanation).toMatch(
      /^Esta nota já estava salva/,
    );
  });

  it.each<[Locale, string]>([
    ["pt-BR", "Nada foi salvo: não há texto."],
    ["en", "Nothing was saved: there is no text."],
  ])("of blanks is none (%s)", async (locale, explanation) => {
    const output = await startMemory()("save_note", { content: " \n " }, { locale });
    expect(output).toMatchObject({ status: "failure", explanation, metadata: { code: "EMPTY" } });
  });
});

describe("an address", () => {
  const info = { title: "Um título", description: "sobre ele", author: "Ana" };
  const knowing: PageReader = { ofPage: async () => ({ info }), ofVideo: async () => ({ info }) };
  const url = "https://example.com/a";

  it.each<
    [capability: string, parameters: Record<string, string>, item: object, explanation: string]
  >([
    [
      "save_link",
      { url },
      { title: "Um título", url, description: "sobre ele" },
      "Link salvo: Um título.",
    ],
    [
      "save_link",
      { url, description: "para ler" },
      { description: "para ler" },
      "Link salvo: Um título.",
    ],
    [
      "save_video",
      { url },
      { title: "Um título", url, description: "Ana" },
      "Vídeo salvo: Um título.",
    ],
    ["save_video", { url, title: "meu vídeo" }, { title: "meu vídeo" }, "Vídeo salvo: meu vídeo."],
  ])(
    "%s %j is kept with what is known of it",
    async (capability, parameters, item, explanation) => {
      const output = await startMemory({}, knowing)(capability, parameters);
      expect(output).toMatchObject({ explanation, result: { item } });
    },
  );

  it.each([
    ["save_link", "Link salvo: https://example.com/a. Não sei o título da página."],
    ["save_video", "Vídeo salvo: https://example.com/a. Não sei o título do vídeo."],
  ])(
    "%s is kept without a title when its page may not be fetched",
    async (capability, explanation) => {
      const call = startMemory();
      expect(await call(capability, { url })).toMatchObject({ status: "success", explanation });
      expect((await call(capability, { url })).result).toMatchObject({ already_saved: true });
    },
  );

  it("a link without a known title is called what its owner said of it", async () => {
    const call = startMemory();
    expect(await call("save_link", { url, description: "para ler" })).toMatchObject({
      explanation: "Link salvo: para ler.",
      result: { item: { title: "para ler", description: "para ler", url } },
    });
    const { explanation } = await call("list_all", {});
    expect(explanation).toContain(`1. para ler, link ${url}`);
  });

  it.each(["save_link", "save_video"])("%s takes nothing but a web address", async (capability) => {
    const call = startMemory();
    for (const wrong of ["javascript:alert(1)", "comprar leite"])
      expect(await call(capability, { url: wrong })).toMatchObject({
        status: "failure",
        explanation: `Nada foi salvo: “${wrong}” não é um endereço da web.`,
      });
    expect((await call("list_all")).result).toMatchObject({ total: 0 });
  });
});

describe("looking up without saving", () => {
  it("gives films as the save tool wants them", async () => {
    const call = startMemory();
    const found = await call("enrich_movie", { title: "inception" });
    expect(found).toMatchObject({
      status: "success",
      explanation: "2 filmes:\nInception (2010)\nInception (2014)",
      result: { source: "embedded", candidates: [{ tmdb_id: 27205 }, { tmdb_id: 12345 }] },
    });
    expect(await call("enrich_movie", { title: "inception", year: 2014 })).toMatchObject({
      result: { candidates: [{ title: "Inception", year: 2014, tmdb_id: 12345 }] },
    });
    expect((await call("list_all")).result).toMatchObject({ total: 0 });
  });

  it("says that it only looked in the embedded list", async () => {
    const output = await startMemory()("enrich_tv_show", { title: "xyz" }, { locale: "en" });
    expect(output).toMatchObject({
      status: "failure",
      metadata: { code: "NOT_FOUND" },
      explanation: "I did not find the series “xyz” in the built-in list of titles.",
    });
  });

  it("gives a video's title, or says that it is not known", async () => {
    const info = { title: "Me at the zoo", description: null, author: "jawed" };
    const knowing = { ofPage: async () => ({ info }), ofVideo: async () => ({ info }) };
    const url = "https://youtu.be/jNQXAC9IVRw";
    expect(await startMemory({}, knowing)("enrich_video", { url })).toMatchObject({
      explanation: "Me at the zoo (jawed)",
      result: { url, title: "Me at the zoo", author: "jawed" },
    });
    expect(await startMemory()("enrich_video", { url: "https://example.com/v" })).toMatchObject({
      status: "failure",
      metadata: { code: "TITLE_UNKNOWN", reason: "HOST_NOT_ALLOWED" },
    });
  });
});
