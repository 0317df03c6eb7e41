import { join, resolve } from "node:path";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type AuditFault, type AuditReport, verifyAudit } from "#shared/audit-log/audit-record.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { docs, fileOption, type JsonFlag, jsonFlag, option } from "../command.ts";
import { atTheFiles, exitCodes, printable } from "../terminal.ts";
import { help } from "../words.ts";

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
    whole: (records, files) => `Íntegro: ${records} registros em ${files} arquivos.`,
    head: (head) => `Último registro: ${head}`,
    noHead:
      "Um dos registros indicados não está lá: o fim foi cortado, ou é outro registro de auditoria.",
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
    whole: (records, files) => `Intact: ${records} records in ${files} files.`,
    head: (head) => `Last record: ${head}`,
    noHead: "One of the given records is not there: the end was cut off, or it is another log.",
    faults: {
      not_a_record: "is no record",
      changed: "was changed",
      missing_before: "a record before it is missing, or the order changed",
      file_missing_before: "a file before it is missing",
    },
  },
};

const verify = buildCommand({
  docs: docs(help("audit.verify"), [
    "npx regente audit verify",
    "npx regente audit verify --dir=.regente/audit",
  ]),
  parameters: {
    flags: {
      dir: fileOption(help("audit.dir"), ".regente/audit"),
      head: option(help("audit.head"), "SHA-256,..."),
      ...jsonFlag,
    },
  },
  func: ({ dir, head, json }: JsonFlag & { dir?: string; head?: string }) =>
    atTheFiles(async ({ output, errors, paint, words: { locale } }) => {
      const words = WORDS[locale];
      const folder = resolve(dir ?? join(process.env["REGENTE_DATA"] || ".regente", "audit"));
      const wanted = head?.split(",").map((each) => each.trim().toLowerCase());
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
      output.write(`${json ? JSON.stringify(report) : told.join("\n")}\n`);
      return isWhole ? exitCodes.done : exitCodes.failed;
    }),
});

export const auditCommand = buildRouteMap({
  docs: docs(help("audit.brief"), ["npx regente audit verify", "npx regente audit verify --json"]),
  routes: { verify },
});
