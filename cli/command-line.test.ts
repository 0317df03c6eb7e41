import { afterEach, describe, expect, it, vi } from "vitest";
import { locales } from "#shared/contracts/names.ts";

type CommandLine = typeof import("./command-line.ts");
type Tree = Awaited<ReturnType<typeof import("./command-line.ts")["commandTree"]>>;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The whole terminal, loaded in a language, with commands that do nothing. */
async function load(locale: (typeof locales)[number]) {
  vi.resetModules();
  for (const name of ["LC_ALL", "LC_MESSAGES"]) vi.stubEnv(name, "");
  vi.stubEnv("LANG", locale === "pt-BR" ? "pt_BR.UTF-8" : "en_US.UTF-8");
  const { runCommandLine }: CommandLine = await import("./command-line.ts");
  const { commandTree } = await import("./command-line.ts");
  const tree = async (asked?: string) => {
    const loaded = await commandTree(asked);
    idle(loaded, []);
    return loaded;
  };
  const regente = async (...words: string[]) => {
    const said = { out: "", err: "" };
    const surroundings = {
      stdout: {
        write(text: string) {
          said.out += text;
        },
      },
      stderr: {
        write(text: string) {
          said.err += text;
        },
      },
      env: process.env,
      exitCode: undefined,
    };
    await runCommandLine(words, surroundings, tree);
    return { code: surroundings.exitCode, ...said };
  };
  return { paths: async () => idle(await commandTree(), []), regente };
}

/** Where each command and group is; what they do is taken away. */
function idle(tree: Tree, path: readonly string[]): (readonly string[])[] {
  const below = tree.getAllEntries().flatMap(({ name: { original }, target }) => {
    const there = [...path, original];
    if ("getAllEntries" in target) return idle(target, there);
    Object.assign(target, { loader: async () => () => undefined });
    return [there];
  });
  return [path, ...below];
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|([^\s"]*="[^"]*")|(\S+)/g)].map(
    ([, text, option, word]) => text ?? option?.replaceAll('"', "") ?? word ?? "",
  );

describe.each(locales)("in %s", (locale) => {
  it("has a page for each command, with how it is called and examples that would be taken", async () => {
    const { paths: allPaths, regente } = await load(locale);
    const paths = await allPaths();
    expect(paths.length).toBeGreaterThan(25);
    const [usage, examples] = locale === "en" ? ["USAGE", "EXAMPLES"] : ["USO", "EXEMPLOS"];
    for (const path of paths) {
      const { code, out, err } = await regente(...path, "--help");
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain(`${usage}\n  npx regente ${path.join(" ")}`.trimEnd());
      const [, shown = ""] = out.split(`\n${examples}\n`);
      expect(shown).toMatch(/^ {2}\S/);
      for (const line of shown.slice(0, shown.indexOf("\n\n")).split("\n")) {
        const [, given] = /npx regente ((?!"\$@").*?)(?: [<>|]|$)/.exec(line) ?? [];
        if (given !== undefined)
          expect([line, await regente(...wordsOf(given))]).toMatchObject([
            line,
            { code: 0, err: "" },
          ]);
      }
    }
  });

  it("shows a command's page by three ways", async () => {
    const { regente } = await load(locale);
    const page = await regente("runs", "list", "--help");
    expect(await regente("help", "runs", "list")).toEqual(page);
    expect(await regente("runs", "list", "-h")).toEqual(page);
  });
});

it("says everything in both languages", async () => {
  const lines = async (locale: (typeof locales)[number]) => {
    const { paths, regente } = await load(locale);
    const pages = await Promise.all((await paths()).map((path) => regente(...path, "--help")));
    return new Set(pages.flatMap(({ out }) => out.split("\n").map((line) => line.trim())));
  };
  const english = await lines("en");
  const inBoth = [...(await lines("pt-BR"))].filter((line) => english.has(line));
  // Command lines, and nothing that is said.
  expect(inBoth.filter((line) => !/^$|regente|^npm start$/.test(line))).toEqual([]);
});

describe("a slip", () => {
  it.each([
    ["in a command", ["explian"], "There is no command explian. Did you mean explain?"],
    ["in a group's command", ["runs", "lst"], "There is no command lst. Did you mean list?"],
    ["that turns letters", ["aks"], "There is no command aks. Did you mean ask?"],
    ["that leaves two", ["kes"], "There is no command kes. Did you mean keys?"],
    ["that is another word", ["blah"], "There is no command blah."],
    ["in an option", ["ask", "hi", "--jsn"], "There is no option --jsn. Did you mean --json?"],
    ["in a short option", ["ask", "hi", "-x"], "There is no option -x."],
    ["in an option of regente", ["--hlep"], "There is no option --hlep."],
    ["of one letter", ["ask", "hi", "--x"], "There is no option --x."],
    ["that every object has", ["ask", "hi", "--constructor"], "There is no option --constructor."],
    ["that every object has, as a command", ["constructor"], "There is no command constructor."],
  ])("%s is told, with what was probably meant", async (_where, words, told) => {
    const { regente } = await load("en");
    const { code, out, err } = await regente(...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    const see: unknown = expect.stringMatching(/^See: npx regente .*--help$/);
    expect(err.split("\n")).toEqual([told, see, ""]);
  });
});

it.each([
  ["an option without its value", ["ask", "hi", "--session"], "--session needs a value"],
  ["an empty value", ["ask", "hi", "--session="], "--session needs a value"],
  ["an empty word for a value", ["ask", "hi", "--session", ""], "--session needs a value"],
  ["another option for a value", ["ask", "hi", "--session", "--json"], "--session needs a value"],
  ["a value of two lines", ["ask", "hi", "--session=a\nb"], "There is no option"],
  ["a value for a switch", ["ask", "hi", "--json=maybe"], "--json does not accept that value"],
  ["an option twice", ["ask", "hi", "--url", "a", "--url", "b"], "--url was given twice"],
  ["a value that is none of those", ["runs", "--status", "good"], "only running, waiting"],
  ["too few words", ["replay"], "RUN is missing."],
  ["no number of minutes", ["schedules", "postpone", "sch_1", "soon"], 'MINUTES cannot be "soon".'],
  ["too many words", ["replay", "run_1", "run_2"], '"run_2" is one word too many.'],
])("refuses %s in one line, and says where the rest stands", async (_what, words, told) => {
  const { regente } = await load("en");
  const { code, out, err } = await regente(...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(told);
  expect(err.split("\n")).toHaveLength(3);
});

it.each([
  ["a group without a word", ["runs"]],
  ["a group with options only", ["runs", "--status", "failure"]],
  ["words after --, whatever they begin with", ["ask", "--", "--help", "-x"]],
])("takes %s", async (_what, words) => {
  const { regente } = await load("en");
  expect(await regente(...words)).toEqual({ code: 0, out: "", err: "" });
});
