import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  blankDraft,
  type Draft,
  type ItemType,
  KEPT_DELETED_MS,
  type Listing,
  type MemoryStore,
  nameWithYear,
} from "./memory-store.ts";

/** One store's storage, empty at first: opened as often as a test likes, then taken away. */
export type TestStorage = { open(): MemoryStore; remove(): Promise<void> };

const movie = (title: string, year: number, tmdb_id: number, other_title: string | null = null) =>
  ({ ...blankDraft("movie", title), year, tmdb_id, other_title }) satisfies Draft;
const inception = movie("Inception", 2010, 27205, "A Origem");
const note = (text: string) => blankDraft("note", text);
const T = 1_800_000_000_000;

/** What every MemoryStore promises, whatever it is kept in. */
export function memoryStoreContract(name: string, makeStorage: () => Promise<TestStorage>): void {
  describe(`${name} keeps the promises of a memory store`, () => {
    let storage: TestStorage;
    let store: MemoryStore;
    beforeEach(async () => {
      storage = await makeStorage();
      store = storage.open();
    });
    afterEach(async () => {
      await store.close();
      await storage.remove();
    });

    const save = async (draft: Draft, owner = "ana", now = T) =>
      (await store.save(owner, draft, now)).item;
    const saveAll = async (...drafts: Draft[]) => {
      for (const draft of drafts) await save(draft);
    };
    const titles = ({ items }: { items: Listing["items"] }) => items.map(({ title }) => title);
    const listed = async (owner = "ana", type?: ItemType) =>
      titles(await store.list(owner, { type, limit: 50 }));
    const found = async (query: string, match: "all" | "any" = "all", type?: ItemType) =>
      titles(await store.search("ana", query, match, { type, limit: 50 }));

    describe("saving", () => {
      it("numbers each person's items from 1, and keeps every field over a restart", async () => {
        const link: Draft = {
          ...blankDraft("link", "Página"),
          url: "https://example.com/a?b=ç",
          description: "sobre 'aspas' e \"mais\"; DROP TABLE items; 🦜",
        };
        expect(await save(inception)).toEqual({ ...inception, id: 1, created_at: T });
        expect(await save(link, "ana", T + 1)).toEqual({ ...link, id: 2, created_at: T + 1 });
        expect((await save(note("da Bia"), "bia")).id).toBe(1);
        await store.close();
        store = storage.open();
        expect(await store.list("ana", { limit: 50 })).toEqual({
          total: 2,
          items: [
            { ...link, id: 2, created_at: T + 1 },
            { ...inception, id: 1, created_at: T },
          ],
        });
      });

      it.each<[string, Draft, Draft]>([
        ["film by its number", inception, movie("A Origem", 2010, 27205)],
        [
          "film by name and year",
          { ...blankDraft("movie", "Aquarius"), year: 2016 },
          { ...blankDraft("movie", "AQUARIUS!"), year: 2016 },
        ],
        ["note", note("comprar leite"), note("comprar leite")],
        [
          "address",
          { ...blankDraft("link", "a"), url: "https://a.example/" },
          { ...blankDraft("link", "b"), url: "https://a.example/" },
        ],
      ])("keeps the same %s once", async (_what, first, second) => {
        const before = await store.save("ana", first, T);
        const again = await store.save("ana", second, T + 1);
        expect(before.isNew).toBe(true);
        expect(again).toMatchObject({ isNew: false, item: before.item });
        expect(await listed()).toEqual([first.title]);
      });

      it.each<[string, Draft, Draft]>([
        ["films of two years", movie("Inception", 2010, 27205), movie("Inception", 2014, 12345)],
        [
          "a film and a series of one number",
          movie("Dark", 2017, 70523),
          { ...blankDraft("tv_show", "Dark"), tmdb_id: 70523 },
        ],
        ["a note and a film of one name", note("Inception"), blankDraft("movie", "Inception")],
        ["notes that differ in a sign", note("senha: abc!"), note("senha: abc?")],
      ])("keeps %s apart", async (_what, first, second) => {
        await saveAll(first, second);
        expect(await listed()).toEqual([second.title, first.title]);
      });

      it("gives twins that come together one item", async () => {
        const saved = await Promise.all(
          Array.from({ length: 8 }, () => store.save("ana", inception, T)),
        );
        expect(new Set(saved.map(({ item }) => item.id)).size).toBe(1);
        expect(saved.filter(({ isNew }) => isNew)).toHaveLength(1);
        expect(new Set(saved.map(({ undo_token }) => undo_token)).size).toBe(8);
      });
    });

    it("lists the newest first, of one type or all, and says how many there are", async () => {
      await saveAll(note("um"), inception, note("dois"));
      expect(await listed()).toEqual(["dois", "Inception", "um"]);
      expect(await listed("ana", "note")).toEqual(["dois", "um"]);
      expect(await store.list("ana", { limit: 1 })).toMatchObject({ total: 3, items: [{ id: 3 }] });
      expect(await store.list("ana", { type: "video", limit: 5 })).toEqual({ total: 0, items: [] });
    });

    it("shows and changes nothing of anyone else's", async () => {
      await save(note("segredo da Ana"));
      const { undo_token } = await store.save("ana", inception, T);
      expect(await listed("bia")).toEqual([]);
      expect(await store.search("bia", "segredo", "all", { limit: 5 })).toMatchObject({ total: 0 });
      expect(await store.find("bia", 1)).toBeUndefined();
      expect((await store.remove("bia", [1, 2], T)).items).toEqual([]);
      expect((await store.removeAll("bia", undefined, T)).items).toEqual([]);
      // Bia's own first two changes are those deletions.
      await store.undo("bia", undo_token, T);
      expect(await store.undo("bia", "7", T)).toBeUndefined();
      expect(await listed()).toEqual(["Inception", "segredo da Ana"]);
    });

    describe("searching", () => {
      beforeEach(() =>
        saveAll(
          inception,
          note("gravação do podcast na sexta"),
          note("comprar pães para a festa"),
          { ...blankDraft("tv_show", "Breaking Bad"), year: 2008, tmdb_id: 1396 },
          {
            ...blankDraft("link", "Node.js"),
            url: "https://nodejs.org/api/sqlite.html",
            description: "full-text search",
          },
          note("my notes about movies and dreams"),
        ),
      );

      it.each([
        ["gravacao", ["gravação do podcast na sexta"]],
        ["GRAVAÇÕES", ["gravação do podcast na sexta"]],
        ["pão festa", ["comprar pães para a festa"]],
        ["a origem", ["Inception"]],
        ["incep", ["Inception"]],
        ["filme inception", ["Inception"]],
        ["série breaking", ["Breaking Bad"]],
        ["2010", ["Inception"]],
        ["nodejs", ["Node.js"]],
        ["searches", ["Node.js"]],
        ["dream", ["my notes about movies and dreams"]],
        ["pão podcast", []],
        ["zebra", []],
        ['"; DROP TABLE items; --', []],
        ["inception OR breaking", []],
        ["NEAR(a b) * ^ : -x", []],
        ["''", []],
        ["", []],
      ])("%s finds %j", async (query, expected) => expect(await found(query)).toEqual(expected));

      it("puts names before other words, and any of the words where that is asked for", async () => {
        await save(note("inception com a Bia"));
        await save({
          ...blankDraft("link", "Cinema"),
          url: "https://x.example/",
          description: "inception",
        });
        expect((await found("inception")).at(-1)).toBe("Cinema");
        expect(new Set(await found("pães podcast zebra", "any"))).toEqual(
          new Set(["comprar pães para a festa", "gravação do podcast na sexta"]),
        );
      });

      it("is of one type, counts all and shows the best", async () => {
        expect(await found("movies", "any")).toHaveLength(2);
        expect(await found("movies", "any", "note")).toEqual(["my notes about movies and dreams"]);
        const best = await store.search("ana", "note", "all", { limit: 1 });
        expect([best.total, best.items.length]).toEqual([3, 1]);
      });

      it("does not find what was deleted, until it is back", async () => {
        const { undo_token } = await store.remove("ana", [1], T);
        expect(await found("inception")).toEqual([]);
        await store.undo("ana", undo_token, T);
        expect(await found("inception")).toEqual(["Inception"]);
      });
    });

    describe("deleting and taking back", () => {
      it("deletes what is there of the given items, and says what that was", async () => {
        await saveAll(note("um"), note("dois"), note("três"));
        expect(titles(await store.remove("ana", [1, 3, 99], T))).toEqual(["três", "um"]);
        expect(await listed()).toEqual(["dois"]);
        expect(await store.find("ana", 1)).toBeUndefined();
        expect(titles(await store.remove("ana", [1], T))).toEqual([]);
      });

      it("deletes everything, or everything of one type; taking it back brings all of it", async () => {
        await saveAll(note("um"), inception, note("dois"));
        const notes = await store.removeAll("ana", "note", T);
        expect(titles(notes)).toEqual(["dois", "um"]);
        const rest = await store.removeAll("ana", undefined, T);
        expect(titles(rest)).toEqual(["Inception"]);
        expect(await listed()).toEqual([]);
        const back = await store.undo("ana", notes.undo_token, T);
        expect(back?.effect).toBe("deleted");
        expect(await listed()).toEqual(["dois", "um"]);
        await store.undo("ana", rest.undo_token, T);
        expect(await store.list("ana", { limit: 1 })).toMatchObject({ total: 3 });
      });

      it("takes a save back, and that back again", async () => {
        const { undo_token } = await store.save("ana", inception, T);
        const undone = await store.undo("ana", undo_token, T);
        expect(undone).toMatchObject({ effect: "saved", items: [{ title: "Inception" }] });
        expect(await listed()).toEqual([]);
        const redone = await store.undo("ana", undone?.undo_token, T);
        expect(redone?.effect).toBe("deleted");
        expect(await listed()).toEqual(["Inception"]);
      });

      it("takes nothing away for a save that found the item there", async () => {
        await save(inception);
        const { undo_token } = await store.save("ana", inception, T);
        expect(await store.undo("ana", undo_token, T)).toMatchObject({ items: [] });
        expect(await listed()).toEqual(["Inception"]);
      });

      it("takes a change back once", async () => {
        await save(inception);
        const { undo_token } = await store.remove("ana", [1], T);
        expect(await store.undo("ana", undo_token, T)).toBeDefined();
        expect(await store.undo("ana", undo_token, T)).toBeUndefined();
      });

      it.each(["", "x", "-1", "99999", "1e9", "1; DROP TABLE items"])(
        'knows no change by the token "%s"',
        async (token) => {
          await save(inception);
          expect(await store.undo("ana", token, T)).toBeUndefined();
          expect(await listed()).toEqual(["Inception"]);
        },
      );

      it("without a token, brings back one deletion after the other, newest first", async () => {
        await saveAll(note("um"), note("dois"), note("três"));
        await store.remove("ana", [1], T);
        await store.remove("ana", [2, 3], T);
        await store.remove("ana", [99], T);
        const undo = async () => (await store.undo("ana", undefined, T))?.items.length;
        expect([await undo(), await undo(), await undo()]).toEqual([2, 1, undefined]);
        expect(await listed()).toEqual(["três", "dois", "um"]);
      });

      it("does not bring back twice what has been saved again", async () => {
        await save(inception);
        const { undo_token } = await store.remove("ana", [1], T);
        await save(inception);
        expect(await store.undo("ana", undo_token, T)).toMatchObject({ items: [] });
        expect(await listed()).toEqual(["Inception"]);
      });

      it("erases what was deleted thirty days ago; numbers and tokens are not given again", async () => {
        await save(inception);
        const { undo_token } = await store.remove("ana", [1], T);
        const later = T + KEPT_DELETED_MS;
        expect((await save(note("depois"), "ana", later)).id).toBe(2);
        expect(await store.undo("ana", undo_token, later)).toBeUndefined();
        const change = await store.save("ana", note("mais"), later);
        expect(Number(change.undo_token)).toBeGreaterThan(Number(undo_token));
      });
    });

    it("keeps hundreds of items and finds one of them", async () => {
      for (let at = 0; at < 300; at++) await save(note(`nota número ${at} do lote`));
      await save(inception);
      expect(await found("número 277")).toEqual(["nota número 277 do lote"]);
      expect((await store.removeAll("ana", undefined, T)).items.map(nameWithYear)[0]).toBe(
        "Inception (2010)",
      );
    });
  });
}
