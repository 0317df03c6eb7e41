// `npm run generate` writes how Regente is installed into the pages that tell it: from a clone while package.json
// is `private`, from the registry once there is a release (docs/release.md).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const BEGIN = "<!-- install: written by `npm run generate` -->\n";
const END = "<!-- end of install -->";

type Release = { version: string; isPublished: boolean };

const START =
  "npx regente up --watch                           # starts everything and applies what you save";

const CHOSEN = "what REGENTE_A2A=true needs; restate for REGENTE_RUN_HOST=restate";

/** The pages, and what each says. */
export const INSTALL_PAGES: Readonly<Record<string, (release: Release) => string>> = {
  "docs/add-a-domain.md": ({ version, isPublished }) =>
    isPublished
      ? `npx regente@${version} init my-assistant             # a bootstrap file, one domain and its test
cd my-assistant && npm install && npm test       # with Node 24.14.1 or newer
${START}
npm install @regente/a2a@${version}                  # ${CHOSEN}`
      : `npm run packages                                 # in a clone: packs \`regente\` and \`@regente/domain\`
npx regente init ../my-assistant                 # a bootstrap file, one domain, its test and both packages
cd ../my-assistant && npm install && npm test    # with Node 24.14.1 or newer
${START}
npm install CLONE/.build/packages/regente-a2a-${version}.tgz   # ${CHOSEN}`,
  "scripts/package-pages/regente.md": ({ version, isPublished }) =>
    `npm install ${isPublished ? "regente @regente/domain" : `./regente-${version}.tgz ./regente-domain-${version}.tgz`}
npx regente init my-assistant
cd my-assistant
npx regente up`,
};

/** A page as it has to be: what stands between the marks is written anew. */
export function withInstallWords(path: string, page: string, release: Release): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  const say = INSTALL_PAGES[path];
  if (from === -1 || to < from || say === undefined) throw new Error(`${path} has no place for it`);
  return `${page.slice(0, from + BEGIN.length)}\`\`\`\n${say(release)}\n\`\`\`\n${page.slice(to)}`;
}

export function ownRelease(): Release {
  const { version, private: isPrivate } = z
    .object({ version: z.string(), private: z.boolean().default(false) })
    .parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  return { version, isPublished: !isPrivate };
}

export const readPage = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

if (import.meta.main)
  for (const path of Object.keys(INSTALL_PAGES))
    writeFileSync(join(PROJECT, path), withInstallWords(path, readPage(path), ownRelease()));
