import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";

const packageJson = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

/** The licences of the packages that these files are of, as a bundle of them has to carry. */
export function noticesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version, license } = packageJson.parse(
      JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    );
    const [own] = globSync("{LICEN[CS]E,licen[cs]e,COPYING}*", { cwd: folder }).toSorted();
    const text = own === undefined ? "" : readFileSync(join(folder, own), "utf8").trim();
    return `${name} ${version} (${license ?? "see below"})\n\n${text}\n`;
  });
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the installed package that a file belongs to. */
function packageFolder(file: string): string | undefined {
  const marker = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(marker);
  if (at === -1) return undefined;
  const [scope, name] = file.slice(at + marker.length).split(sep);
  const own = scope?.startsWith("@") ? join(scope, name ?? "") : (scope ?? "");
  const folder = join(file.slice(0, at + marker.length), own);
  return existsSync(join(folder, "package.json")) ? folder : undefined;
}
