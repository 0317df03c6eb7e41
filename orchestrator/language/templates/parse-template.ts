import { type Given, type Reason, type ReasonCode, reason } from "#shared/messages/reason.ts";

/** A parsed template. Whitespace in `text` counts: `[o ]volume` and `alarme[s]` are words in parts. */
export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "sequence"; readonly parts: readonly TemplateNode[] }
  | { readonly kind: "choice"; readonly options: readonly TemplateNode[] }
  /** Any order: `(a;b)`. */
  | { readonly kind: "permutation"; readonly parts: readonly TemplateNode[] }
  /** `{source}` or `{source:entity}`: words of a source, kept under the entity's name. */
  | { readonly kind: "slot"; readonly source: string; readonly entity: string }
  | { readonly kind: "rule"; readonly name: string };

/** A template that cannot be used; `why` says so, and where in it. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly why: Reason;
  constructor(why: Reason) {
    super(why.code);
    this.why = why;
  }
}

export const templateError = <Code extends ReasonCode>(code: Code, ...given: Given<Code>) =>
  new TemplateError(reason(code, ...given));

const NOTHING: TemplateNode = { kind: "text", text: "" };
const DEEPEST = 30;
const PLAIN = /[^()[\]{}<>|;]*/y;

/**
 * Reads hassil-like syntax: `[optional]`, `(this|that)`, `(any;order)`, `{entity}`, `{list:entity}`, `<rule>`.
 * Errors: TemplateError; positions count from 1
 * Cost:   one pass
 */
export const parseTemplate = (template: string): TemplateNode =>
  new Reader(template).group(undefined, 0);

class Reader {
  readonly #template: string;
  #at = 0;
  constructor(template: string) {
    this.#template = template;
  }

  /** Alternatives up to `close`, or to the end of the template. */
  group(close: string | undefined, depth: number): TemplateNode {
    if (depth > DEEPEST) throw templateError("template_too_deep", { place: this.#at });
    const opened = this.#at;
    const options: TemplateNode[] = [];
    const inOrder: TemplateNode[] = [];
    let parts: TemplateNode[] = [];
    for (let letter = this.#next(close, opened); letter !== close; ) {
      if (letter === "|" || (letter === ";" && close === ")")) {
        (letter === "|" ? options : inOrder).push(sequence(parts));
        parts = [];
      } else parts.push(this.#part(letter ?? "", depth));
      letter = this.#next(close, opened);
    }
    if (inOrder.length === 0) return choice([...options, sequence(parts)]);
    if (options.length === 0) return { kind: "permutation", parts: [...inOrder, sequence(parts)] };
    throw templateError("template_mixed_group", { place: opened });
  }

  /** The next letter; undefined at the end, where no group is open. */
  #next(close: string | undefined, opened: number): string | undefined {
    const letter = this.#template[this.#at++];
    if (letter === undefined && close !== undefined)
      throw templateError("template_close_missing", { close, place: opened });
    return letter;
  }

  /** What begins with a letter. */
  #part(letter: string, depth: number): TemplateNode {
    switch (letter) {
      case "(":
        return this.group(")", depth + 1);
      case "[":
        return { kind: "choice", options: [this.group("]", depth + 1), NOTHING] };
      case "{":
        return this.#slot(this.#until("}"));
      case "<":
        return { kind: "rule", name: this.#until(">").trim() };
      case ")":
      case "]":
        throw templateError("template_closes_nothing", { letter, place: this.#at });
      default:
        return { kind: "text", text: letter + this.#plainText() };
    }
  }

  #plainText(): string {
    PLAIN.lastIndex = this.#at;
    const text = PLAIN.exec(this.#template)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }

  #until(close: string): string {
    const end = this.#template.indexOf(close, this.#at);
    if (end < 0) throw templateError("template_close_missing", { close, place: this.#at });
    const inside = this.#template.slice(this.#at, end);
    this.#at = end + 1;
    return inside;
  }

  #slot(inside: string): TemplateNode {
    const [source = "", entity = source] = inside.split(":").map((part) => part.trim());
    if (source === "") throw templateError("template_needs_name", { place: this.#at - 1 });
    return { kind: "slot", source, entity };
  }
}

const choice = (options: readonly TemplateNode[]): TemplateNode =>
  options.length === 1 ? (options[0] ?? NOTHING) : { kind: "choice", options };

const sequence = (parts: readonly TemplateNode[]): TemplateNode =>
  parts.length === 1 ? (parts[0] ?? NOTHING) : { kind: "sequence", parts };
