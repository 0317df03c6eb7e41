import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { type AuditFault, type AuditReport, verifyAudit } from "#shared/audit-log/verify-audit.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { atTheFiles, jsonArg } from "../at-the-files.ts";
import { said } from "../said.ts";
import { exitCodes, printable } from "../terminal.ts";

type Words = {
  none: (folder: string) => string;
  unreadable: (folder: string, why: string) => string;
  whole: (records: number, files: number) => string;
  head: (head: string) => string;
  noHead: string;
  faults: Record<AuditFault["fault"], string>;
};
const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    none: (folder) => `Não há registro de auditoria em ${folder}.`,
    unreadable: (folder, why) => `O registro de auditoria em ${folder} não pode ser lido: ${why}`,
    whole: (records, files) => `Inteiro: ${records} registros em ${files} arquivos.`,
    head: (head) => `Último registro: ${head}`,
    noHead: "Um registro pedido não está lá: o fim foi cortado, ou é outro registro de auditoria.",
    faults: {
      not_a_record: "não é um registro",
      changed: "foi alterado",
      missing_before: "falta um registro antes deste, ou a ordem mudou",
      file_missing_before: "falta um arquivo antes deste",
    },
  },
  en: {
    none: (folder) => `There is no audit log in ${folder}.`,
    unreadable: (folder, why) => `The audit log in ${folder} cannot be read: ${why}`,
    whole: (records, files) => `Whole: ${records} records in ${files} files.`,
    head: (head) => `Last record: ${head}`,
    noHead: "A record that was asked for is not there: the end was cut off, or it is another log.",
    faults: {
      not_a_record: "is no record",
      changed: "was changed",
      missing_before: "a record before it is missing, or the order changed",
      file_missing_before: "a file before it is missing",
    },
  },
};

const verify = defineCommand({
  meta: {
    name: "verify",
    description: said({
      "pt-BR": "Confere o registro de auditoria: nada alterado, tirado ou posto",
      en: "Check the audit log: nothing changed, taken out or put in",
    }),
  },
  args: {
    dir: {
      type: "string",
      description: said({
        "pt-BR": "A pasta do registro; a do REGENTE_DATA, quando ausente",
        en: "The log's folder; the one in REGENTE_DATA when absent",
      }),
      valueHint: ".regente/audit",
    },
    head: {
      type: "string",
      description: said({
        "pt-BR": "Registros que foram os últimos e têm de estar lá, separados por vírgulas",
        en: "Records that were the last ones and have to be there, separated by commas",
      }),
      valueHint: "SHA-256,...",
    },
    json: jsonArg,
  },
  run: ({ args }) =>
    atTheFiles(async ({ output, errors, paint, words: { locale } }) => {
      const words = WORDS[locale];
      const folder = resolve(args.dir ?? join(process.env["REGENTE_DATA"] || ".regente", "audit"));
      const wanted = args.head?.split(",").map((each) => each.trim().toLowerCase());
      let report: AuditReport;
      try {
        report = await verifyAudit(folder, wanted);
      } catch (error) {
        if (!(error instanceof Error && "code" in error)) throw error;
        const why =
          error.code === "ENOENT" ? words.none(folder) : words.unreadable(folder, error.message);
        errors.write(`${paint.red(printable(why))}\n`);
        return exitCodes.cannot;
      }
      const { records, files, heads, faults, has_head } = report;
      const isWhole = faults.length === 0 && has_head !== false;
      const told = [
        ...faults.map(({ file, line, fault }) =>
          paint.red(`${file}:${line}: ${words.faults[fault]}`),
        ),
        ...(has_head === false ? [paint.red(words.noHead)] : []),
        ...(isWhole ? [paint.green(words.whole(records, files))] : []),
        ...heads.map(words.head),
      ];
      output.write(`${args.json ? JSON.stringify(report) : told.join("\n")}\n`);
      return isWhole ? exitCodes.done : exitCodes.failed;
    }),
});

export const auditCommand = defineCommand({
  meta: {
    name: "audit",
    description: said({
      "pt-BR": "O registro de auditoria: quem fez o quê, e se ele está inteiro",
      en: "The audit log: who had what done, and whether it is whole",
    }),
  },
  default: "verify",
  subCommands: { verify },
});
