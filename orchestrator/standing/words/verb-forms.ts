/** A language's verbs of going up, or down, by how they are said: alone, behind "tiver", and behind "estiver". */
export type Movement = {
  readonly plain: string;
  readonly done: string;
  readonly going: string;
  readonly perfect: string;
  readonly progressive: string;
};

const split = (listed: string): string[] => listed.split(",").map((each) => each.trim());

/** Every form: "cair", "caia", "tiver caido", "estiver caindo". */
const formsOf = ({ plain, done, going, perfect, progressive }: Movement): string[] => [
  ...split(plain),
  ...split(perfect).flatMap((before) => split(done).map((form) => `${before} ${form}`)),
  ...split(progressive).flatMap((before) => split(going).map((form) => `${before} ${form}`)),
];

/** Every form as phrases: with commas between them. */
export const moving = (movement: Movement): string => formsOf(movement).join(", ");

/** Every form with every word behind it: "cair abaixo de", "tiver caido abaixo dos". */
export const movingTo = (movement: Movement, to: string): string => beside(formsOf(movement), to);

/** Verbs that say where something is, with where it is: "estiver acima de", "trades below". */
export const standing = (verbs: string, to: string): string => beside(split(verbs), to);

const beside = (first: readonly string[], second: string): string =>
  first.flatMap((one) => split(second).map((other) => `${one} ${other}`)).join(", ");
