import { z } from "zod";
import { type Entities, entityValue } from "#shared/contracts/intent.ts";
import { ownValue } from "#shared/contracts/json.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import {
  MOST_SHOWN_ANSWERS,
  MOST_SHOWN_CHARS,
  MOST_SHOWN_FILES,
  MOST_SHOWN_ITEMS,
  type ShownAnswer,
  type ShownItem,
} from "#shared/contracts/pending.ts";
import { keysOf, type ResultItems } from "#shared/contracts/result-items.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Outcome } from "../outcome.ts";
import type { Turn } from "../turn.ts";

const MOST_SAID_CHARS = 500;
const MOST_LABEL_CHARS = 300;
const MOST_FRAMES = 10;

/** For what was spoken of, and not shown. */
export const NOTHING_SHOWN: ShownAnswer = {
  ...{ said: "", text: "", whole: false, frames: [], followups: [], items: [] },
  ...{ list: false, acted: false, outside: [] },
};

type Shown = Pick<ShownAnswer, "items" | "list" | "limit">;
const NOTHING: Shown = { items: [], list: false };

/** The session's last answers with this one. What asked back, or failed, showed nothing. Pure. */
export function noteShown(
  { state: { shown: before }, entry, snapshot: { catalogue }, locale, startedAt: at }: Turn,
  outcome: Outcome,
  outside: readonly string[],
): ShownAnswer[] {
  const { status, frames, steps, intent, answer, files, receipts } = outcome;
  const isTold = status === "success" && steps.some((step) => step.status === "success");
  if (!isTold) return [...before];
  const showing = (chosen: readonly StepTrace[]) =>
    chosen.map((step) => shownBy(step, catalogue, locale)).reduce(joined, NOTHING);
  const read = showing(steps.filter((step) => effectOf(step, catalogue) === "read"));
  const shown = read.items.length > 0 || read.list ? read : showing(steps);
  const last = before.at(-1);
  // What was done with an answer is something new where it can be named.
  if (frames.length === 0 && (shown.items.length === 0 || last === undefined)) return [...before];
  const fresh: ShownAnswer = {
    said: oneLine(entry.input_text, MOST_SAID_CHARS),
    text: answer.slice(0, MOST_SHOWN_CHARS).toWellFormed(),
    whole: answer.length <= MOST_SHOWN_CHARS && files.length <= MOST_SHOWN_FILES,
    ...(files.length > 0 && { files: files.slice(0, MOST_SHOWN_FILES) }),
    frames: (frames.length === 0 && last !== undefined ? last.frames : frames).slice(
      0,
      MOST_FRAMES,
    ),
    followups: intent.followups.slice(0, MOST_FRAMES),
    ...shown,
    items: shown.items.slice(0, MOST_SHOWN_ITEMS),
    at,
    acted: receipts.length > 0,
    outside: [...outside].slice(0, 20),
  };
  return [...before, fresh].slice(-MOST_SHOWN_ANSWERS);
}

const effectOf = ({ domain, capability }: StepTrace, catalogue: Catalogue) =>
  catalogue.capability(domain, capability)?.effect;

function joined(one: Shown, other: Shown): Shown {
  if (one.items.length === 0 && !one.list) return other;
  if (other.items.length === 0) return one;
  return { ...one, list: true, items: [...one.items, ...other.items] };
}

/** What one step's answer shows, as its manifest declares it; a domain's answer that does not keep to it shows nothing. */
function shownBy(
  { domain, capability, status, output }: StepTrace,
  catalogue: Catalogue,
  locale: Locale,
): Shown {
  const declared = catalogue.capability(domain, capability)?.spec.result_items;
  if (declared === undefined || status !== "success" || output === null) return NOTHING;
  return itemsIn(output.result, domain, declared, locale);
}

/** The items that a result holds, as its manifest declares them. Pure. */
export function itemsIn(
  result: unknown,
  domain: string,
  declared: ResultItems,
  locale: Locale,
): Shown {
  const found = valueAt(result, declared.path);
  const list = Array.isArray(found);
  const items = (list ? (found as unknown[]) : [found])
    .slice(0, MOST_SHOWN_ITEMS)
    .map((item) => itemOf(item, domain, declared, locale))
    .filter((item) => item !== undefined);
  return { items, list, ...(declared.limit !== undefined && { limit: declared.limit }) };
}

function itemOf(
  item: unknown,
  domain: string,
  { label, entity, said_as, starts }: ResultItems,
  locale: Locale,
): ShownItem | undefined {
  const entities: Entities = {};
  for (const [name, path] of Object.entries(entity)) {
    const { data } = entityValue.safeParse(valueAt(item, path));
    if (data === undefined) return undefined;
    entities[name] = data;
  }
  const form = (said_as && inLocale(said_as, locale)) ?? `{${Object.keys(entities)[0] ?? ""}}`;
  const said = Object.entries(entities).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
    form,
  );
  const called = valueAt(item, label);
  if (typeof called !== "string" && typeof called !== "number") return undefined;
  return {
    domain,
    label: oneLine(String(called), MOST_LABEL_CHARS),
    entities,
    said_as: oneLine(said, MOST_LABEL_CHARS),
    ...startOf(starts === undefined ? undefined : valueAt(item, starts)),
  };
}

/** A date-time that says where it is; a domain's answer that does not keep to it says nothing. */
function startOf(value: unknown): Pick<ShownItem, "starts_at"> {
  const { data } = z.iso.datetime({ offset: true }).safeParse(value);
  return data === undefined ? {} : { starts_at: Date.parse(data) };
}

const valueAt = (value: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>((inside, key) => ownValue(inside, key), value);
