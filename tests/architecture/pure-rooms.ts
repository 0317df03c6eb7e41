/** Where the same input gives the same output: time, chance and the outside are arguments. */
const PURE: readonly string[] = [
  ...["shared/contracts", "shared/calendar", "shared/recognisers"],
  ...[
    "ports",
    "calendar",
    "language",
    "understanding",
    "planning",
    "engine",
    "standing",
    "turn",
  ].map((room) => `orchestrator/${room}`),
  "orchestrator/rehearsal",
  ...["evaluation", "lint", "diff", "promotion", "replay"].map(
    (room) => `orchestrator/quality/${room}`,
  ),
];

/** True for a file that has to be pure. */
export const isPure = (file: string): boolean => PURE.some((room) => file.startsWith(`${room}/`));
