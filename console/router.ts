import { signal } from "@preact/signals";

/** Where in the console one is. It stands behind the `#`, so that no server and no other page is told of it. */
export type Place = { path: string; parts: readonly string[]; query: URLSearchParams };

function read(): Place {
  const [path = "/", search = ""] = (location.hash.slice(1) || "/").split("?", 2);
  const parts = path.split("/").filter(Boolean).map(decoded);
  return { path, parts, query: new URLSearchParams(search) };
}

/** A part that someone wrote by hand may not be decodable; then it means itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const place = signal(read());
addEventListener("hashchange", () => {
  place.value = read();
});

type Query = Readonly<Record<string, string | undefined>>;

/** A link to a place: `href(["runs", id], { step: "2" })`. Empty values are left out. */
export function href(parts: readonly string[], query: Query = {}): string {
  const kept = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = new URLSearchParams(kept).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

export const go = (parts: readonly string[], query: Query = {}): void => {
  location.hash = href(parts, query);
};

/** Changes what stands behind the `?`, without a step in the browser's history. */
export function setQuery(changes: Query): void {
  const { parts, query } = place.value;
  const all = { ...Object.fromEntries(query), ...changes };
  history.replaceState(null, "", href(parts, all));
  place.value = read();
}
