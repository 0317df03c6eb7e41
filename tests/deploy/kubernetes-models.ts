import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A manifest of Kubernetes, of whatever kind. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; [key: string]: unknown };
  [key: string]: unknown;
};

/** Where `.ci/run` puts the schemas of Kubernetes; 23 MB that only these tests need. */
const PLACE = resolve(".cluster");
export const hasModels = existsSync(join(PLACE, "node_modules", "kubernetes-models"));

/** What its schemas say against a manifest: missing fields, wrong types and forms. Unknown fields are none to them. */
export async function schemaFaults(manifest: Manifest): Promise<string | undefined> {
  const { apiVersion, kind } = manifest;
  const file = join(PLACE, "node_modules", "kubernetes-models", apiVersion, `${kind}.js`);
  const models = (await import(pathToFileURL(file).href)) as Record<
    string,
    new (
      data: Manifest,
    ) => { validate(): void }
  >;
  const Model = models[kind];
  if (Model === undefined) throw new Error(`there is no ${apiVersion} ${kind}`);
  try {
    new Model(manifest).validate();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the compiler says against manifests as literals of their types: above all fields that Kubernetes does not know. */
export function typeFaults(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(PLACE, "typed-"));
  try {
    const lines = manifests.map((manifest, at) => {
      const { apiVersion, kind } = manifest;
      const type = `import("kubernetes-models/${apiVersion}/${kind}").I${kind}`;
      return `export const manifest${at}: ${type} = ${JSON.stringify(manifest)};`;
    });
    const file = join(folder, "manifests.mts");
    writeFileSync(file, lines.join("\n"));
    const tsc = resolve("node_modules", "typescript", "bin", "tsc");
    const settings =
      "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext";
    execFileSync(process.execPath, [tsc, ...settings.split(" "), file], { encoding: "utf8" });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
