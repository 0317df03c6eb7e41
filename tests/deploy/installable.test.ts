import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  INSTALL_PAGES,
  ownRelease,
  readPage,
  withInstallWords,
} from "../../scripts/install-words.ts";

const release = ownRelease();
const { version } = release;

describe.each(Object.keys(INSTALL_PAGES))("%s", (path) => {
  const page = readPage(path);

  it("says how to install what there is now", () => {
    expect(page).toBe(withInstallWords(path, page, release));
  });

  it("turns over with package.json's `private`, and back", () => {
    const published = withInstallWords(path, page, { version, isPublished: true });
    expect(published).toMatch(/npm install regente|npx regente@/);
    expect(published).not.toMatch(/npm run packages|\.tgz/);
    expect(withInstallWords(path, published, { version, isPublished: false })).toBe(
      withInstallWords(path, page, { version, isPublished: false }),
    );
  });
});

/** What people read, and what the program says; docs/release.md tells how to publish. */
const texts = [
  ...globSync(["*.md", "docs/**/*.md", "examples/**/*.md", "scripts/package-pages/*.md"]),
  ...globSync(["{cli,orchestrator,shared,domains,console,packages}/**/*.{ts,tsx,md,json}"]),
  ...globSync([".env.example", "docker-compose.yml", "deploy/**/*.{yaml,yml}"]),
]
  .filter((file) => file !== "docs/release.md" && !/\.test\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

it.skipIf(release.isPublished)(
  "no page and no message takes our packages from a registry before a release",
  () => {
    expect(texts.length).toBeGreaterThan(500);
    const fromRegistry =
      /npm (?:install|i|add|create) [^\n`"]*(?<![./\w-])(?:regente|@regente\/\w+)(?!-[\d.]+\.tgz)|npmjs\.com\/package\/(?:@?regente)|regente@(?:latest|\d)/;
    const named = texts.filter(([, text]) => fromRegistry.test(text)).map(([file]) => file);
    expect(named).toEqual([]);
  },
);

it("whoever is told to run or extend the image is told on the same page how it is built", () => {
  const uses = texts.filter(([, text]) => /docker (?:pull|run)\b|^FROM regente/m.test(text));
  expect(uses.length).toBeGreaterThan(1);
  const silent = uses.filter(([, text]) => !text.includes("docker build -t regente"));
  expect(silent.map(([file]) => file)).toEqual([]);
});
