import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { ROWS } from "./rows.ts";

/**
 * Loads the project as if it had a third language: the one list of locales has one more, and each table by locale one more
 * row, its own where `rows.ts` has one and else a copy of the English one; its messages are looked for beside its words.
 * Nothing else of any file is another.
 */
const PROJECT = new URL("../../", import.meta.url).href;
const LOCALES = ["pt-BR", "en"];
const ADDED = "es";
/** Where the messages of a language are looked for. */
const MESSAGES = "new URL(`${locale}/messages/`, FOLDER)";
const OWN_MESSAGES = `new URL("../tests/third-language/${ADDED}/messages/", FOLDER)`;

type Node = { start: number; end: number };
type Change = { at: number; text: string };

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith(PROJECT) || url.includes("/node_modules/") || !url.endsWith(".ts"))
      return loaded;
    const text = readFileSync(fileURLToPath(url), "utf8");
    const path = url.slice(PROJECT.length);
    if (path === "shared/messages/messages.ts")
      return {
        ...loaded,
        source: text.replace(MESSAGES, `(locale === "${ADDED}" ? ${OWN_MESSAGES} : ${MESSAGES})`),
      };
    return text.includes(LOCALES[0] ?? "") && !path.startsWith("tests/")
      ? { ...loaded, source: withRows(path, text) }
      : loaded;
  },
});

/** The text of a file with the third language in its lists and tables. */
function withRows(path: string, text: string): string {
  const { program } = parseSync(path, text);
  const written = ({ start, end }: Node) => text.slice(start, end);
  const nameOf = (key: Node) => written(key).replace(/^"|"$/g, "");
  const changes: Change[] = [];
  const named = new Map<number, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init !== null && id.type === "Identifier") named.set(init.start, id.name);
    },
    ArrayExpression({ elements, end }) {
      const isList = elements.every((each) => each?.type === "Literal");
      const names = isList ? elements.flatMap((each) => (each === null ? [] : nameOf(each))) : [];
      if (names.join() === LOCALES.join()) changes.push({ at: end - 1, text: `, "${ADDED}"` });
    },
    ObjectExpression({ properties, start }) {
      const own = properties.flatMap((each) => (each.type === "Property" ? [each] : []));
      const [, english] = LOCALES.map((locale) => own.find(({ key }) => nameOf(key) === locale));
      const isTable = LOCALES.every((locale) => own.some(({ key }) => nameOf(key) === locale));
      if (!isTable || english === undefined) return;
      const row = ROWS[path]?.[named.get(start) ?? ""];
      const value = row ?? (english.shorthand ? "en" : written(english.value));
      const copied = english.method ? text.slice(english.key.end, english.end) : `: ${value}`;
      changes.push({ at: start + 1, text: ` ${ADDED}${row === undefined ? copied : `: ${row}`},` });
    },
  }).visit(program);
  return changes
    .toSorted((one, other) => other.at - one.at)
    .reduce((all, { at, text: row }) => all.slice(0, at) + row + all.slice(at), text);
}
