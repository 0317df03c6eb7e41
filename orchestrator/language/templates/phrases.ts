import {
  parseTemplate,
  TemplateError,
  type TemplateNode,
  templateError,
} from "./parse-template.ts";

const MOST_PHRASES = 300;

/**
 * Every phrase that a list entry stands for: "(porta[s]|portão) da garagem" gives three.
 * Entries that are no template, or stand for too many phrases, are taken as they are written.
 */
export function phrasesOf(entry: string): string[] {
  if (!/[()[\]|]/.test(entry)) return [entry];
  try {
    return variants(parseTemplate(entry));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [entry];
  }
}

function variants(node: TemplateNode): string[] {
  switch (node.kind) {
    case "text":
      return [node.text];
    case "choice":
      return bounded(node.options.flatMap(variants));
    case "sequence":
      return node.parts.reduce<string[]>(
        (heads, part) => {
          const tails = variants(part);
          return bounded(heads.flatMap((head) => tails.map((tail) => head + tail)));
        },
        [""],
      );
    case "permutation":
    case "slot":
    case "rule":
      throw templateError("template_words_only");
  }
}

function bounded(phrases: string[]): string[] {
  if (phrases.length > MOST_PHRASES) throw templateError("template_too_many_variants");
  return phrases;
}
