/** A capability of another domain that may answer in the place of one. */
export type StandIn = { domain: string; capability: string; isPreferred: boolean };
