import { join, resolve } from "node:path";

export type SupportSettings = {
  dataFolder: string;
  /** A folder with a folder of Markdown files for each language; undefined: that of an invented shop. */
  knowledgeFolder: string | undefined;
};

/** The environment's REGENTE_DATA and SUPPORT_KNOWLEDGE. An empty variable counts as none. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SupportSettings {
  const read = (name: string) => env[name]?.trim() || undefined;
  const knowledge = read("SUPPORT_KNOWLEDGE");
  return {
    dataFolder: join(read("REGENTE_DATA") ?? ".regente", "support"),
    knowledgeFolder: knowledge === undefined ? undefined : resolve(knowledge),
  };
}
