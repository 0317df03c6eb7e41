import type { JsonSchema } from "../../contracts/json-schema.ts";

/** A value that a request carries. */
export type Slot = { name: string; schema: JsonSchema; required: boolean };

/** More in one template would be too many variants. */
export const MOST_SLOTS = 3;
/** What only says how much of a list is sent. */
const PAGING =
  /^(?:page|per_?page|page_?size|limit|offset|cursor|sort|order_?by|fields|include|expand)$/i;

/** Names of what is written, of numbers that stand for a thing, and of what only says more of it. */
export const CONTENT =
  /(^|_)(content|prompt|contents|message|body|note|comment|caption|description|details)$/i;
export const NUMBERED = /(^|_)(id|number|no|num|code|index|position)$/i;
export const QUALIFYING =
  /(^|_)(period|currency|date|day|time|since|until|from|to|before|after|start|end|format|language|locale|lang|status|state|type|kind|unit|units|order|direction|filter|scope|role|mode|version|timezone|zone|market|region|country|callback|token|key|secret|etag|tenant)$/i;

export const bare = (name: string): string => name.replace(/_text$/, "");
export const isNumber = ({ schema: { type } }: Slot): boolean =>
  type === "integer" || type === "number";
export const isText = ({ schema: { type, enum: values, format } }: Slot): boolean =>
  type === "string" && values === undefined && format !== "date" && format !== "date-time";
export const isListed = ({ schema: { enum: values } }: Slot): boolean => values !== undefined;
export const names = (slot: Slot): boolean => isText(slot) && !QUALIFYING.test(bare(slot.name));

/** What a sentence carries: nothing is said of switches and pages, nor twice of `period_text` and of what it means. */
export function mentioned(slots: readonly Slot[]): Slot[] {
  const known = new Set(slots.map(({ name }) => name));
  return slots.filter(
    ({ name, schema, required }) =>
      required || (!PAGING.test(name) && schema.type !== "boolean" && !known.has(`${name}_text`)),
  );
}
