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

/** A template that cannot be used; the message says why, and where in it. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

const NOTHING: TemplateNode = { kind: "text", text: "" };
const CLOSING = { "(": ")", "[": "]" } as const;
const DEEPEST = 30;
const PLAIN = /[^()[\]{}<>|;]*/y;

/**
 * Reads hassil-like syntax: `[optional]`, `(this|that)`, `(any;order)`, `{entity}`, `{list:entity}`, `<rule>`.
 * Errors: TemplateError; positions count from 1
 * Cost:   one pass
 */
export function parseTemplate(template: string): TemplateNode {
  let at = 0;

  /** Alternatives up to `close`, or to the end of the template. */
  function group(close: string | undefined, depth: number): TemplateNode {
    if (depth > DEEPEST) throw new TemplateError(`nested too deeply at ${at}`);
    const opened = at;
    const options: TemplateNode[] = [];
    const inOrder: TemplateNode[] = [];
    let parts: TemplateNode[] = [];
    for (;;) {
      const letter = template[at];
      if (letter === undefined) {
        if (close !== undefined)
          throw new TemplateError(`"${close}" is missing for what opens at ${opened}`);
        break;
      }
      at++;
      if (letter === close) break;
      if (letter === "|") {
        options.push(sequence(parts));
        parts = [];
      } else if (letter === ";" && close === ")") {
        inOrder.push(sequence(parts));
        parts = [];
      } else if (letter === "(" || letter === "[") {
        const inner = group(CLOSING[letter], depth + 1);
        parts.push(letter === "[" ? { kind: "choice", options: [inner, NOTHING] } : inner);
      } else if (letter === "{") parts.push(slot(until("}")));
      else if (letter === "<") parts.push({ kind: "rule", name: until(">").trim() });
      else if (letter === ")" || letter === "]")
        throw new TemplateError(`"${letter}" at ${at} closes nothing`);
      else parts.push({ kind: "text", text: letter + plainText() });
    }
    if (inOrder.length > 0) {
      if (options.length > 0)
        throw new TemplateError(`"|" and ";" in the group that opens at ${opened}`);
      return { kind: "permutation", parts: [...inOrder, sequence(parts)] };
    }
    options.push(sequence(parts));
    return options.length === 1 ? (options[0] ?? NOTHING) : { kind: "choice", options };
  }

  function plainText(): string {
    PLAIN.lastIndex = at;
    const text = PLAIN.exec(template)?.[0] ?? "";
    at += text.length;
    return text;
  }

  function until(close: string): string {
    const end = template.indexOf(close, at);
    if (end < 0) throw new TemplateError(`"${close}" is missing for what opens at ${at}`);
    const inside = template.slice(at, end);
    at = end + 1;
    return inside;
  }

  function slot(inside: string): TemplateNode {
    const [source = "", entity = source] = inside.split(":").map((part) => part.trim());
    if (source === "") throw new TemplateError(`{} at ${at - 1} needs a name`);
    return { kind: "slot", source, entity };
  }

  return group(undefined, 0);
}

const sequence = (parts: readonly TemplateNode[]): TemplateNode =>
  parts.length === 1 ? (parts[0] ?? NOTHING) : { kind: "sequence", parts };
