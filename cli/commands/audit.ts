import { join, resolve } from "node:path";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { type AuditReport, verifyAudit } from "#shared/audit-log/audit-record.ts";
import { hasCode } from "#shared/contracts/errors.ts";
import { docs, fileOption, help, type JsonFlag, jsonFlag, option } from "../command.ts";
import { atTheFiles, cannot, dataFolderIn, exitCodes, tell } from "../terminal.ts";

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
    atTheFiles(async (terminal) => {
      const { env, paint } = terminal;
      const { say } = terminal.words;
      const folder = resolve(dir ?? join(dataFolderIn(env), "audit"));
      const wanted = head?.split(",").map((each) => each.trim().toLowerCase());
      let report: AuditReport;
      try {
        report = await verifyAudit(folder, wanted);
      } catch (error) {
        if (!(error instanceof Error && "code" in error)) throw error;
        return cannot(
          terminal,
          hasCode(error, "ENOENT")
            ? say("audit.none", { folder })
            : say("audit.unreadable", { folder, why: error.message }),
        );
      }
      const { records, files, heads, faults, has_head } = report;
      const isWhole = faults.length === 0 && has_head !== false;
      const told = [
        ...faults.map(({ file, line, fault }) =>
          paint.red(`${file}:${line}: ${say(`audit.fault.${fault}`)}`),
        ),
        ...(has_head === false ? [paint.red(say("audit.no_head"))] : []),
        ...(isWhole ? [paint.green(say("audit.whole", { records, files }))] : []),
        ...heads.map((last) => say("audit.head", { head: last })),
      ];
      tell(terminal, json, report, () => told.join("\n"));
      return isWhole ? exitCodes.done : exitCodes.failed;
    }),
});

export const auditCommand = buildRouteMap({
  docs: docs(help("audit.brief"), ["npx regente audit verify", "npx regente audit verify --json"]),
  routes: { verify },
});
