import type { DomainsResponse } from "#shared/contracts/doors.ts";
import type { Desk } from "../turn/desk.ts";

/** What the doors open onto. */
export type Doors = {
  desk: Desk;
  domains: {
    status(): DomainsResponse;
    /** Reads the bootstrap file and every manifest again. */
    reload(): Promise<DomainsResponse>;
  };
  /** False while manifests are still being loaded for the first time. */
  isReady(): boolean;
};
