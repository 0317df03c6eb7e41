/** Written laughter, which ends what was said before it. */
export const isLaughter = (word: string): boolean =>
  /^(?:lol|lmao|lmfao|rofl|k{2,}|(?:rs){1,9}|a?(?:ha|he|hue|hua){2,9}h?)$/.test(word);
