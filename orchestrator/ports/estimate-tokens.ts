/** Today's tokenizers cut a token of Portuguese, English and JSON at about this many bytes; rather too many than too few. */
const BYTES_A_TOKEN = 3;

/** How many tokens a text is for a model, roughly: providers count exactly, and only afterwards. */
export const estimateTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
