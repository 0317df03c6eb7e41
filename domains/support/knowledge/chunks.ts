export type Chunk = {
  title: string;
  text: string;
  /** Other words that people ask for it by; "" where none are given. */
  keywords: string;
};

/** A chunk is shown whole; a longer passage is cut at a paragraph. */
const MOST_CHARS = 1200;
const COMMENT = /<!--([\s\S]*?)-->/g;

/**
 * A Markdown text cut at its headings of the second level and below; what stands before the first belongs to none. A
 * comment is not shown: its words are the passage's keywords, as in `<!-- parcela, prestação -->`.
 * Shape: a long passage becomes several of the same title and keywords
 */
export function chunksOf(markdown: string): Chunk[] {
  const sections = markdown.split(/^#{2,6}[ \t]+/m).slice(1);
  return sections.flatMap((section) => {
    const [title = "", ...lines] = section.split("\n");
    const body = lines.join("\n");
    const keywords = [...body.matchAll(COMMENT)].map(([, words = ""]) => words.trim()).join(" ");
    return inPieces(body.replace(COMMENT, "").trim()).map((text) => ({
      title: title.trim(),
      text,
      keywords,
    }));
  });
}

function inPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/).filter((each) => each.trim() !== "")) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + paragraph.length > MOST_CHARS) pieces.push(paragraph);
    else pieces[pieces.length - 1] = `${last}\n\n${paragraph}`;
  }
  return pieces;
}
