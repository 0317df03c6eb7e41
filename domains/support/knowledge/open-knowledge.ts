import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { RegenteError } from "#shared/contracts/errors.ts";
import { type Locale, locales, otherLocales } from "#shared/contracts/names.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import { chunksOf } from "./chunks.ts";

export type Passage = { title: string; text: string; source: string };

export type Knowledge = {
  /** The passages that fit, best first; those in the person's language, or in the other where there are none. */
  search(query: string, locale: Locale, limit: number): Passage[];
  /** It is the one of an invented shop. */
  isSample: boolean;
};

/** There is no knowledge base to answer from. */
export class KnowledgeError extends RegenteError {
  override readonly name = "KnowledgeError";
  readonly code = "NO_KNOWLEDGE";
}

/** A passage tells about a question when more of its words than this stand there, or one of them in the title. */
const LEAST_SHARE = 0.5;
/** "cancelar" and "cancelamento" begin alike: of a long word so many letters are looked for. */
const LONG_WORD = 8;
const BEGINNING = 6;
/** Shorter words are looked for whole. */
const LEAST_PREFIX = 4;
/** Of the words of a title, against those of the text. */
const TITLE_WEIGHT = 4;

/**
 * A folder of Markdown files by language (`pt-BR/*.md`, `en/*.md`), cut at its headings and ranked by the words that are
 * looked for (BM25), accents and plurals joined. Held in memory: a knowledge base is small, and is read at the start.
 * Errors: KnowledgeError when no file has a passage
 */
export function openKnowledge(folder: string, isSample: boolean): Knowledge {
  const passages = locales.flatMap((locale) =>
    filesOf(join(folder, locale)).flatMap((file) =>
      chunksOf(readFileSync(join(folder, locale, file), "utf8")).map((chunk) => ({
        ...chunk,
        locale,
        source: `${file}, ${chunk.title}`,
      })),
    ),
  );
  if (passages.length === 0)
    throw new KnowledgeError(`${folder}: no Markdown files with headings in ${locales.join(", ")}`);

  const index = new DatabaseSync(":memory:");
  index.exec(
    "CREATE VIRTUAL TABLE words USING fts5 (title, body, locale UNINDEXED, content = '', contentless_unindexed = 1)",
  );
  const insert = index.prepare(
    "INSERT INTO words (rowid, title, body, locale) VALUES (?, ?, ?, ?)",
  );
  for (const [at, { title, text, locale }] of passages.entries())
    insert.run(at, indexWords(title), indexWords(text), locale);
  const matching = index.prepare(
    `SELECT rowid AS place FROM words WHERE words MATCH ? AND locale = ? ORDER BY bm25(words, ${TITLE_WEIGHT}, 1) LIMIT 50`,
  );

  function find(query: string, locale: Locale, limit: number): Passage[] {
    const wanted = queryWords(query).map(({ indexed }) =>
      indexed.length < LONG_WORD ? indexed : indexed.slice(0, BEGINNING),
    );
    if (wanted.length === 0) return [];
    const expression = wanted
      .map((word) => (word.length < LEAST_PREFIX ? `"${word}"` : `"${word}"*`))
      .join(" OR ");
    return matching
      .all(expression, locale)
      .flatMap((row) => passages[Number(row["place"])] ?? [])
      .filter(
        ({ title, text }) =>
          shareOf(wanted, title) > 0 || shareOf(wanted, `${title} ${text}`) > LEAST_SHARE,
      )
      .slice(0, limit)
      .map(({ title, text, source }) => ({ title, text, source }));
  }

  return {
    isSample,
    search(query, locale, limit) {
      for (const each of [locale, ...otherLocales(locale)]) {
        const found = find(query, each, limit);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/** How many of the words stand in a text, or begin one of its words; 0..1. */
function shareOf(wanted: readonly string[], text: string): number {
  const words = indexWords(text).split(" ");
  const there = wanted.filter((word) =>
    words.some((each) => (word.length < LEAST_PREFIX ? each === word : each.startsWith(word))),
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
