import type { Locale } from "#shared/contracts/names.ts";

export type BackupWords = {
  failed: (why: string) => string;
  made: (files: number, folder: string) => string;
  restored: (files: number, madeAt: string) => string;
  aside: (folder: string) => string;
  running: (where: string) => string;
};

export const BACKUP_WORDS: Readonly<Record<Locale, BackupWords>> = {
  "pt-BR": {
    failed: (why) => `Não deu: ${why}`,
    made: (files, folder) => `Cópia feita: ${files} arquivos em ${folder}.`,
    restored: (files, madeAt) => `Restaurado: ${files} arquivos, como estavam em ${madeAt}.`,
    aside: (folder) => `O que havia antes está em ${folder}; apague quando não precisar mais.`,
    running: (where) => `O Regente está no ar${where}: pare-o antes de restaurar.`,
  },
  en: {
    failed: (why) => `It could not be done: ${why}`,
    made: (files, folder) => `Backup made: ${files} files in ${folder}.`,
    restored: (files, madeAt) => `Restored: ${files} files, as they were at ${madeAt}.`,
    aside: (folder) =>
      `What was there before is in ${folder}; delete it when you no longer need it.`,
    running: (where) => `Regente is running${where}: stop it before you restore.`,
  },
};
