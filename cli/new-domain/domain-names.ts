import { domainName } from "#shared/contracts/names.ts";

/** Longer ones would leave no room for the names of goals and capabilities made of it. */
export const MAX_NAME_CHARS = 40;
/** Services that docker-compose.yml has for something else. */
const TAKEN = new Set(["orchestrator", "postgres", "regente"]);

/** One name in all the ways that a domain's files write it. */
export type DomainNames = {
  /** `smart-home` */
  name: string;
  /** `smart_home`: in capabilities */
  snake: string;
  /** `SMART_HOME`: in goals and variables */
  constant: string;
  /** `smart home`: in sentences */
  spoken: string;
};

/** undefined for a name that no domain can have. Shape: the contract's, of at most 40 characters */
export function namesOf(name: string): DomainNames | undefined {
  if (name.length > MAX_NAME_CHARS || TAKEN.has(name)) return undefined;
  if (!domainName.safeParse(name).success || !/[a-z0-9]$/.test(name)) return undefined;
  const snake = name.replaceAll("-", "_");
  const spoken = snake.split("_").filter(Boolean).join(" ");
  return { name, snake, constant: snake.toUpperCase(), spoken };
}

/** Where the scaffold's own name stands, each in its way. */
export const renamed = (text: string, { name, snake, constant, spoken }: DomainNames): string =>
  text
    .replaceAll("NEW_DOMAIN", constant)
    .replaceAll("new_domain", snake)
    .replaceAll("new-domain", name)
    .replaceAll("new domain", spoken);
