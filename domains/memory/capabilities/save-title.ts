import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import { blankDraft, type Draft, nameWithYear } from "../store/memory-store.ts";
import { type LookUp, namesFor, type Title, type TitleKind } from "../titles/titles.ts";
import { type MemoryDeps, nameOf, ownerOf, shownItem, words } from "./deps.ts";

/** Keeps a draft and says so; `remark` is what else there is to say about a new one. */
async function saveDraft(
  { store, now }: MemoryDeps,
  call: Call,
  draft: Draft,
  remark?: string,
): Promise<DomainOutput> {
  const { item, isNew, undo_token } = await store.save(ownerOf(call), draft, now());
  const say = words(call.locale);
  const told = say(`${isNew ? "saved" : "saved_already"}.${item.type}`, { name: nameOf(item) });
  return success({
    result: { item: shownItem(item), already_saved: !isNew, undo_token },
    explanation: isNew && remark !== undefined ? `${told} ${remark}` : told,
  });
}

/** `{content}`, kept as it was said. */
export const saveNote =
  (deps: MemoryDeps): Handler =>
  async ({ content }, call) => {
    const text = cleanText(String(content));
    if (text === "") return failure({ code: "EMPTY", explanation: words(call.locale)("empty") });
    return saveDraft(deps, call, blankDraft("note", text));
  };

const LONGEST_DRAFT_TITLE = 200;
const LONGEST_DESCRIPTION = 2000;

const notAnAddress = (text: unknown, { locale }: Call) =>
  failure({
    code: "BAD_URL",
    explanation: words(locale)("not_an_address", {
      text: oneLine(String(text), LONGEST_DRAFT_TITLE),
    }),
  });

/** `{url, title?}`; without a title the video's site is asked for it, and the video is kept either way. */
export const saveVideo =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const url = webAddress(String(params["url"]));
    if (url === undefined) return notAnAddress(params["url"], call);
    const given = oneLine(String(params["title"] ?? ""), LONGEST_DRAFT_TITLE);
    const answer = given === "" ? await deps.pages.ofVideo(url, call.signal) : undefined;
    const info = answer !== undefined && "info" in answer ? answer.info : undefined;
    const title = given || info?.title;
    const draft = { ...blankDraft("video", title ?? url), url, description: info?.author ?? null };
    return saveDraft(deps, call, draft, titleRemark("video", title, call));
  };

/** `{url, description?}`; the page is asked for its title, and where that is not known the person's own words are one. */
export const saveLink =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const url = webAddress(String(params["url"]));
    if (url === undefined) return notAnAddress(params["url"], call);
    const own = oneLine(String(params["description"] ?? ""), LONGEST_DESCRIPTION);
    const answer = await deps.pages.ofPage(url, call.signal);
    const info = "info" in answer ? answer.info : undefined;
    const description = own || info?.description || null;
    const title = info?.title ?? (oneLine(own, LONGEST_DRAFT_TITLE) || undefined);
    const draft = { ...blankDraft("link", title ?? url), url, description };
    return saveDraft(deps, call, draft, titleRemark("link", title, call));
  };

const titleRemark = (type: "video" | "link", title: string | undefined, { locale }: Call) =>
  title === undefined ? words(locale)(`title_missing.${type}`) : undefined;

const LONGEST_TITLE = 300;

/**
 * `{title, year?, tmdb_id?}`. Without a `tmdb_id` the name is looked up: its only bearer is kept, several
 * become a question, and a name that no one knows is kept as it was said. `tmdb_id: null` is for what is
 * known not to be on TMDB.
 */
