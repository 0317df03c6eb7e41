import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Found, WebSearch } from "../search/web-search.ts";
import { type Words, words } from "../words.ts";

const LONGEST_QUERY = 400;

/** `{query, max_results?}`; `search` is undefined where no key is configured. */
export const searchWeb =
  (search: WebSearch | undefined): Handler =>
  async (params, { locale, signal }) => {
    const say = words[locale];
    const query = oneLine(String(params["query"]), LONGEST_QUERY);
    if (query === "") return failure({ code: "EMPTY_QUERY", explanation: say.emptyQuery });
    if (search === undefined)
      return failure({ code: "NOT_CONFIGURED", explanation: say.searchNotConfigured });
    const found = await search.search(query, { maxResults: Number(params["max_results"]), signal });
    if ("fault" in found)
      return failure({ code: found.fault, explanation: say.searchFailed[found.fault] });
    const { answer, hits } = found;
    return success({
      result: { query, answer, results: hits },
      explanation: tell(query, found, say),
      metadata: { sources: hits.map(({ title, url }) => ({ title, url })) },
    });
  };

/** The summary and where to read more; the parts of the pages where there is no summary. */
function tell(query: string, { answer, hits }: Found, say: Words): string {
  if (hits.length === 0 && answer === null) return say.nothingFound(query);
  const sources = hits.map(({ title, url, snippet }, at) =>
    [`${at + 1}. ${title} - ${url}`, ...(answer === null && snippet !== "" ? [snippet] : [])].join(
      "\n",
    ),
  );
  return [
    answer ?? say.found(query),
    ...(answer !== null && hits.length > 0 ? [say.sources] : []),
    ...sources,
  ].join("\n");
}
