import { describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { tokens } from "../text.ts";
import { pick, sayOnlyWhich } from "./pick.ts";

const HERE = { date: "2027-03-10", time: "09:20", weekday: 3 } as const;

const at: Schedule["timing"] = { kind: "at", at: Date.UTC(2027, 2, 11, 12) };
const base = {
  user_id: "u",
  session_id: "s",
  status: "active",
  paused: null,
  until: null,
  zone: "America/Sao_Paulo",
  tell: { channel: "http", session_id: "s" },
  acts: false,
  rights: null,
  digests: {},
  consent: [],
  failures: 0,
  next_at: Date.UTC(2027, 2, 11, 12),
  created_at: 0,
  updated_at: 0,
  version: 1,
} as const;
const reminder = (id: string, words: string, text: string, locale: Locale): Schedule => ({
  ...base,
  consent: [],
  id,
  words,
  locale,
  timing: at,
  action: { do: "tell", text },
});

const stretch = reminder("stretch", "remind me tomorrow at 9 to stretch", "stretch", "en");
const ana = reminder("ana", "remind me tomorrow at 9 to call Ana", "call Ana", "en");
const open = [stretch, ana];
const picked = (rest: string, locale: Locale = "en") => {
  const found = pick(rest, open, locale, HERE);
  return { ids: found.picked.map(({ id }) => id), unread: found.unread };
};

describe("what a command about schedules names", () => {
  it.each([
    ["the last one", ["ana"]],
    ["the last reminder", ["ana"]],
    ["the one about Ana", ["ana"]],
    ["the stretch one please", ["stretch"]],
    ["the 9am reminder", ["stretch", "ana"]],
  ])("%s: all of it is read", (rest, ids) => expect(picked(rest)).toEqual({ ids, unread: [] }));

  it.each([
    ["the last pdf", ["pdf"]],
    ["the last message", ["message"]],
    ["the last invoice", ["invoice"]],
    ["the 9am class", ["class"]],
    ["the second ticket", ["ticket"]],
    ["the last payment", ["payment"]],
  ])("%s: it names something that is none of them", (rest, unread) =>
    expect(picked(rest).unread).toEqual(unread),
  );

  it.each([
    ["o último boleto", ["boleto"]],
    ["a última consulta", ["consulta"]],
    ["a das 9 da piscina", ["piscina"]],
    ["o último chamado", ["chamado"]],
  ])("%s: it names something that is none of them", (rest, unread) =>
    expect(picked(rest, "pt-BR").unread).toEqual(unread),
  );
});

it("of several words that name something, those are unread that are no name of what is picked", () => {
  const { unread, namesOther } = pick("the stretch class", open, "en", HERE);
  expect([unread, namesOther]).toEqual([["class"], false]);
});

it.each([
  ["the last one", "en", true],
  ["a última", "pt-BR", true],
  ["the last class", "en", false],
] as const)("%s: says only which one: %s %s", (text, locale, expected) =>
  expect(sayOnlyWhich(tokens(text), locale)).toBe(expected),
);

it("a reminder is no watch of a value, where there are both", () => {
  const watch: Schedule = {
    ...stretch,
    id: "watch",
    words: "tell me when PETR4 passes 40",
    timing: {
      kind: "when",
      watch: {
        domain: "shop",
        goal: "GET_PRICE",
        entities: {},
        value: "price",
        comparison: { is: "above", value: 40 },
        base: null,
        base_day: null,
        band_percent: 1,
        again: false,
        armed: true,
        last: null,
        fresh: null,
        source: null,
        every_ms: 300_000,
        seen: [],
      },
    },
    action: { do: "tell", text: null },
  };
  const ids = (rest: string) => pick(rest, [stretch, watch], "en", HERE).picked.map(({ id }) => id);
  expect(ids("the reminder")).toEqual(["stretch"]);
  expect(ids("the alert")).toEqual(["watch"]);
  expect(ids("the last reminder")).toEqual(["stretch"]);
});
