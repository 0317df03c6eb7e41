import { expect, it } from "vitest";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { knownTitles } from "./titles/embedded-titles.ts";

const manifest = loadManifest(new URL(".", import.meta.url));

it.each([
  ["films", "movie"],
  ["shows", "tv_show"],
] as const)("the list of %s is what the embedded titles know", (name, kind) => {
  const list = manifest.lists[name];
  const listed = list !== undefined && "values" in list ? list.values : [];
  const known = knownTitles.filter((each) => each.kind === kind);
  expect(new Set(listed)).toEqual(
    new Set(known.flatMap(({ title, localized }) => [title, ...Object.values(localized)])),
  );
});

const changes = manifest.capabilities.filter(({ effect }) => effect !== "read");

it("every change is keyed, and asks no one by itself", () => {
  expect(changes).toHaveLength(8);
  for (const { capability, repeat, confirm, effect } of changes) {
    expect(repeat, capability).toBe("keyed");
    expect(confirm === "never" || effect === "write", capability).toBe(true);
  }
});

it("every change but an undo says how it is taken back", () => {
  for (const { capability, undo, result_schema } of changes) {
    if (capability === "restore_memories") expect(undo).toBeUndefined();
    else {
      const params = { undo_token: "${receipt.result.undo_token}" };
      expect(undo, capability).toEqual({ capability: "restore_memories", params });
      expect(result_schema?.required, capability).toContain("undo_token");
    }
  }
});

it("the eleven tools have exactly their own parameters", () => {
  const contracts = manifest.capabilities.map(({ capability, params_schema }) => {
    const { properties = {}, required = [], additionalProperties } = params_schema;
    expect(additionalProperties, capability).toBe(false);
    const names = Object.keys(properties).map((name) =>
      required.includes(name) ? name : `${name}?`,
    );
    return `${capability}(${names.join(", ")})`;
  });
  expect(contracts).toEqual([
    "save_note(content)",
    "save_movie(title, year?, tmdb_id?)",
    "save_tv_show(title, year?, tmdb_id?)",
    "save_video(url, title?)",
    "save_link(url, description?)",
    "enrich_movie(title, year?)",
    "enrich_tv_show(title, year?)",
    "enrich_video(url)",
    "search_items(query?, type?, limit?)",
    "list_all(type?, limit?)",
    "delete_memory(id?, type?, query?)",
    "count_memories(type?, query?, keep?)",
    "delete_all_memories(type?, query?, keep?)",
    "restore_memories(undo_token?)",
  ]);
});
