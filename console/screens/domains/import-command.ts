export type ToImport = {
  kind: "openapi" | "mcp";
  /** Where the document or the server is. */
  source: string;
  name: string;
  /** Where the document's service is. */
  base: string;
  /** As `--auth` takes it: the name of a variable, never its value. */
  auth: string;
};

/** What to say in a terminal to bring it in; undefined while something is missing. */
export function importCommand({ kind, source, name, base, auth }: ToImport): string | undefined {
  if (source.trim() === "" || (kind === "openapi" && base.trim() === "")) return undefined;
  const options = { base: kind === "openapi" ? base : "", name, auth };
  return [
    `npx regente import ${kind}`,
    kind === "openapi" ? quoted(source.trim()) : `--server=${quoted(source.trim())}`,
    ...Object.entries(options).flatMap(([option, value]) =>
      value.trim() === "" ? [] : [`--${option}=${quoted(value.trim())}`],
    ),
  ].join(" ");
}

/** One word of a POSIX shell, whatever stands in it. */
const quoted = (word: string): string =>
  /^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
