import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { OpenWebuiSource } from "#shared/contracts/openai.ts";
import { linkTo } from "./markdown.ts";

/** Sources as Open WebUI lists them under an answer. */
export function openWebuiSources(
  { sources }: Pick<TurnResponse, "sources">,
  origin: string,
): OpenWebuiSource[] {
  return sources.flatMap(({ title, url }) => {
    const link = linkTo(url, origin);
    if (link === undefined) return [];
    const name = title || link;
    return [{ source: { name, url: link }, document: [name], metadata: [{ source: link, name }] }];
  });
}

/** A line of progress above the answer. */
export const statusEvent = (description: string, done: boolean) => ({
  type: "status" as const,
  data: { description, done },
});
