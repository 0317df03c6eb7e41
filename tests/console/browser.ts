import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Where Debian and others put one; CHROMIUM names another. */
const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why there is nothing to test with; undefined: there is a browser. In CI there has to be one. */
export const whyNoBrowser =
  executablePath === undefined && process.env["CI"] === undefined
    ? "skipped, since there is no Chromium here (apt-get install chromium-headless-shell, or CHROMIUM=<path>)"
    : undefined;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox"],
  });

/** A page that remembers what went wrong in it: errors, what its policy refused, dialogs. */
export type WatchedPage = { page: Page; context: BrowserContext; faults: string[] };

export async function openPage(
  browser: Browser,
  { locale = "pt-BR", width = 1440 }: { locale?: string; width?: number } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // What the server refuses or a restart cuts is told by the page itself.
    const isOfNetwork = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isOfNetwork) faults.push(`console: ${message.text()}`);
  });
  return { page, context, faults };
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds against WCAG 2.2 AA on the page as it is now, a line each. */
export async function violationsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>("'axe' in globalThis");
  if (!isThere) await page.evaluate(axe.source);
  const found = await page.evaluate<
    { id: string; nodes: { html: string; failureSummary: string }[] }[]
  >(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}
