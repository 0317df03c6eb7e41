import { matchTitles } from "./match-titles.ts";
import type { Asking, Title, TitleCatalogue, TitleKind, TitlesFault, Wanted } from "./titles.ts";

/** More choices than these are a list no one reads. */
const MOST_CHOICES = 5;

/**
 * What is known about a name. `exact`: these are its only bearers; `near`: names like it; `none`: nothing.
 * `source` is who says so; `fault` why it was not TMDB although it was asked.
 */
export type LookUp = {
  found: "exact" | "near" | "none";
  titles: readonly Title[];
  source: "tmdb" | "embedded";
  fault?: TitlesFault;
};

export type Titles = {
  lookUp(kind: TitleKind, wanted: Wanted, asking: Asking): Promise<LookUp>;
};

/** TMDB where it is configured, the embedded list where it is not or does not answer. */
export function openTitles(embedded: TitleCatalogue, tmdb: TitleCatalogue | undefined): Titles {
  return {
    async lookUp(kind, wanted, asking) {
      const live = await tmdb?.find(kind, wanted, asking);
      if (live !== undefined && "titles" in live)
        return { ...judge(live.titles, wanted), source: "tmdb" };
      const own = await embedded.find(kind, wanted, asking);
      const titles = "titles" in own ? own.titles : [];
      const fault = live === undefined ? {} : { fault: live.fault };
      return { ...judge(titles, wanted), source: "embedded", ...fault };
    },
  };
}

function judge(all: readonly Title[], wanted: Wanted): Pick<LookUp, "found" | "titles"> {
  const { exact, titles } = matchTitles(all, wanted);
  const found = titles.length === 0 ? "none" : exact ? "exact" : "near";
  return { found, titles: titles.slice(0, MOST_CHOICES) };
}
