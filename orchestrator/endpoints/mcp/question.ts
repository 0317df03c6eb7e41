import type { Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { viewPending } from "../../turn/reply/question.ts";

/** A form that a client shows to its person. */
export type Form = {
  message: string;
  requestedSchema: {
    type: "object";
    properties: Record<string, FormField>;
    required: string[];
  };
};
type FormField =
  | { type: "boolean"; title: string }
  | { type: "string"; title: string; oneOf: { const: string; title: string }[] }
  | { type: "string"; title: string; maxLength: number };

/** The one field of a form. */
const FIELD = "answer";

const words: Record<
  Locale,
  { yes: string; no: string; confirm: string; choose: string; fill: string }
> = {
  "pt-BR": {
    yes: "sim",
    no: "não",
    confirm: "Confirmo, com estes valores",
    choose: "Qual",
    fill: "Resposta",
  },
  en: {
    yes: "yes",
    no: "no",
    confirm: "I confirm, with these values",
    choose: "Which one",
    fill: "Answer",
  },
};

/** The open question as a form: a confirmation shows the very parameters that it is for. */
export function formOf(pending: PendingAction): Form {
  const say = words[pending.locale];
  const { question, options } = viewPending(pending);
  const field: FormField =
    pending.kind === "confirm"
      ? { type: "boolean", title: say.confirm }
      : options.length > 0
        ? {
            type: "string",
            title: say.choose,
            oneOf: options.map(({ id, label }) => ({ const: id, title: label })),
          }
        : { type: "string", title: say.fill, maxLength: 8000 };
  const shown = pending.kind === "confirm" ? options.map(({ label }) => label) : [];
  return {
    message: [question, ...shown].join("\n"),
    requestedSchema: { type: "object", properties: { [FIELD]: field }, required: [FIELD] },
  };
}

/** What a filled-in form says, in words; undefined: it is not filled in as it should be. */
export function saidInForm(
  pending: PendingAction,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const value = content?.[FIELD];
  const say = words[pending.locale];
  if (pending.kind === "confirm")
    return typeof value === "boolean" ? (value ? say.yes : say.no) : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const { options } = viewPending(pending);
  return options.length > 0 && !options.some(({ id }) => id === value) ? undefined : value;
}
