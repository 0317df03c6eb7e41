import { LRUCache } from "lru-cache";
import { z } from "zod";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { ContractError, faultsOf, placed } from "#shared/contracts/errors.ts";
import { isJsonObject, ownValue } from "#shared/contracts/json.ts";
import { jsonSchema } from "#shared/contracts/json-schema.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { OUR_FILES } from "../../ports/file-store.ts";
import { HttpError } from "../http/http-error.ts";

/** The form in which a client wants its answer. */
export type AnswerFormat =
  | { type: "text" }
  | { type: "json_object" }
  | { type: "json_schema"; name: string; schema: Record<string, unknown>; strict: boolean };

/** `response_format` of a chat completion; the Responses API has the same without the inner object. */
export const responseFormat = z.looseObject({
  type: z.string(),
  json_schema: z
    .looseObject({
      name: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    })
    .optional(),
});

/** An answer in its form, or why it cannot have it. */
export type Rendered = { text: string; refusal: null } | { text: null; refusal: string };

/**
 * Errors: HttpError 400 for a form that is unknown, or a schema that says what we cannot check
 * `param` is where the request names it.
 */
export function readFormat(
  asked: z.infer<typeof responseFormat> | null | undefined,
  param: string,
): AnswerFormat {
  const type = asked?.type ?? "text";
  if (type === "text" || type === "json_object") return { type };
  if (type !== "json_schema")
    throw new HttpError(400, reason("no_answer_format", { type }), {
      code: "invalid_request",
      param: `${param}.type`,
    });
  const { name = "answer", schema, strict } = asked?.json_schema ?? {};
  if (schema === undefined)
    throw new HttpError(400, reason("format_needs_schema"), { code: "invalid_request", param });
  checkerOf(schema, param);
  return { type, name, schema, strict: strict === true };
}

/** What says nothing about values; clients' generators write it. */
const ANNOTATIONS = new Set(["$schema", "$id", "$comment", "deprecated", "readOnly", "writeOnly"]);

const withoutAnnotations = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutAnnotations)
    : isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !ANNOTATIONS.has(key))
            .map(([key, each]) => [key, withoutAnnotations(each)]),
        )
      : value;

/** Compiling takes longer than checking, and a client asks with the same schema again and again. */
const compiled = new LRUCache<string, z.ZodType>({ max: 100 });
/** Of a schema; compiling one holds everybody up, a tenth of a second for so many characters. */
const MOST_SCHEMA_CHARS = 50_000;

function checkerOf(schema: Record<string, unknown>, param: string): z.ZodType {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const refuse = (why: Reason) =>
    new HttpError(400, reason("invalid_json_schema", { why }), { param });
  if (text.length > MOST_SCHEMA_CHARS)
    throw refuse(reason("schema_too_long", { most: MOST_SCHEMA_CHARS }));
  const parsed = jsonSchema.safeParse(withoutAnnotations(schema));
  if (!parsed.success) {
    throw refuse(reason("all_of", { all: faultsOf(parsed.error).slice(0, 5).map(placed) }));
  }
  try {
    const checker = compileSchema(parsed.data);
    if (text.length < 20_000) compiled.set(text, checker);
    return checker;
  } catch (error) {
    throw refuse(
      reason("all_of", {
        all: [error instanceof ContractError ? error.why : reason("cannot_be_compiled")],
      }),
    );
  }
}

/** A value in the form that was asked for. `words` is the same for people. */
export function renderValue(
  value: Record<string, unknown>,
  words: string,
  format: AnswerFormat,
): Rendered {
  if (format.type === "text") return { text: words, refusal: null };
  if (format.type === "json_object") return { text: JSON.stringify(value), refusal: null };
  const checker = checkerOf(format.schema, "response_format");
  const fitting = fitToSchema(value, format.schema, checker);
  return fitting === undefined
    ? { text: null, refusal: words }
    : { text: JSON.stringify(fitting), refusal: null };
}

/** A turn in the form that was asked for. `origin` is what links to our own files begin with. */
export function renderTurn(turn: TurnResponse, format: AnswerFormat, origin: string): Rendered {
  return format.type === "text"
    ? { text: markdownOf(turn, origin), refusal: null }
    : renderValue(envelopeOf(turn), turn.answer, format);
}

