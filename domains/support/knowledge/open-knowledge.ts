import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { z } from "zod";
import { errorText, RegenteError } from "#shared/contracts/errors.ts";
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

/** What a question is asked with: it helps to rank what is found, and finds nothing by itself. */
const ASKING = new Set(
  (
    "qual quais quem quanto quanta quantos quantas quando onde como porque posso pode podem tem tenho sao voce voces vc vcs ces " +
    "what which who how much many when where why can could do does did is are i you it there have has"
  ).split(" "),
);

/** The stems that a question looks for, without its small words: each once, at most 12; and those that it is about. */
function stemsWanted(query: string, locale: Locale): { wanted: string[]; telling: string[] } {
  const words = queryWords(query);
  const about = words.filter(({ said }) => !ASKING.has(said));
  const stems = (of: typeof words) => [
    ...new Set(of.map(({ indexed }) => STEMMERS[locale](indexed))),
  ];
  return { wanted: stems(words), telling: stems(about) };
}

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

/** A passage tells about a question when more of its telling words than this stand there, or one of them in the heading. */
const LEAST_SHARE = 0.5;
/** Shorter stems are looked for whole; longer ones may begin a word: "rastr" begins "rastrei". */
const LEAST_PREFIX = 4;
/** Of the words of a heading, against those of the text. */
const HEADING_WEIGHT = 4;

/**
 * A folder of Markdown files by language (`pt-BR/*.md`, `en/*.md`), cut at its headings and ranked by the stems of the
 * words that are looked for: how many of them stand there counts before how often (BM25), and a rare one counts more.
 * Held in memory: a knowledge base is small, and is read at the start.
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
  const counting = index.prepare(
    "SELECT count(*) AS many FROM words WHERE words MATCH ? AND locale = ?",
  );
  const byLocale = Map.groupBy(passages, ({ locale }) => locale);

  /** How much a word tells: the more, the fewer passages have it (the idf of BM25). */
  function rarityOf(word: string, locale: Locale): number {
    const many = Number(counting.get(termOf(word), locale)?.["many"] ?? 0);
    return Math.log(1 + ((byLocale.get(locale)?.length ?? 0) - many + 0.5) / (many + 0.5));
  }

  function find(query: string, locale: Locale, limit: number): Passage[] {
    const { wanted, telling } = stemsWanted(query, locale);
    if (telling.length === 0) return [];
    const weights = wanted.map((word) => ({ word, rarity: rarityOf(word, locale) }));
    const fitOf = ({ heading, body }: { heading: string[]; body: string[] }): number =>
      weights.reduce((sum, { word, rarity }) => {
        if (stands(word, heading)) return sum + HEADING_WEIGHT * rarity;
        return stands(word, body) ? sum + rarity : sum;
      }, 0);
    return matching
      .all(wanted.map(termOf).join(" OR "), locale)
      .flatMap((row) => passages[Number(row["place"])] ?? [])
      .filter(
        ({ heading, body }) =>
          shareOf(telling, heading) > 0 || shareOf(telling, [...heading, ...body]) > LEAST_SHARE,
      )
      .map((passage) => ({ passage, fit: fitOf(passage) }))
      .toSorted((one, other) => other.fit - one.fit)
      .map(({ passage }) => passage)
      .slice(0, limit)
      .map(({ title, text, source }) => ({ title, text, source }));
  }

  return {
    isSample,
    passages: new Map(
      [...byLocale].map(([locale, own]) => [
        locale,
        own.map(({ title, text, source }) => ({ title, text, source })),
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

/** A stem as the index is asked for it. */
const termOf = (word: string): string => (word.length < LEAST_PREFIX ? `"${word}"` : `"${word}"*`);

/** It stands among stems, or begins one of them. */
const stands = (word: string, stems: readonly string[]): boolean =>
  stems.some((each) => (word.length < LEAST_PREFIX ? each === word : each.startsWith(word)));

/** How many of the stems stand among others, or begin one of them; 0..1. */
const shareOf = (wanted: readonly string[], stems: readonly string[]): number =>
  wanted.filter((word) => stands(word, stems)).length / wanted.length;

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".md"))
      .sort();
  } catch {
    return [];
  }
}

/** How near a passage must be, -1..1, to be found by its meaning alone. */
const LEAST_LIKENESS = 0.55;
/** For what is asked, milliseconds; passages are read in the background. */
const PATIENCE_MS = 1500;
const PASSAGES_MS = 60_000;
/** Of reciprocal ranks: how much the first places count more than the next ones. */
const RANK_OFFSET = 60;
const CANDIDATES = 20;

