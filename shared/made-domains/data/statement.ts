/** A statement as databases take it: numbered places, and the parameter that each of them stands for. */
export type Statement = { text: string; order: readonly string[] };

/** What is no parameter although it holds a colon: texts, names in quotes, comments, PostgreSQL's casts. */
const PIECES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|:([A-Za-z_][A-Za-z0-9_]*)/g;

/** `:name` as `$1` (PostgreSQL) or `?1` (SQLite); the same name twice is one place. */
export function readStatement(sql: string, mark: "$" | "?"): Statement {
  const order: string[] = [];
  const text = sql.replace(PIECES, (piece, name: string | undefined) => {
    if (name === undefined) return piece;
    if (!order.includes(name)) order.push(name);
    return `${mark}${order.indexOf(name) + 1}`;
  });
  return { text, order };
}

/** Two ways of writing one statement: white space and the semicolon at the end say nothing. */
export const isSameStatement = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (sql: string) => sql.replace(/\s+/g, " ").replace(/;\s*$/, "").trim();
