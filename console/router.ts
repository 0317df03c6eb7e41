import { signal } from "@preact/signals";
import { decoded } from "#shared/plain-text/decoded.ts";
import { type Query, withQuery } from "./api.ts";

/** Where in the console one is. It stands behind the `#`, so that no server and no other page is told of it. */
type Place = { parts: readonly string[]; query: URLSearchParams };

function read(): Place {
  const [path = "/", search = ""] = (location.hash.slice(1) || "/").split("?", 2);
  // A part that someone wrote by hand may not be decodable.
  const parts = path.split("/").filter(Boolean).map(decoded);
  return { parts, query: new URLSearchParams(search) };
}

export const place = signal(read());
addEventListener("hashchange", () => {
  place.value = read();
});

/** A link to a place: `href(["runs", id], { step: "2" })`. Empty values are left out. */
export const href = (parts: readonly string[], query: Query = {}): string =>
  withQuery(`#/${parts.map(encodeURIComponent).join("/")}`, query);

export const go = (parts: readonly string[], query: Query = {}): void => {
  location.hash = href(parts, query);
};

/** What stands behind the `?` under a name. */
export const queried = (name: string): string | undefined =>
  place.value.query.get(name) ?? undefined;

/** Changes what stands behind the `?`, without a step in the browser's history. */
export function setQuery(changes: Query): void {
  const { parts, query } = place.value;
  history.replaceState(null, "", href(parts, { ...Object.fromEntries(query), ...changes }));
  place.value = read();
}

/** What a list is filtered by, which stands in the address, and what the field of each filter is given. */
export function filtersOf<T extends string>(names: readonly T[]) {
  const asked = Object.fromEntries(names.map((name) => [name, queried(name)])) as Record<
    T,
    string | undefined
  >;
  const fieldOf = (name: T) => ({
    value: asked[name] ?? "",
    onValue: (value: string) => setQuery({ [name]: value }),
  });
  const clear = () => setQuery(Object.fromEntries(names.map((name) => [name, undefined])));
  return { asked, fieldOf, clear, isFiltered: Object.values(asked).some(Boolean) };
}
