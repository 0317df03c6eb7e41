import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Knowledge } from "../knowledge/open-knowledge.ts";
import { words } from "../words.ts";

const LONGEST_QUERY = 500;

/** `{query, limit?}`: the best passage whole, and the titles of the next ones. */
export const searchFaq =
  (knowledge: Knowledge): Handler =>
  async (params, { locale, signal }) => {
    const say = words[locale];
    const query = oneLine(String(params["query"]), LONGEST_QUERY);
    if (query === "") return failure({ code: "EMPTY_QUERY", explanation: say.emptyQuery });
    const results = await knowledge.search(query, locale, Number(params["limit"]), signal);
    const { isSample: is_sample } = knowledge;
    const [best, ...others] = results;
    const explanation =
      best === undefined
        ? say.nothingFound(query)
        : [
            `${best.title}: ${best.text}`,
            ...(others.length === 0 ? [] : [say.seeAlso(others.map(({ title }) => title))]),
            ...(is_sample ? [say.sampleKnowledge] : []),
          ].join("\n\n");
    return success({ result: { results, is_sample }, explanation });
  };
