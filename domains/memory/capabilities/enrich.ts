import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import type { TitleKind } from "../titles/titles.ts";
import { words } from "../words.ts";
import type { MemoryDeps } from "./deps.ts";
import { candidateOf } from "./save-title.ts";

const LONGEST_TITLE = 300;

/** `{title, year?}`: the films or series that a name may mean, each as the save tool wants it. */
export const enrichTitle =
  (deps: MemoryDeps, kind: TitleKind): Handler =>
  async (params, call) => {
    const title = oneLine(String(params["title"]), LONGEST_TITLE);
    const year = typeof params["year"] === "number" ? params["year"] : undefined;
    const { titles, source, fault } = await deps.titles.lookUp(kind, { title, year }, call);
    const say = words[call.locale];
    const instead = fault === undefined ? "" : `${say.instead(fault)} `;
    if (titles.length === 0)
      return failure({
        code: "NOT_FOUND",
        explanation: `${instead}${say.titleNotFound(kind, title, source)}`,
      });
    const candidates = titles.map((each) => candidateOf(each, title));
    return success({
      result: { candidates, source },
      explanation: `${instead}${say.titlesFound(
        kind,
        candidates.map(({ label }) => label),
      )}`,
    });
  };

/** `{url}`: what the video's site, or its page, says it is called. */
export const enrichVideo =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const say = words[call.locale];
    const url = webAddress(String(params["url"]));
    const answer =
      url === undefined
        ? { fault: "BAD_URL" as const }
        : await deps.pages.ofVideo(url, call.signal);
    if ("fault" in answer)
      return failure({
        code: "TITLE_UNKNOWN",
        explanation: say.videoUnknown,
        metadata: { reason: answer.fault },
      });
    const { title, author } = answer.info;
    return success({ result: { url, title, author }, explanation: say.videoFound(title, author) });
  };
