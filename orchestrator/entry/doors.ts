import type { DomainsResponse } from "#shared/contracts/doors.ts";
import type { Desk, Snapshot } from "../turn/desk.ts";
import type { DoorSettings } from "./door-settings.ts";

/** What the doors open onto. */
export type Doors = {
  desk: Desk;
  /** The current snapshot with the goals of one domain only; undefined for a domain without goals. */
  pin(domain: string): Promise<Snapshot> | undefined;
  domains: {
    status(): DomainsResponse;
    /** What the manifests promise together and cannot keep, in sentences. */
    warnings(): readonly string[];
    /** Reads the bootstrap file and every manifest again. */
    reload(): Promise<DomainsResponse>;
  };
  /** False while manifests are still being loaded for the first time. */
  isReady(): boolean;
  settings: DoorSettings;
};
