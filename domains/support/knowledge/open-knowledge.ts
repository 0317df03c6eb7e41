import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { RegenteError } from "#shared/contracts/errors.ts";
import { type Locale, locales, otherLocales } from "#shared/contracts/names.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";

type Chunk = {
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

const STEMMERS: Readonly<Record<Locale, (word: string) => string>> = {
  // Joined plurals end in n ("nuvens"), and so does "entregam" then, whose ending the stemmer knows with its m.
  "pt-BR": (word) => stemPortuguese(word.replace(/n$/, "m")),
  en: stemEnglish,
};

/**
 * The stems of a text's words, in their order, accents and plurals joined first: people leave both out.
 * Shape: "Trocas e devoluções" gives ["troc", "e", "devoluca"]
 */
const stemsOf = (text: string, locale: Locale): string[] =>
  indexWords(text).split(" ").map(STEMMERS[locale]);

/** The stems that a question looks for, without its small words. Each once; at most 12. */
const stemsWanted = (query: string, locale: Locale): string[] => [
  ...new Set(queryWords(query).map(({ indexed }) => STEMMERS[locale](indexed))),
];

export type Passage = { title: string; text: string; source: string };

export type Knowledge = {
  /** The passages that fit, best first; those in the person's language, or in the other where there are none. */
  search(query: string, locale: Locale, limit: number, signal: AbortSignal): Promise<Passage[]>;
  /** All of them, by language. */
  passages: ReadonlyMap<Locale, readonly Passage[]>;
  /** Resolves when all that a search may use has been read. */
  passagesRead(): Promise<void>;
  /** It is the one of an invented shop. */
  isSample: boolean;
};

/** There is no knowledge base to answer from. */
export class KnowledgeError extends RegenteError {
  override readonly name = "KnowledgeError";
  readonly code = "NO_KNOWLEDGE";
}

/** A passage tells about a question when more of its words than this stand there, or one of them in the heading. */
const LEAST_SHARE = 0.5;
/** Shorter stems are looked for whole; longer ones may begin a word: "rastr" begins "rastrei". */
const LEAST_PREFIX = 4;
/** Of the words of a heading, against those of the text. */
const HEADING_WEIGHT = 4;

/**
 * A folder of Markdown files by language (`pt-BR/*.md`, `en/*.md`), cut at its headings and ranked by the stems of the
 * words that are looked for (BM25). Held in memory: a knowledge base is small, and is read at the start.
 * Errors: KnowledgeError when no file has a passage
 */
export function openKnowledge(folder: string, isSample: boolean): Knowledge {
  const passages = locales.flatMap((locale) =>
    filesOf(join(folder, locale)).flatMap((file) =>
      chunksOf(readFileSync(join(folder, locale, file), "utf8")).map(({ keywords, ...chunk }) => ({
        ...chunk,
        locale,
        source: `${file}, ${chunk.title}`,
        heading: stemsOf(`${chunk.title} ${keywords}`, locale),
        body: stemsOf(chunk.text, locale),
      })),
    ),
  );
  if (passages.length === 0)
    throw new KnowledgeError(`${folder}: no Markdown files with headings in ${locales.join(", ")}`);

  const index = new DatabaseSync(":memory:");
  index.exec(
    "CREATE VIRTUAL TABLE words USING fts5 (heading, body, locale UNINDEXED, content = '', contentless_unindexed = 1)",
  );
  const insert = index.prepare(
    "INSERT INTO words (rowid, heading, body, locale) VALUES (?, ?, ?, ?)",
  );
  for (const [at, { heading, body, locale }] of passages.entries())
    insert.run(at, heading.join(" "), body.join(" "), locale);
  const matching = index.prepare(
    `SELECT rowid AS place FROM words WHERE words MATCH ? AND locale = ? ORDER BY bm25(words, ${HEADING_WEIGHT}, 1) LIMIT 50`,
  );

  function find(query: string, locale: Locale, limit: number): Passage[] {
    const wanted = stemsWanted(query, locale);
    if (wanted.length === 0) return [];
    const expression = wanted
      .map((word) => (word.length < LEAST_PREFIX ? `"${word}"` : `"${word}"*`))
      .join(" OR ");
    return matching
      .all(expression, locale)
      .flatMap((row) => passages[Number(row["place"])] ?? [])
      .filter(
        ({ heading, body }) =>
          shareOf(wanted, heading) > 0 || shareOf(wanted, [...heading, ...body]) > LEAST_SHARE,
      )
      .slice(0, limit)
      .map(({ title, text, source }) => ({ title, text, source }));
  }

  return {
    isSample,
    passages: new Map(
      locales.map((locale) => [
        locale,
        passages
          .filter((each) => each.locale === locale)
          .map(({ title, text, source }) => ({ title, text, source })),
      ]),
    ),
    passagesRead: async () => undefined,
    async search(query, locale, limit) {
      for (const each of [locale, ...otherLocales(locale)]) {
        const found = find(query, each, limit);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/** How many of the stems stand among others, or begin one of them; 0..1. */
function shareOf(wanted: readonly string[], stems: readonly string[]): number {
  const there = wanted.filter((word) =>
    stems.some((each) => (word.length < LEAST_PREFIX ? each === word : each.startsWith(word))),
  );
  return there.length / wanted.length;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".md"))
      .sort();
  } catch {
    return [];
  }
}
