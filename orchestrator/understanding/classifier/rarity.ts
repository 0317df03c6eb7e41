/** How much a thing tells that so many of the sentences have: log-idf, highest for what none of them has. */
export const rarityIn =
  (sentences: number): ((having: number) => number) =>
  (having) =>
    Math.log((1 + sentences) / (1 + having)) + 1;