export const saveTitle =
  (deps: MemoryDeps, kind: TitleKind): Handler =>
  async (params, call) => {
    const title = oneLine(String(params["title"]), LONGEST_TITLE);
    const year = typeof params["year"] === "number" ? params["year"] : undefined;
    const { tmdb_id } = params;
    if (title === "") return failure({ code: "EMPTY", explanation: words(call.locale)("empty") });
    const draft = { ...blankDraft(kind, title), year: year ?? null };
    if (typeof tmdb_id === "number") return saveDraft(deps, call, { ...draft, tmdb_id });
    if (tmdb_id === null) return saveDraft(deps, call, draft);

    const look = await deps.titles.lookUp(kind, { title, year }, call);
    const [only, ...others] = look.titles;
    if (look.found === "near" || others.length > 0) return askWhich(kind, title, year, look, call);
    const remark = remarkOn(look, call);
    if (only === undefined) return saveDraft(deps, call, draft, remark);
    const known = { year: only.year, tmdb_id: only.tmdb_id, ...namesFor(only, title) };
    return saveDraft(deps, call, { ...draft, ...known }, remark);
  };

function askWhich(
  kind: TitleKind,
  asked: string,
  year: number | undefined,
  { found, titles, fault }: LookUp,
  { locale }: Call,
): DomainOutput {
  const say = words(locale);
  const asSaid = {
    label: say("as_said", { title: nameWithYear({ title: asked, year: year ?? null }) }),
    title: asked,
    ...(year === undefined ? {} : { year }),
    tmdb_id: null,
  };
  const question =
    found === "exact"
      ? say(`which_of.${kind}`, { count: titles.length, title: asked })
      : say(`not_quite.${kind}`, { title: asked });
  return ask({
    explanation: fault === undefined ? question : `${say(`instead.${fault}`)} ${question}`,
    candidates: [
      ...titles.map((title) => candidateOf(title, asked)),
      ...(found === "near" ? [asSaid] : []),
    ],
  });
}

/** A title as a choice: what is shown, and the parameters that picking it means. */
function candidateOf(found: Title, asked: string) {
  const { title } = namesFor(found, asked);
  const { year, tmdb_id } = found;
  return {
    label: nameWithYear({ title, year }),
    title,
    ...(year === null ? {} : { year }),
    tmdb_id,
  };
}

/** What a person should know about where the facts are from, or why there are none. */
function remarkOn({ found, source, fault }: LookUp, { locale }: Call): string | undefined {
  const say = words(locale);
  const remarks = [
    ...(fault === undefined ? [] : [say(`instead.${fault}`)]),
    ...(found === "none" ? [say("unknown_title", { source: say(`sources.${source}`) })] : []),
  ];
  return remarks.length === 0 ? undefined : remarks.join(" ");
}

/** `{title, year?}`: the films or series that a name may mean, each as the save tool wants it. */
export const enrichTitle =
  (deps: MemoryDeps, kind: TitleKind): Handler =>
  async (params, call) => {
    const title = oneLine(String(params["title"]), LONGEST_TITLE);
    const year = typeof params["year"] === "number" ? params["year"] : undefined;
    const { titles, source, fault } = await deps.titles.lookUp(kind, { title, year }, call);
    const say = words(call.locale);
    const instead = fault === undefined ? "" : `${say(`instead.${fault}`)} `;
    if (titles.length === 0)
      return failure({
        code: "NOT_FOUND",
        explanation: `${instead}${say(`title_not_found.${kind}`, { title, source: say(`sources.${source}`) })}`,
      });
    const candidates = titles.map((each) => candidateOf(each, title));
    const items = say(`count.${kind}`, { count: candidates.length });
    const lines = [say("list", { items, shown: "" }), ...candidates.map(({ label }) => label)];
    return success({
      result: { candidates, source },
      explanation: `${instead}${lines.join("\n")}`,
    });
  };

/** `{url}`: what the video's site, or its page, says it is called. */
export const enrichVideo =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const say = words(call.locale);
    const url = webAddress(String(params["url"]));
    const answer =
      url === undefined
        ? { fault: "BAD_URL" as const }
        : await deps.pages.ofVideo(url, call.signal);
    if ("fault" in answer)
      return failure({
        code: "TITLE_UNKNOWN",
        explanation: say("video_unknown"),
        metadata: { reason: answer.fault },
      });
    const { title, author } = answer.info;
    return success({
      result: { url, title, author },
      explanation: author === null ? title : `${title} (${author})`,
    });
  };
