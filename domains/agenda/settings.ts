import { z } from "zod";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import type { CaldavSettings } from "./store/caldav-store.ts";

export type WorkingHours = { from: string; to: string };

export type CalendarSettings = {
  dataFolder: string;
  /** Absent: everybody's events are files in the data folder. */
  caldav?: CaldavSettings & {
    /** Whose account it is, a user of Regente. Everybody else's events are files. */
    owner: string;
  };
  workingHours: WorkingHours;
};

const HOURS = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/;

const workingHours = z
  .string()
  .default("09:00-18:00")
  .transform((said) => {
    const [, from = "", , to = ""] = HOURS.exec(said) ?? [];
    return { from, to };
  })
  .refine(({ from, to }) => from < to, { error: "must be two times of a day such as 09:00-18:00" });

const variables = z
  .object({
    REGENTE_DATA: dataFolder("agenda"),
    CALDAV_URL: address("https:", "http:").optional(),
    CALDAV_USER: z.string().optional(),
    CALDAV_PASSWORD: z.string().optional(),
    CALDAV_CALENDAR: z.string().optional(),
    CALDAV_OWNER: z.string().default("local"),
    CALENDAR_WORKING_HOURS: workingHours,
  })
  .superRefine((said, report) => {
    if (said.CALDAV_URL === undefined) return;
    for (const name of ["CALDAV_USER", "CALDAV_PASSWORD"] as const)
      if (said[name] === undefined)
        report.addIssue({ code: "custom", path: [name], message: "must be set beside CALDAV_URL" });
  });

/** Errors: ContractError naming the variable */
export function readSettings(env: Environment): CalendarSettings {
  const read = readVariables("agenda", env, variables);
  const { CALDAV_URL: url, CALDAV_USER: user = "", CALDAV_PASSWORD: password = "" } = read;
  const account = { user, password, calendar: read.CALDAV_CALENDAR, owner: read.CALDAV_OWNER };
  return {
    dataFolder: read.REGENTE_DATA,
    workingHours: read.CALENDAR_WORKING_HOURS,
    ...(url === undefined ? {} : { caldav: { url, ...account } }),
  };
}
