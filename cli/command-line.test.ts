import { afterEach, describe, expect, it, vi } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import type { Page } from "../completion/pages.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The whole terminal, loaded anew: what help pages say is in the language of the moment they are loaded. */
async function load(locale: (typeof locales)[number]) {
  vi.resetModules();
  for (const name of ["LC_ALL", "LC_MESSAGES"]) vi.stubEnv(name, "");
  vi.stubEnv("LANG", locale === "pt-BR" ? "pt_BR.UTF-8" : "en_US.UTF-8");
  const { regente } = await import("../command-tree.ts");
  const { pagesOf } = await import("../completion/pages.ts");
  const { findCommand, argsOf } = await import("../find-command.ts");
  const { wrongUse } = await import("../wrong-use.ts");
  const { showHelp } = await import("./show-help.ts");
  const { examplesOf } = await import("./examples.ts");
  const { fakeTerminal } = await import("../testing/fake-terminal.ts");
  const { paint } = fakeTerminal(false).terminal;
  const pages = await pagesOf(regente);
  const help = async ({ path }: Page) => {
    const { command } = await findCommand(regente, [...path, "--help"]);
    return showHelp(path, command, paint);
  };
  return { regente, pages, help, examplesOf, findCommand, argsOf, wrongUse };
}

describe.each(locales)("in %s", (locale) => {
  it("has a page for each command, with how it is called and examples", async () => {
    const { pages, help } = await load(locale);
    expect(pages.length).toBeGreaterThan(15);
    const [usage, examples] = locale === "en" ? ["USAGE", "EXAMPLES"] : ["USO", "EXEMPLOS"];
    for (const page of pages) {
      const shown = await help(page);
      expect(shown).toContain(`${usage}\n  npx regente ${page.path.join(" ")}`.trimEnd());
      expect(shown).toMatch(new RegExp(`${examples}\n {2}\\S`));
      for (const { spelled } of page.options) expect(shown).toContain(spelled[0]);
      for (const { name } of page.commands) expect(shown).toContain(name);
    }
  });

  it("shows no example that would be refused", async () => {
    const { regente, pages, examplesOf, findCommand, argsOf, wrongUse } = await load(locale);
    for (const { path } of pages)
      for (const line of examplesOf(path)) {
        const said = /npx regente (.*?)(?: [<>|]|$)/.exec(line)?.[1] ?? "";
        const words = [...said.matchAll(/"([^"]*)"|(\S+)/g)].map(([, text, word]) => text ?? word);
        if (words.length === 0) continue;
        const found = await findCommand(
          regente,
          words.filter((word) => word !== undefined),
        );
        expect([line, found.unknown]).toEqual([line, undefined]);
        const wrong = wrongUse(found.words, await argsOf(found.command));
        if (!found.words.includes("--help")) expect([line, wrong]).toEqual([line, undefined]);
      }
  });
});

it("says everything in both languages", async () => {
  const texts = async (locale: (typeof locales)[number]) =>
    (await load(locale)).pages.flatMap(({ path, commands, options }) => [
      ...commands.map(({ name, about }) => [`${path.join(" ")} ${name}`, about] as const),
      ...options.map(({ spelled, about }) => [`${path.join(" ")} ${spelled[0]}`, about] as const),
    ]);
  const portuguese = await texts("pt-BR");
  const english = new Map(await texts("en"));
  expect(portuguese.filter(([what, about]) => about === "" || english.get(what) === about)).toEqual(
    [],
  );
});
