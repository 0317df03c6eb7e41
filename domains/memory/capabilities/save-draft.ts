import type { DomainOutput } from "#shared/contracts/output.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import { blankDraft, type Draft } from "../items/item.ts";
import { nameOf, words } from "../words.ts";
import { type MemoryDeps, ownerOf, shownItem } from "./deps.ts";

/** Keeps a draft and says so; `remark` is what else there is to say about a new one. */
export async function saveDraft(
  { store, now }: MemoryDeps,
  call: Call,
  draft: Draft,
  remark?: string,
): Promise<DomainOutput> {
  const { item, isNew, undo_token } = await store.save(ownerOf(call), draft, now());
  const say = words[call.locale];
  const told = (isNew ? say.saved : say.savedAlready)[item.type](nameOf(item));
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
    if (text === "") return failure({ code: "EMPTY", explanation: words[call.locale].empty });
    return saveDraft(deps, call, blankDraft("note", text));
  };

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2000;

const notAnAddress = (text: unknown, { locale }: Call) =>
  failure({
    code: "BAD_URL",
    explanation: words[locale].notAnAddress(oneLine(String(text), LONGEST_TITLE)),
  });

/** `{url, title?}`; without a title the video's site is asked for it, and the video is kept either way. */
export const saveVideo =
  (deps: MemoryDeps): Handler =>
  async (params, call) => {
    const url = webAddress(String(params["url"]));
    if (url === undefined) return notAnAddress(params["url"], call);
    const given = oneLine(String(params["title"] ?? ""), LONGEST_TITLE);
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
    const title = info?.title ?? (oneLine(own, LONGEST_TITLE) || undefined);
    const draft = { ...blankDraft("link", title ?? url), url, description };
    return saveDraft(deps, call, draft, titleRemark("link", title, call));
  };

const titleRemark = (type: "video" | "link", title: string | undefined, { locale }: Call) =>
  title === undefined ? words[locale].titleMissing[type] : undefined;