type Read = Map<Locale, { passage: Passage; point: readonly number[] }[]>;

/**
 * A knowledge base that is searched by meaning as well: what the words find and what is near are ranked together. Where
 * there are no points, because they are not there yet or their server does not answer, the words alone decide.
 */
export function withVectors(
  knowledge: Knowledge,
  embedder: Embedder,
  warn: (reason: string) => void,
): Knowledge {
  let read: Read | undefined;
  let reading: Promise<void> | undefined;

  async function readPassages(): Promise<void> {
    const next: Read = new Map();
    try {
      for (const [locale, passages] of knowledge.passages) {
        const texts = passages.map(({ title, text }) => `${title}\n${text}`);
        const points = await embedder.embed(texts, AbortSignal.timeout(PASSAGES_MS));
        const placed = passages.map((passage, at) => ({ passage, point: points[at] ?? [] }));
        next.set(locale, placed);
      }
      read = next;
    } catch (error) {
      warn(errorText(error));
    } finally {
      reading = undefined;
    }
  }

  async function near(query: string, locale: Locale, signal: AbortSignal): Promise<Passage[]> {
    if (read === undefined) {
      // Whoever asks does not wait for the whole base; who asks later finds it read.
      reading ??= readPassages();
      return [];
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const [wanted = []] = await embedder.embed([query], limit);
    return (read.get(locale) ?? [])
      .map(({ passage, point }) => ({ passage, likeness: likeness(wanted, point) }))
      .filter((each) => each.likeness >= LEAST_LIKENESS)
      .toSorted((one, other) => other.likeness - one.likeness)
      .slice(0, CANDIDATES)
      .map(({ passage }) => passage);
  }

  return {
    ...knowledge,
    async search(query, locale, limit, signal) {
      const byWords = await knowledge.search(query, locale, CANDIDATES, signal);
      const byMeaning = await near(query, locale, signal).catch((error: unknown) => {
        warn(errorText(error));
        return [];
      });
      return together(byWords, byMeaning).slice(0, limit);
    },
    passagesRead: async () => {
      reading ??= read === undefined ? readPassages() : undefined;
      await reading;
    },
  };
}

/** Cosine; 0 for points of different spaces. */
function likeness(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let ownSize = 0;
  let otherSize = 0;
  for (const [at, value] of one.entries()) {
    const theirs = other[at] ?? 0;
    product += value * theirs;
    ownSize += value * value;
    otherSize += theirs * theirs;
  }
  return ownSize === 0 || otherSize === 0 ? 0 : product / Math.sqrt(ownSize * otherSize);
}

/** Two rankings as one, by reciprocal ranks. */
function together(...rankings: readonly (readonly Passage[])[]): Passage[] {
  const ranks = new Map<string, { passage: Passage; rank: number }>();
  for (const ranking of rankings)
    for (const [at, passage] of ranking.entries()) {
      const known = ranks.get(passage.source + passage.text)?.rank ?? 0;
      const rank = known + 1 / (RANK_OFFSET + at);
      ranks.set(passage.source + passage.text, { passage, rank });
    }
  return [...ranks.values()]
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ passage }) => passage);
}

/** Texts as points: those that mean the like are near one another. Rejects when it has none to give. */
type Embedder = {
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
};

export type EmbedderSettings = { url: string; model: string; key: string | undefined };

const answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.int(), embedding: z.array(z.number()).min(1) })),
});
/** Texts in one request. */
const BATCH = 64;

/** Every server that speaks the OpenAI embeddings API: Ollama, vLLM, OpenAI. */
export const openaiEmbedder = ({ url, model, key }: EmbedderSettings): Embedder => ({
  async embed(texts, signal) {
    const points: (readonly number[])[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const input = texts.slice(from, from + BATCH);
      const response = await fetch(`${url.replace(/\/+$/, "")}/embeddings`, {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input }),
        signal,
      });
      if (!response.ok) throw new Error(`embeddings: HTTP ${response.status}`);
      const { data } = answer.parse(await response.json());
      if (data.length !== input.length) throw new Error("embeddings: not one for each text");
      const inOrder = data.toSorted((one, other) => one.index - other.index);
      points.push(...inOrder.map(({ embedding }) => embedding));
    }
    return points;
  },
});
