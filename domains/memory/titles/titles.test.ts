import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { type FakeTmdb, startFakeTmdb, TMDB_KEY, type TmdbFault } from "../testing/fake-tmdb.ts";
import { embeddedTitles, knownTitles } from "./embedded-titles.ts";
import {
  type LookUp,
  namesFor,
  openTitles,
  type TitleKind,
  tmdbTitles,
  type Wanted,
} from "./titles.ts";

const asking = (locale: Locale = "pt-BR") => ({ locale, signal: new AbortController().signal });
const names = ({ titles }: Pick<LookUp, "titles">, asked: string) =>
  titles.map((title) => `${namesFor(title, asked).title} (${title.year})`);

describe("the embedded list", () => {
  const titles = openTitles(embeddedTitles(), undefined);
  const look = (title: string, kind: TitleKind = "movie", year?: number, locale?: Locale) =>
    titles.lookUp(kind, { title, year }, asking(locale));

  it.each<[asked: string, found: LookUp["found"], names: string[]]>([
    ["inception", "exact", ["inception (2010)", "inception (2014)"]],
    ["A ORIGEM!", "exact", ["A Origem (2010)"]],
    ["matrix", "exact", ["Matrix (1999)"]],
    ["the matrix", "exact", ["Matrix (1999)"]],
    ["poderoso chefao", "exact", ["O Poderoso Chefão (1972)"]],
    ["do homem aranha", "exact", ["Homem-Aranha (2002)"]],
    ["De volta para o futuro", "exact", ["De Volta para o Futuro (1985)"]],
    ["duna", "exact", ["Duna (1984)", "Duna (2021)"]],
    ["2001 uma odisseia no espaço", "exact", ["2001: Uma Odisseia no Espaço (1968)"]],
    [
      "senhor dos anéis",
      "near",
      [
        "O Senhor dos Anéis: A Sociedade do Anel (2001)",
        "O Senhor dos Anéis: As Duas Torres (2002)",
        "O Senhor dos Anéis: O Retorno do Rei (2003)",
      ],
    ],
    ["intersteler", "near", ["Interestelar (2014)"]],
    ["comprar leite", "none", []],
    ["breaking bad", "none", []],
    ["???", "none", []],
  ])("%s: %s %j", async (asked, found, expected) => {
    const looked = await look(asked);
    expect(looked).toMatchObject({ found, source: "embedded" });
    expect(names(looked, asked).map((name) => name.toLowerCase())).toEqual(
      expected.map((name) => name.toLowerCase()),
    );
  });

  it("tells films of one name apart by their year, and keeps series to themselves", async () => {
    expect((await look("inception", "movie", 2014)).titles.map((each) => each.tmdb_id)).toEqual([
      12345,
    ]);
    expect((await look("inception", "movie", 1990)).found).toBe("none");
    expect(names(await look("the office", "tv_show"), "the office")).toEqual([
      "The Office (2001)",
      "The Office (2005)",
    ]);
  });

  it("gives the name of the language that was asked in, else the one that was said", async () => {
    expect(names(await look("godfather part", "movie", undefined, "en"), "")).toEqual([
      "The Godfather Part II (1974)",
    ]);
    expect(names(await look("cavaleiro das trevas"), "")).toEqual([
      "Batman: O Cavaleiro das Trevas (2008)",
    ]);
    const [inception] = (await look("inception")).titles;
    expect(inception && namesFor(inception, "Inception")).toEqual({
      title: "Inception",
      other_title: "A Origem",
    });
  });

  it("has about a hundred titles, none twice", () => {
    expect(knownTitles.length).toBeGreaterThan(100);
    const keys = knownTitles.map(({ kind, tmdb_id }) => `${kind} ${tmdb_id}`);
    expect(new Set(keys).size).toBe(keys.length);
    const named = knownTitles.map(({ kind, title, year }) => `${kind} ${title} ${year}`);
    expect(new Set(named).size).toBe(named.length);
  });
});

describe("TMDB", () => {
  let tmdb: FakeTmdb;
  beforeEach(async () => {
    tmdb = await startFakeTmdb();
  });
  afterEach(() => tmdb.close());

  const lookWith = (key: string, kind: TitleKind, wanted: Wanted, locale?: Locale) => {
    const timeoutMs = tmdb.fault === "silence" ? 200 : 10_000;
    const live = tmdbTitles({ key, apiRoot: `${tmdb.url}/`, timeoutMs });
    return openTitles(embeddedTitles(), live).lookUp(kind, wanted, asking(locale));
  };
  const look = (title: string, kind: TitleKind = "movie") => lookWith(TMDB_KEY, kind, { title });

  it("finds both Inceptions, by the name that was said", async () => {
    const looked = await look("inception");
    expect(looked).toMatchObject({ found: "exact", source: "tmdb" });
    expect(names(looked, "inception")).toEqual(["Inception (2010)", "Inception (2014)"]);
    expect(names(await look("a origem"), "a origem")).toEqual(["A Origem (2010)"]);
  });

  it("finds series by another path, and says when nothing is found", async () => {
    expect(await look("breaking", "tv_show")).toEqual({
      found: "near",
      source: "tmdb",
      titles: [
        {
          tmdb_id: 1396,
          title: "Breaking Bad: A Química do Mal",
          other_title: "Breaking Bad",
          year: 2008,
        },
      ],
    });
    expect(await look("matrix")).toEqual({ found: "none", source: "tmdb", titles: [] });
  });

  it("is asked with the key, the words, the year and the language", async () => {
    await lookWith(TMDB_KEY, "movie", { title: "a & b?", year: 2010 });
    await lookWith("eyJhbGciOiJIUzI1NiJ9.e30.x", "tv_show", { title: "dark", year: 2017 }, "en");
    const [first, second] = tmdb.asked;
    expect(first?.path).toBe("/3/search/movie");
    expect(Object.fromEntries(first?.query ?? [])).toEqual({
      query: "a & b?",
      language: "pt-BR",
      include_adult: "false",
      year: "2010",
      api_key: TMDB_KEY,
    });
    expect(second).toMatchObject({
      path: "/3/search/tv",
      authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x",
    });
    expect(second?.query.get("first_air_date_year")).toBe("2017");
    expect(second?.query.get("language")).toBe("en-US");
    expect(second?.query.has("api_key")).toBe(false);
  });

  it.each<[TmdbFault, LookUp["fault"]]>([
    [401, "BAD_KEY"],
    [429, "RATE_LIMITED"],
    [404, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
    ["html", "UNAVAILABLE"],
    ["other_shape", "UNAVAILABLE"],
    ["silence", "UNAVAILABLE"],
    ["hang_up", "UNAVAILABLE"],
  ])("when it answers %s, the embedded list does, and why is told", async (fault, expected) => {
    tmdb.fault = fault;
    const looked = await look("inception");
    expect(looked).toMatchObject({ found: "exact", source: "embedded", fault: expected });
    expect(looked.titles).toHaveLength(2);
    expect(tmdb.asked).toHaveLength(1);
  });
});