/** A turn as one object: the answer in words, and the results of its steps. */
function envelopeOf({ status, answer, trace, sources, files, pending }: TurnResponse) {
  const keys = new Map(trace.plan?.steps.map(({ id, output_key }) => [id, output_key]));
  const done = trace.steps.filter((step) => step.status === "success");
  const results = done.map(({ id, output }): [string, unknown] => [
    keys.get(id) ?? String(id),
    output?.result ?? null,
  ]);
  const only = results.length === 1 ? results[0]?.[1] : undefined;
  return {
    status,
    explanation: answer,
    result: results.length > 1 ? Object.fromEntries<unknown>(results) : (only ?? null),
    ...(sources.length > 0 && { sources }),
    ...(files.length > 0 && { files }),
    ...(pending !== null && {
      question: pending.question,
      options: pending.options.map(({ label }) => label),
    }),
  };
}

/**
 * The part of an answer that fits a client's schema: its result, all of it, or an object put together from
 * the keys that both have. undefined when nothing fits; nothing is made up. Pure.
 * Shape: `answer` is `{status, explanation, result, ...}`
 */
export function fitToSchema(
  answer: Record<string, unknown>,
  schema: Record<string, unknown>,
  checker: z.ZodType,
): unknown {
  const { result } = answer;
  const candidates = [result, answer, matchingKeys(answer, schema)];
  return candidates.find((value) => value !== undefined && checker.safeParse(value).success);
}

/** What the schema's own keys are called in the result, else in the answer around it. */
function matchingKeys(
  answer: Record<string, unknown>,
  schema: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return undefined;
  const names = Object.keys(properties);
  const found = names.flatMap((name): [string, unknown][] => {
    const inResult = ownValue(answer["result"], name);
    const value = inResult === undefined ? ownValue(answer, name) : inResult;
    if (value !== undefined) return [[name, value]];
    // "Nothing known" is an answer where the schema takes it for one.
    return takesNull(properties[name]) ? [[name, null]] : [];
  });
  // An object with nothing but nulls says nothing.
  if (found.some(([, value]) => value !== null)) return Object.fromEntries(found);
  // A list has to be wrapped to be the root: {"elements": [...]}.
  return names.length === 1 && names[0] !== undefined
    ? { [names[0]]: answer["result"] }
    : undefined;
}

function takesNull(property: unknown): boolean {
  const type = ownValue(property, "type");
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  const either = ownValue(property, "anyOf");
  return Array.isArray(either) && either.some(takesNull);
}

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** A domain's own text may not end the link that it stands in. */
const inBrackets = (text: string): string => text.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ");

/** An address that a client may be sent to, as it is written in Markdown; undefined for any other scheme. */
export function linkTo(url: string, origin: string): string | undefined {
  const whole = url.startsWith("/") && !url.startsWith("//") ? `${origin}${url}` : url;
  return /^https?:\/\//i.test(whole)
    ? whole.replace(/[\s()<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`)
    : undefined;
}

/** Where a source or a file of elsewhere leads, which its name does not say; "" for our own. */
function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? "" : ` (${host})`;
}

/** The answer with its pictures, files and sources as Markdown, which every client shows. */
export function markdownOf({ answer, sources, files }: Told, origin: string): string {
  if (files.length === 0 && sources.length === 0) return answer;
  // One picture of a kind is enough: a chart comes as PNG for everyone and as SVG for those who ask.
  // A client loads a picture by itself, so that only our own files are any.
  const images = files.filter(
    ({ media_type, url }) => media_type.startsWith("image/") && url.startsWith(OUR_FILES),
  );
  const shown = images.find(({ media_type }) => media_type !== "image/svg+xml") ?? images[0];
  const link = (title: string, url: string) => {
    const target = linkTo(url, origin);
    return target === undefined ? inBrackets(title) : `[${inBrackets(title)}](${target})`;
  };
  const others = files
    .filter((file) => file !== shown)
    .map(({ name, url }) => `${link(name, url)}${hostOf(url)}`);
  const read = sources.map(({ title, url }) => `- ${link(title, url)}${hostOf(url)}`);
  return [
    answer,
    ...(shown === undefined ? [] : [`!${link(shown.name, shown.url)}`]),
    ...(others.length === 0 ? [] : [others.join(" · ")]),
    ...(read.length === 0 ? [] : [read.join("\n")]),
  ].join("\n\n");
}
