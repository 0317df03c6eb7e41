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
    aside: (folder) => `Os dados anteriores estão em ${folder}; apague quando não precisar mais.`,
    running: (where) => `O Regente está no ar${where}: pare-o antes de restaurar.`,
  },
  en: {
    failed: (why) => `It failed: ${why}`,
    made: (files, folder) => `Backup made: ${files} files in ${folder}.`,
    restored: (files, madeAt) => `Restored: ${files} files, as they were at ${madeAt}.`,
    aside: (folder) => `The previous data is in ${folder}; delete it when you no longer need it.`,
    running: (where) => `Regente is running${where}: stop it before you restore.`,
  },
};
